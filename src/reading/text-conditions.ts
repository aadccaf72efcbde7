// Conditions in the middle of texts, brought into the form of conditional blocks: who decides these, or leaves them out,
// need not know how they were written.
import { conditionTags, isCode, searchedText } from '../markdown/condition-tags.ts'
import type { If, InlineNode, JSONDocument, Leaf, Meta, Paragraph } from '../markdown/document.ts'
import { text, verbatim, verbatimSource } from '../markdown/nodes.ts'

/** A block, an inline or a fragment: there may be an `if` among any of them. */
type Node = {
  object: string
  type?: string
  data?: object
  nodes?: Node[]
  fragments?: Node[]
  leaves?: Leaf[]
  meta?: Meta
}

/**
 * With `if` nodes around what stands between `{% if … %}` and `{% endif %}`, and without these tags. What is not closed
 * in its block goes on in those that follow, to the end of the document where nothing closes it.
 */
export function withConditionNodes(document: JSONDocument): JSONDocument {
  if (!hasTextConditions(document)) return document
  return readNode(document as Node, new OpenConditions()) as JSONDocument
}

/**
 * Whether a text may have conditions: may tell it of a text that has none, never the other way round. After a backslash
 * that is none itself, a tag is no tag.
 */
export function mayHaveConditions(text: string): boolean {
  return /\{%(?<!(?<!\\)(?:\\\\)*\\\{%)[-+~]?\s*if/i.test(text)
}

/** Whether an `if` stands anywhere in the words of a document. */
export function hasTextConditions(document: JSONDocument): boolean {
  const left: unknown[] = [document]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && conditionTags(value).some(({ name }) => name === 'if')) return true
    if (typeof value !== 'object' || value === null || isCodeNode(value)) continue
    for (const inner of Object.values(value)) left.push(inner)
  }
  return false
}

function isCodeNode(node: object): boolean {
  if ('type' in node && node.type === 'code-line') return true
  return 'object' in node && node.object === 'leaf' && isCode(node as Leaf)
}

/** Whatever stands under more conditions is for nobody: each part of a text gets a node for every one of them. */
const MOST = 20

class OpenConditions {
  private readonly expressions: string[] = []
  private more = 0

  get count(): number {
    return this.expressions.length + this.more
  }

  enter(expression = 'false'): void {
    if (this.expressions.length < MOST) this.expressions.push(expression)
    else this.more++
  }

  leave(): void {
    if (this.more > 0) this.more--
    else this.expressions.pop()
  }

  all(): string[] {
    return this.more > 0 ? ['false'] : [...new Set(this.expressions)]
  }
}

function under(conditions: readonly string[], nodes: Node[]): Node[] {
  return conditions.reduceRight(
    (inner, expression) => [{ object: 'block', type: 'if', data: { expression }, nodes: inner }],
    nodes,
  )
}

function readNode(node: Node, open: OpenConditions): Node {
  return {
    ...node,
    ...(node.nodes && { nodes: node.nodes.flatMap((block) => readBlock(block, open)) }),
    ...(node.fragments && { fragments: node.fragments.map((fragment) => readNode(fragment, open)) }),
  }
}

/** What begins under a condition stands under it as a whole, with its title and its anchor; only paragraphs have none. */
function readBlock(block: Node, open: OpenConditions): Node[] {
  if (block.type === 'paragraph') return readParagraph(block, open)
  const conditions = open.all()
  return under(conditions, [readInside(block, open)])
}

function readInside(block: Node, open: OpenConditions): Node {
  switch (block.type) {
    case 'code':
      return block
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return withInlines(block, open)
    case 'if': {
      const before = open.count
      const read = readNode(block, open)
      // There is one end too few, and nobody knows whose it is: none of them has ended.
      if (open.count > before) open.enter(expressionOf(block))
      return read
    }
    default:
      return readNode(block, open)
  }
}

function expressionOf({ data }: Node): string | undefined {
  return (data as If['data'] | undefined)?.expression
}

function readParagraph(paragraph: Node, open: OpenConditions): Node[] {
  const source = verbatimSource(paragraph as Paragraph)
  if (source === undefined) return [withInlines(paragraph, open)]
  if (conditionTags(source).length === 0) return under(open.all(), [paragraph])
  return readInlines([text(source)], open).flatMap(keptAsWritten)
}

/** A piece of what was kept as it was written is kept so too. */
function keptAsWritten(piece: Node): Node[] {
  if (!piece.leaves) return [{ ...piece, nodes: piece.nodes?.flatMap(keptAsWritten) ?? [] }]
  const source = piece.leaves.map((leaf) => leaf.text).join('')
  return source.trim() === '' ? [] : [verbatim(source.trim())]
}

function withInlines(block: Node, open: OpenConditions): Node {
  const { nodes = [], meta } = block
  const [first] = conditionTags(searchedText(nodes as InlineNode[]))
  if (!first || !meta?.breaks) return { ...block, nodes: readInlines(nodes, open) }
  // Once something may be left out, nobody knows where lines ended.
  const known = open.count > 0 ? 0 : first.from
  const breaks = meta.breaks.filter((at) => at < known)
  return { ...block, meta: { ...meta, breaks }, nodes: readInlines(nodes, open) }
}

function readInlines(nodes: Node[], open: OpenConditions): Node[] {
  const tags = conditionTags(searchedText(nodes as InlineNode[]))
  /** How far the text is read, how many tags began before, and where the last of them ends. */
  let [at, begun, end] = [0, 0, 0]
  return nodes.flatMap(read)

  function read(node: Node): Node[] {
    if (node.leaves) return readText(node, node.leaves)
    const [conditions, isInTag] = [open.all(), at < end]
    const inside = {
      ...node,
      ...(node.nodes && { nodes: node.nodes.flatMap(read) }),
      ...(node.fragments && { fragments: node.fragments.map((fragment) => readNode(fragment, open)) }),
    }
    return isInTag ? [] : under(conditions, [inside])
  }

  function readText(node: Node, leaves: Leaf[]): Node[] {
    const length = leaves.reduce((sum, leaf) => sum + leaf.text.length, 0)
    const isUntouched = at >= end && (tags[begun]?.from ?? Number.POSITIVE_INFINITY) >= at + length
    if (!isUntouched) return leaves.flatMap(readLeaf)
    at += length
    return under(open.all(), [node])
  }

  function readLeaf(leaf: Leaf): Node[] {
    const [first, last] = [at, at + leaf.text.length]
    const pieces: Node[] = []
    const keepTo = (to: number) => {
      const words = leaf.text.slice(Math.max(at, end) - first, to - first)
      if (words !== '')
        pieces.push(...under(open.all(), [{ object: 'text', leaves: [{ ...leaf, text: words }] }]))
    }
    for (let tag = tags[begun]; tag && tag.from < last; tag = tags[++begun]) {
      keepTo(tag.from)
      // A condition that is written with marks or links in it can not be read.
      if (tag.name === 'if') open.enter(tag.to <= last ? tag.expression : undefined)
      if (tag.name === 'endif') open.leave()
      end = tag.to
      at = Math.min(end, last)
    }
    keepTo(last)
    at = last
    return pieces
  }
}
