// What a block says, as a text that people and machines translate: what they must not touch is a numbered placeholder.
// `{1}` stands for something whole (code, an image, a variable), `{2}…{/2}` surrounds text (a link, bold).
import type { InlineNode, Leaf, Mark } from '../markdown/document.ts'
import { leaf, markId, sortMarks, text } from '../markdown/nodes.ts'
import { type InlineItem, itemsOf, piecesOf } from '../markdown/write/mark-runs.ts'

export type InlinePlaceholder =
  | { kind: 'single'; shown: string; node: InlineNode }
  | { kind: 'single'; shown: string; leaf: Leaf }
  | { kind: 'pair'; shown: string; around: Wrapper }
  | { kind: 'pair'; shown: string; mark: Mark }

type Wrapper = Extract<InlineNode, { nodes: InlineNode[] }>

export type UnitText = { text: string; placeholders: InlinePlaceholder[] }

/** What is written in a text and is no text: placeholders of our own, tags, variables of templates. */
const LITERAL = /\{\/?\d+\}|\{%.*?%\}|\{\{.*?\}\}/g
export const PLACEHOLDER = /\{(\/?)(\d{1,4})\}/g

/** Marks under which nothing is translated. */
function isUntouched({ type }: Mark) {
  return type === 'code' || type === 'keyboard'
}

export function readInlines(nodes: readonly InlineNode[]): UnitText {
  const placeholders: InlinePlaceholder[] = []
  return { text: new Reader(placeholders).read(nodes, new Set()), placeholders }
}

export function readString(content: string): UnitText {
  return readInlines([text(content)])
}

class Reader {
  private readonly placeholders: InlinePlaceholder[]

  constructor(placeholders: InlinePlaceholder[]) {
    this.placeholders = placeholders
  }

  read(nodes: readonly InlineNode[], outer: ReadonlySet<string>): string {
    const items = itemsOf(nodes).map((item) => ({
      ...item,
      marks: item.marks.filter((mark) => isUntouched(mark) || !outer.has(markId(mark))),
    }))
    const open: number[] = []
    const marks = new Set(outer)
    let out = ''
    for (const piece of piecesOf(items, isUntouched)) {
      if (piece.kind === 'item') out += this.item(piece.item, marks)
      else if (piece.kind === 'open') {
        const number = this.add({ kind: 'pair', shown: piece.mark.type, mark: piece.mark })
        open.push(number)
        marks.add(markId(piece.mark))
        out += `{${number}}`
      } else {
        marks.delete(markId(piece.mark))
        out += `{/${open.pop()}}`
      }
    }
    return out
  }

  private item({ node, leaf: part, marks: own }: InlineItem, outer: ReadonlySet<string>): string {
    if (part) {
      const isWhole = own.some(isUntouched) || node.meta?.markdown !== undefined
      return isWhole ? this.single(this.wholeLeaf(node, part, own)) : this.plain(part.text)
    }
    if (node.object === 'text') return ''
    const isSurrounding = (node.type === 'link' && node.meta?.form !== 'auto') || node.type === 'annotation'
    if (!isSurrounding || isEmpty(node.nodes))
      return this.single({ kind: 'single', shown: shownOf(node), node })
    const number = this.add({ kind: 'pair', shown: shownOf(node), around: node })
    return `{${number}}${this.read(node.nodes, outer)}{/${number}}`
  }

  /** Source that was kept as it is belongs to its node, code to its marks. */
  private wholeLeaf(node: InlineNode, part: Leaf, own: readonly Mark[]): InlinePlaceholder {
    const shown = part.text
    if (node.meta?.markdown !== undefined) return { kind: 'single', shown, node }
    return { kind: 'single', shown, leaf: { ...part, marks: own.filter(isUntouched) } }
  }

  private plain(content: string): string {
    return content.replace(LITERAL, (literal) =>
      this.single({ kind: 'single', shown: literal, leaf: leaf(literal) }),
    )
  }

  private single(placeholder: InlinePlaceholder): string {
    return `{${this.add(placeholder)}}`
  }

  private add(placeholder: InlinePlaceholder): number {
    return this.placeholders.push(placeholder)
  }
}

function isEmpty(nodes: readonly InlineNode[]) {
  return nodes.every((node) => node.object === 'text' && node.leaves.every((part) => part.text === ''))
}

function shownOf(node: InlineNode): string {
  if (node.object === 'text') return ''
  switch (node.type) {
    case 'link':
      return `link ${targetOf(node.data.ref)}`.trim()
    case 'annotation':
      return 'note'
    case 'emoji':
      return `:${node.data.code}:`
    case 'icon':
      return `icon ${node.data.icon}`
    case 'expression':
      return node.data.expression
    case 'inline-math':
      return node.data.formula
    case 'inline-image':
      return `image ${targetOf(node.data.ref)}`.trim()
    case 'mention':
      return node.meta?.label ?? 'mention'
    case 'button':
      return `button ${node.data.label}`
    default:
      return ''
  }
}

function targetOf(ref: object): string {
  const url: unknown = Reflect.get(ref, 'url')
  return typeof url === 'string' ? url : ''
}

type Level = { nodes: InlineNode[]; marks: Mark[]; wrapper?: Wrapper; number: number }

/** The inlines that a translated text stands for; it must have passed `unitProblem`. */
export function writeInlines(translated: string, placeholders: readonly InlinePlaceholder[]): InlineNode[] {
  const nodes: InlineNode[] = []
  const levels: Level[] = [{ nodes, marks: [], number: 0 }]
  const top = () => levels.at(-1) ?? { nodes, marks: [], number: 0 }
  const say = (part: Leaf) => {
    if (part.text !== '') top().nodes.push({ object: 'text', leaves: [part] })
  }
  let at = 0
  for (const match of translated.matchAll(PLACEHOLDER)) {
    say(leaf(translated.slice(at, match.index), top().marks))
    at = match.index + match[0].length
    const placeholder = placeholders[Number(match[2]) - 1]
    if (match[1] === '/') close(levels)
    else if (placeholder) open(levels, placeholder, Number(match[2]))
  }
  say(leaf(translated.slice(at), top().marks))
  return nodes
}

function open(levels: Level[], placeholder: InlinePlaceholder, number: number) {
  const level = levels.at(-1)
  if (!level) return
  const { nodes, marks } = level
  if ('node' in placeholder) nodes.push(placeholder.node)
  else if ('leaf' in placeholder) {
    const own = placeholder.leaf.marks.filter((mark) => !marks.some(isLike(mark)))
    nodes.push({
      object: 'text',
      leaves: [leaf(placeholder.leaf.text, sortMarks([...marks, ...own]))],
    })
  } else if ('mark' in placeholder) {
    const all = marks.some(isLike(placeholder.mark)) ? marks : sortMarks([...marks, placeholder.mark])
    levels.push({ nodes, marks: all, number })
  } else {
    const wrapper: Wrapper = { ...placeholder.around, nodes: [] }
    nodes.push(wrapper)
    levels.push({ nodes: wrapper.nodes, marks, wrapper, number })
  }
}

function isLike(mark: Mark) {
  return (other: Mark) => markId(other) === markId(mark)
}

function close(levels: Level[]) {
  if (levels.length > 1) levels.pop()
}
