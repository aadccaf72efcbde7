import type { Block, Fragment, InlineNode, Leaf, Mark, MarkType, Meta, Paragraph, Text } from './document.ts'

// Small makers and questions shared by parser and writer.

/** From the outside in: the order in which marks stand on a leaf and, where nothing speaks against it, are nested. */
export const MARK_ORDER: readonly MarkType[] = [
  'color',
  'bold',
  'italic',
  'strikethrough',
  'superscript',
  'subscript',
  'keyboard',
  'code',
]

export function sortMarks(marks: readonly Mark[]): Mark[] {
  return [...marks].sort((a, b) => MARK_ORDER.indexOf(a.type) - MARK_ORDER.indexOf(b.type))
}

export function markId(mark: Mark): string {
  return mark.type === 'color' ? `color ${mark.data.text} ${mark.data.background}` : mark.type
}

export function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a.length === b.length && a.every((mark, index) => markId(mark) === markId(b[index] ?? mark))
}

export function leaf(text: string, marks: Mark[] = []): Leaf {
  return { object: 'leaf', text, marks }
}

export function text(content: string, marks: Mark[] = []): Text {
  return { object: 'text', leaves: [leaf(content, marks)] }
}

/** Leaves a property out instead of setting it to undefined, so that equal documents are equal as JSON. */
export function withMeta<T extends Block | InlineNode>(node: T, meta: Meta): T {
  const kept = compact(meta)
  for (const _ in kept) return { ...node, meta: kept }
  if (!node.meta) return node
  const { meta: _, ...bare } = node
  return restored(bare)
}

export function compact<T extends object>(value: T): T {
  for (const name in value) if (value[name] === undefined) return withoutUndefined(value)
  return value
}

function withoutUndefined<T extends object>(value: T): T {
  const kept: Partial<T> = {}
  for (const name in value) if (value[name] !== undefined) kept[name] = value[name]
  return restored(kept)
}

/** The compiler cannot know that only optional properties went. */
function restored<T>(value: object): T {
  return value as T
}

/** What a table says of a name that somebody else chose: `constructor` is a name too. */
export function own<T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined
}

export function verbatim(source: string): Paragraph {
  return { object: 'block', type: 'paragraph', nodes: [text(source)], meta: { markdown: source } }
}

/** Whether the node still says what its kept source says. */
export function verbatimSource(node: {
  meta?: Meta
  nodes?: InlineNode[]
  leaves?: Leaf[]
}): string | undefined {
  const source = node.meta?.markdown
  if (source === undefined) return undefined
  const now = node.leaves ? node.leaves.map((part) => part.text).join('') : inlineText(node.nodes ?? [])
  return now === source || now === oneLine(source) ? source : undefined
}

export function oneLine(source: string): string {
  return source.replaceAll('\n', ' ')
}

export function inlineText(nodes: readonly InlineNode[]): string {
  let out = ''
  for (const node of nodes) {
    if (node.object === 'text') for (const part of node.leaves) out += part.text
    else if (node.type === 'link' || node.type === 'annotation') out += inlineText(node.nodes)
  }
  return out
}

export function childrenOf(block: Block): readonly Block[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
    case 'code-line':
      return []
    default:
      return 'nodes' in block ? block.nodes : []
  }
}

export function inlinesOf(block: Block): readonly InlineNode[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
    case 'code-line':
      return block.nodes
    default:
      return []
  }
}

export function fragmentsOf(block: Block): readonly Fragment[] {
  return 'fragments' in block ? block.fragments : []
}

/** The blocks between what opens a block and what closes it. */
export function heldBy(block: Block): readonly Block[] {
  return block.type === 'expandable'
    ? (fragmentNamed(block, 'expandable-body')?.nodes ?? [])
    : childrenOf(block)
}

export function fragmentNamed(block: Block, name: string): Fragment | undefined {
  return fragmentsOf(block).find((fragment) => (fragment.fragment ?? fragment.type) === name)
}
