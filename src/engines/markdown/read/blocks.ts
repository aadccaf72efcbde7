import type { Token } from 'markdown-it'
import type { Block, Code, CodeLine, Images, InlineNode, ListItem, Paragraph } from '../document.ts'
import { inlineTokens, type TokenNode, tokenTree } from '../engine/engine.ts'
import { CONTAINER } from '../engine/paired-lines.ts'
import type { ParseState } from '../engine/parse-state.ts'
import { alignedFromHtml, codeFromHtml, hintFromHtml } from '../html/html-blocks.ts'
import { inlinesFromHtml, type NoteOfLabel } from '../html/html-inlines.ts'
import { imagesFromHtml } from '../html/images-html.ts'
import { withoutTrailingLines } from '../lines/blanks.ts'
import { fingerprint } from '../model/same.ts'
import { leaf, own, verbatim, withMeta } from '../nodes.ts'
import { tableFromHtml } from '../tables/table-html.ts'
import { tableFromTokens } from '../tables/table-pipes.ts'
import { MarkdownWriter } from '../write/markdown-writer.ts'
import { writeBlocks } from '../write/write-blocks.ts'
import type { BlockSource } from './block-source.ts'
import { headingOf } from './headings.ts'
import { inlinesFromTokens } from './inlines.ts'
import { markdownImage } from './markdown-image.ts'
import { blocksOfTag } from './tag-blocks.ts'

export function blocksFrom(nodes: readonly TokenNode[], text: Omit<BlockSource, 'blocksOf'>): Block[] {
  const blocksIn: BlockSource['blocksOf'] = (inside) => inside.flatMap((node) => blocksOf(node, source))
  const source = { ...text, blocksOf: blocksIn }
  return blocksIn(nodes)
}

function blocksOf(node: TokenNode, source: BlockSource): Block[] {
  const { token } = node
  if (token.type === 'tag' || token.type === 'tag_open') return blocksOfTag(node, source)
  if (token.type === 'note' || token.type === 'reference_definition') return definition(token, source)
  const block = blockOf(node, source)
  return block ? [source.parsing.place(block, token.map)] : []
}

/** Definitions are no blocks: what they define is where it is used. */
function definition(token: Token, { parsing }: BlockSource): Block[] {
  if (!token.map) return []
  const text = token.type === 'note' ? token.markup : definitionSource(token.map, parsing)
  parsing.definitions.push(token.tag === 'first' ? { source: text, note: token.info } : { source: text })
  return []
}

function definitionSource(map: readonly [number, number], parsing: ParseState): string {
  const lines = parsing.source(map).split('\n')
  return lines.map((line) => line.replace(CONTAINER, '')).join('\n')
}

function blockOf(node: TokenNode, source: BlockSource): Block | undefined {
  const { token, children } = node
  switch (token.type) {
    case 'paragraph_open':
      return paragraphOf(children[0]?.token, source)
    case 'heading_open':
      return headingOf(token, children[0]?.token, source)
    case 'bullet_list_open':
    case 'ordered_list_open':
      return listOf(node, source)
    case 'blockquote_open':
      return { object: 'block', type: 'blockquote', nodes: source.blocksOf(children) }
    case 'hr':
      return { object: 'block', type: 'divider', data: {}, isVoid: true }
    case 'fence':
      return codeBlock(token.content, token.info)
    case 'code_block':
      return codeBlock(token.content, '')
    case 'math':
      return { object: 'block', type: 'math', data: { formula: token.content }, isVoid: true }
    case 'table_open':
      return tableFromTokens(node, source)
    case 'details_open':
      return expandableOf(node, source)
    case 'element':
    case 'html_block':
      return fromHtml(withoutTrailingLines(token.content.replace(/^ +/, '')), source)
    default:
      return token.content === '' ? undefined : verbatim(token.content)
  }
}

/** By its first element: most HTML is not looked at twice. */
function fromHtml(html: string, { notes }: BlockSource): Block {
  const name = /^<([a-z][a-z0-9]*)/i.exec(html)?.[1]?.toLowerCase() ?? ''
  const read = own(READERS, name)
  return read?.(html, notes) ?? verbatim(html)
}

const READERS: Record<string, ((html: string, notes: NoteOfLabel) => Block | undefined) | undefined> = {
  div: (html, notes) => hintFromHtml(html, notes) ?? imagesFromHtml(html, notes),
  figure: imagesFromHtml,
  picture: imagesFromHtml,
  img: imagesFromHtml,
  table: tableFromHtml,
  pre: codeFromHtml,
  p: alignedFromHtml,
  h1: alignedFromHtml,
  h2: alignedFromHtml,
  h3: alignedFromHtml,
  h4: alignedFromHtml,
  h5: alignedFromHtml,
  h6: alignedFromHtml,
}

function paragraphOf(inline: Token | undefined, source: BlockSource): Block | undefined {
  const { notes, parsing } = source
  const tokens = inlineTokens(inline, parsing)
  const [only] = tokens
  if (tokens.length === 1 && only?.type === 'image') return lonelyImage(only)
  if (tokens.length === 0) return undefined
  const { nodes, breaks, isRisky } = inlinesFromTokens(tokens, notes)
  if (inline && inline.content !== '' && isEmpty(nodes)) return verbatim(inline.content)
  const paragraph: Paragraph = { object: 'block', type: 'paragraph', nodes }
  const block = withMeta(paragraph, { breaks: breaks.length > 0 ? breaks : undefined })
  return inline && isRisky && !survives(block, inline.content, source)
    ? verbatim(withoutTabs(inline.content))
    : block
}

