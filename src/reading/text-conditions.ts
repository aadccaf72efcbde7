// Conditions in the middle of texts, brought into the form of conditional blocks: who decides these, or leaves them out,
// need not know how they were written.
import {
  conditionTags,
  isCode,
  isComment,
  searchedText,
  withoutTaggedComments,
} from '../markdown/condition-tags.ts'
import type {
  Block,
  If,
  InlineNode,
  JSONDocument,
  Leaf,
  Meta,
  Paragraph,
  Table,
} from '../markdown/document.ts'
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

/** The same for a text that a document keeps as a string. */
export function partsOfText(string: string): Block[] {
  return readInlines([text(string)], new OpenConditions()).flatMap(keptAsWritten) as Block[]
}

/**
 * Links hold what they lead to and calls hold their footnotes, so definitions are for writers alone: one may stand under
 * a condition, and the document does not know where it stood.
 */
export function withoutDefinitions(document: JSONDocument): JSONDocument {
  const { definitions, ...data } = document.data
  return definitions ? { ...document, data } : document
}

/**
 * Whether a text may have conditions: may tell it of a text that has none, never the other way round. After a backslash
 * that is none itself, a tag is no tag.
 */
export function mayHaveConditions(text: string): boolean {
  return /\{%(?<!(?<!\\)(?:\\\\)*\\\{%)[-+~]?\s*if/i.test(text)
}

/** Whether an `if` stands anywhere in the words of a document, or around the definition of a footnote. */
export function hasTextConditions(document: JSONDocument): boolean {
  const left: unknown[] = [document]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && conditionTags(value).some(({ name }) => name === 'if')) return true
    if (typeof value !== 'object' || value === null || isCodeNode(value)) continue
    if (conditionsOfNote(value).length > 0) return true
    for (const inner of Object.values(isCodeLine(value) ? notesIn(value) : value)) left.push(inner)
  }
  return false
}

function isCodeNode(node: object): boolean {
  return isLeaf(node) && isCode(node)
}

/** Whether this is words of a text. In a document with `if` nodes these stand between tags, or they are code. */
export function isLeaf(value: object): value is Leaf {
  return 'object' in value && value.object === 'leaf'
}

function isCodeLine(node: object): node is Node {
  return 'type' in node && node.type === 'code-line'
}

/** Footnotes are called from code too, and are none. */
function notesIn({ nodes = [] }: Node): Node[] {
  return nodes.filter(({ type }) => type === 'annotation')
}

function conditionsOfNote(node: { type?: string; meta?: Meta }): string[] {
  return node.type === 'annotation' ? (node.meta?.conditions ?? []) : []
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
    ...readFragments(node, open),
  }
}

/** A footnote stands under the conditions of its definition as well. */
function readFragments({ fragments, ...node }: Node, open: OpenConditions): Partial<Node> {
  const conditions = conditionsOfNote(node)
  const read = fragments?.map((fragment) => {
    const inside = readNode(fragment, open)
    return conditions.length === 0 ? inside : { ...inside, nodes: under(conditions, inside.nodes ?? []) }
  })
  return { ...(read && { fragments: read }), ...(conditions.length > 0 && { meta: withoutConditions(node) }) }
}

function withoutConditions({ meta }: Node): Meta {
  const { conditions: _, ...kept } = meta ?? {}
  return kept
}

/** What begins under a condition stands under it as a whole, with its title and its anchor; only paragraphs have none. */
function readBlock(block: Node, open: OpenConditions): Node[] {
  if (block.type === 'paragraph') return readParagraph(block, open)
  const conditions = open.all()
  const { node, more } = readKept(block, open)
  return under([...new Set([...conditions, ...more])], [readInside(node, open)])
}

/**
 * Reads what a node keeps as plain strings: titles, captions, descriptions. `more`: what one of them opens and does not
 * close. It holds for the node as a whole, and for what follows.
 */
function readKept(node: Node, open: OpenConditions): { node: Node; more: string[] } {
  if (node.type === 'if') return { node, more: [] }
  if (node.type === 'table') return readTable(node as Node & Table, open)
  return { node, more: readStrings(stringsKept(node), open) }
}

/** `meta` has much of what `data` has as it was written: that is not read twice. */
function stringsKept({ data, meta = {} }: Node): string[] {
  const { title, body, label, conditions: _, ...rest } = meta
  const strings = taggedStrings([data, title, body, label])
  return strings.length > 0 ? strings : taggedStrings(rest)
}

function taggedStrings(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('{%') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(taggedStrings) : []
}