/** Nobody writes paragraphs of this length by hand. */
const LONGEST_CHECKED = 5000

/**
 * Damaged elements leave text behind that would be read as something else when written. Such a paragraph is kept as it
 * is. Only one with elements that mean nothing is written and read again to find out.
 */
function survives(block: Paragraph, content: string, { parsing, notes }: BlockSource): boolean {
  if (content.length > LONGEST_CHECKED) return true
  const written = writeBlocks([block], new MarkdownWriter())
  const another = parsing.another(written)
  const [first, ...rest] = tokenTree(another)
  if (first?.token.type !== 'paragraph_open' || rest.length > 0) return false
  const again = inlinesFromTokens(inlineTokens(first.children[0]?.token, another), notes)
  return (
    fingerprint(again.nodes) === fingerprint(block.nodes) &&
    again.breaks.join() === (block.meta?.breaks ?? []).join()
  )
}

/** A tab is as wide as its column says, and inside a container the column is another one. */
function withoutTabs(content: string): string {
  return content.replace(/\n[ \t]*\t[ \t]*/g, '\n    ')
}

function isEmpty(nodes: readonly InlineNode[]): boolean {
  return nodes.every((node) => node.object === 'text' && node.leaves.every((part) => part.text === ''))
}

/** `![alt](src)` with nothing beside it. */
function lonelyImage(token: Token): Images {
  const { data } = markdownImage(token)
  const { caption, size: _, ...rest } = data
  const meta = { form: 'markdown' as const, title: caption }
  const image = withMeta({ object: 'block', type: 'image', data: rest, fragments: [], isVoid: true }, meta)
  return { object: 'block', type: 'images', nodes: [image], data: {}, isVoid: false }
}

export function codeBlock(content: string, info: string): Code {
  const syntax = info.trim()
  const lines = content === '' ? [] : content.replace(/\n$/, '').split('\n')
  const nodes = lines.map((line): CodeLine => {
    return { object: 'block', type: 'code-line', nodes: [{ object: 'text', leaves: [leaf(line)] }], data: {} }
  })
  return { object: 'block', type: 'code', nodes, data: syntax === '' ? {} : { syntax } }
}

function expandableOf(node: TokenNode, source: BlockSource): Block {
  const { attributes, summary } = node.token.meta ?? {}
  const title = inlinesFromHtml(String(summary), source.notes)
  const body = source.blocksOf(node.children)
  const raw = String(attributes).trim()
  return withMeta(
    {
      object: 'block',
      type: 'expandable',
      data: {},
      fragments: [
        {
          object: 'fragment',
          fragment: 'expandable-title',
          type: 'expandable-title',
          nodes: [{ object: 'block', type: 'paragraph', nodes: title }],
        },
        { object: 'fragment', fragment: 'expandable-body', type: 'expandable-body', nodes: body },
      ],
      isVoid: true,
    },
    { attributes: raw === '' ? undefined : [raw] },
  )
}

const BOX = /^\[([ xX])\](?:[ \t]+|$)/

function listOf(node: TokenNode, source: BlockSource): Block {
  const items = node.children.map((item) => source.parsing.place(itemOf(item, source), item.token.map))
  const isLoose = node.children.some(({ token }, index) => index > 0 && isAfterBlank(token, source.parsing))
  const meta = { loose: isLoose || undefined }
  if (node.token.type === 'ordered_list_open') {
    const start = node.token.attrGet('start')
    const data = start === null ? {} : { start: Number(start) }
    return withMeta({ object: 'block', type: 'list-ordered', nodes: items, data }, meta)
  }
  const isTasks = items.length > 0 && items.every((item) => item.data?.checked !== undefined)
  return withMeta({ object: 'block', type: isTasks ? 'list-tasks' : 'list-unordered', nodes: items }, meta)
}

function isAfterBlank({ map }: Token, { lines }: ParseState): boolean {
  return map !== null && /^[\s>]*$/.test(lines[map[0] - 1] ?? '')
}

function itemOf(item: TokenNode, source: BlockSource): ListItem {
  const checked = takeBox(item.children[0], source.parsing)
  const nodes = source.blocksOf(item.children)
  const data = checked === undefined ? {} : { data: { checked } }
  return { object: 'block', type: 'list-item', nodes, ...data }
}

/** Takes `[x]` off the beginning of an item's text. */
function takeBox(first: TokenNode | undefined, parsing: ParseState): boolean | undefined {
  const inline = first?.token.type === 'paragraph_open' ? first.children[0]?.token : undefined
  const box = BOX.exec(inline?.content ?? '')
  if (!inline || !box) return undefined
  inline.children = inlineTokens(inline, parsing)
  const [start] = inline.children
  if (start?.type !== 'text' || !start.content.startsWith(`[${box[1]}]`)) return undefined
  start.content = start.content.replace(/^\[[ xX]\][ \t]*/, '')
  inline.content = inline.content.slice(box[0].length)
  return box[1] !== ' '
}