function readStrings(strings: readonly string[], open: OpenConditions): string[] {
  return strings.flatMap((string) => (readString(string, open) ? open.all() : []))
}

/** Whether something is left open that this string opened. */
function readString(string: string, open: OpenConditions): boolean {
  let lowest = open.count
  for (const { name, expression } of conditionTags(string)) {
    if (name === 'if') open.enter(expression)
    if (name === 'endif') open.leave()
    lowest = Math.min(lowest, open.count)
  }
  return open.count > lowest
}

/**
 * What one header cell opens another one may close: each is told what it stands under. Where the head leaves something
 * open, it holds for the table as a whole.
 */
function readTable(table: Node & Table, open: OpenConditions): { node: Node; more: string[] } {
  const { data, meta } = table
  const around = new Set(open.all())
  const columns = Object.entries(data.definition).map(([id, column]) => {
    const begun = open.all().filter((expression) => !around.has(expression))
    readString(column.title, open)
    const title = begun.map((expression) => `{% if ${expression} %}`).join('') + column.title
    return { id, column: { ...column, title }, isAlone: begun.length === 0 }
  })
  const more = open.all()
  const definition = Object.fromEntries(columns.map(({ id, column }) => [id, column]))
  const told = new Set(columns.flatMap(({ id, isAlone }) => (isAlone ? [] : [id])))
  const cells = Object.entries(meta?.cells ?? {}).filter(([id]) => !told.has(id))
  const inRows = cells.flatMap(([id, { source }]) => (Object.hasOwn(definition, id) ? [] : [source]))
  more.push(...readStrings(taggedStrings([data.records, inRows]), open))
  return {
    node: {
      ...table,
      data: { ...data, definition },
      ...(meta && { meta: { ...meta, ...(meta.cells && { cells: Object.fromEntries(cells) }) } }),
    },
    more,
  }
}

function readInside(block: Node, open: OpenConditions): Node {
  switch (block.type) {
    case 'code':
      return { ...block, nodes: block.nodes?.map((line) => readCode(line, open)) ?? [] }
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

/** Only footnotes have tags in code. */
function readCode(line: Node, open: OpenConditions): Node {
  const nodes = line.nodes?.map((node) => (node.fragments ? { ...node, ...readFragments(node, open) } : node))
  return { ...line, nodes: nodes ?? [] }
}

function expressionOf({ data }: Node): string | undefined {
  return (data as If['data'] | undefined)?.expression
}

function readParagraph(paragraph: Node, open: OpenConditions): Node[] {
  const written = verbatimSource(paragraph as Paragraph)
  if (written === undefined) return [withInlines(paragraph, open)]
  const source = withoutTaggedComments(written)
  if (source === written && conditionTags(source).length === 0) return under(open.all(), [paragraph])
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
  const isOpen = open.count > 0
  const read = readInlines(nodes, open)
  if (!meta?.breaks || (!first && !read.some(({ type }) => type === 'if'))) return { ...block, nodes: read }
  // Once something may be left out, nobody knows where lines ended.
  const known = isOpen ? 0 : (first?.from ?? 0)
  const breaks = meta.breaks.filter((at) => at < known)
  return { ...block, meta: { ...meta, breaks }, nodes: read }
}

function readInlines(nodes: Node[], open: OpenConditions): Node[] {
  const tags = conditionTags(searchedText(nodes as InlineNode[]))
  /** How far the text is read, how many tags began before, and where the last of them ends. */
  let [at, begun, end] = [0, 0, 0]
  return nodes.flatMap(read)

  function read(node: Node): Node[] {
    if (node.leaves) return readText(node, node.leaves)
    const [conditions, isInTag] = [open.all(), at < end]
    const { more } = readKept(node, open)
    const before = open.count
    const nodes = node.nodes?.flatMap(read)
    // The target of a link is written behind its words.
    if (open.count > before) more.push(...open.all())
    const inside = { ...node, ...(nodes && { nodes }), ...readFragments(node, open) }
    return isInTag ? [] : under([...new Set([...conditions, ...more])], [inside])
  }

  function readText(node: Node, leaves: Leaf[]): Node[] {
    const length = leaves.reduce((sum, leaf) => sum + leaf.text.length, 0)
    const isUntouched = at >= end && (tags[begun]?.from ?? Number.POSITIVE_INFINITY) >= at + length
    if (!isUntouched) return leaves.flatMap(readLeaf)
    at += length
    if (isComment(node) && conditionTags(leaves.map((leaf) => leaf.text).join('')).length > 0) return []
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
