import type { Block, Code, InlineNode, JSONDocument, Table, TagProps } from './document.ts'
import { isElementName } from './html/element-names.ts'
import { decodeHtml } from './html/html-text.ts'
import { tagAt } from './html/html-tree.ts'
import { Anchors } from './names/slugs.ts'
import { childrenOf, fragmentNamed, fragmentsOf, heldBy, inlinesOf, own } from './nodes.ts'
import { parseMarkdown } from './parse.ts'
import { alertIn } from './read/alerts.ts'
import { codeInfo } from './read/code-info.ts'
import { formatted, plainTitle } from './read/titles.ts'

export type TextSection = { id: string; title: string; body: string }

/** What is where a document includes a text, by what the include says; undefined where nothing does. */
export type Include = (target: string) => { document: JSONDocument; include: Include } | undefined

/** From heading to heading, as plain text. What is before the first heading has no title. */
export function sectionsOf(text: string): TextSection[] {
  return sectionsIn(parseMarkdown(text, { hasKeys: false }))
}

export function sectionsIn(document: JSONDocument, included: Include = () => undefined): TextSection[] {
  const sections: { id: string; title: string; lines: string[] }[] = [{ id: '', title: '', lines: [] }]
  let anchors: Anchors | undefined
  const own = (id: string) => id
  const visit = (block: Block, include: Include, idOf: (id: string) => string): void => {
    const id = idOf(anchorOf(block))
    if (block.type.startsWith('heading-')) {
      sections.push({ id, title: textOf(inlinesOf(block)).trim(), lines: [] })
      return
    }
    if (block.type === 'reusable-content') {
      const { ref } = block.data
      const found = ref.kind === 'reusable-content' ? include(ref.reusableContent) : undefined
      for (const child of found?.document.nodes ?? []) visit(child, found?.include ?? include, otherId)
      return
    }
    const said = ownText(block)
    if (said !== '') sections.at(-1)?.lines.push(said)
    if (block.type === 'code') return
    for (const child of saidIn(block)) visit(child, include, idOf)
  }
  for (const block of document.nodes) visit(block, included, own)
  const [first, ...rest] = sections.map(({ id, title, lines }) => ({ id, title, body: lines.join('\n') }))
  return first && first.body === '' ? rest : first ? [first, ...rest] : rest

  /** On the page too, ids of what is included give way to its own, and to what was included before. */
  function otherId(id: string) {
    anchors ??= anchorsIn(document.nodes)
    return id === '' ? id : anchors.unique(id)
  }
}

/** What leads to a block on the page, where schemas have no place of their own. */
function anchorOf({ type, meta }: Block): string {
  return type === 'openapi-schemas' ? '' : (meta?.id ?? '')
}

function anchorsIn(blocks: readonly Block[]) {
  const anchors = new Anchors()
  const left = [...blocks]
  for (let block = left.pop(); block; block = left.pop()) {
    anchors.reserve(anchorOf(block))
    for (const child of childrenOf(block)) left.push(child)
    for (const { nodes } of fragmentsOf(block)) for (const child of nodes) left.push(child)
  }
  return anchors
}

export function plainText(document: JSONDocument): string {
  return document.nodes
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n')
}

const PREVIEW_LENGTH = 150

/** The beginning of a block's text, for a list of comments or changes. */
export function previewOf(document: JSONDocument, key: string): string | undefined {
  const block = findBlock(document.nodes, key)
  if (!block) return undefined
  const text = blockText(block).replace(/\s+/g, ' ').trim()
  return [...text].length <= PREVIEW_LENGTH ? text : `${[...text].slice(0, PREVIEW_LENGTH - 1).join('')}…`
}

function findBlock(blocks: readonly Block[], key: string): Block | undefined {
  for (const block of blocks) {
    if (block.key === key) return block
    const inner = findBlock(childrenOf(block), key)
    if (inner) return inner
    for (const fragment of fragmentsOf(block)) {
      const found = findBlock(fragment.nodes, key)
      if (found) return found
    }
  }
  return undefined
}

function blockText(block: Block): string {
  const parts = [ownText(block)]
  if (block.type !== 'code') for (const child of saidIn(block)) parts.push(blockText(child))
  return parts.filter((part) => part !== '').join('\n')
}

/** The blocks in a block, without the `[!NOTE]` that makes a hint of a quote, and without what it says by itself. */
function saidIn(block: Block): readonly Block[] {
  if (block.type === 'expandable') return heldBy(block)
  const inside = childrenOf(block)
  if (block.type === 'blockquote') return alertIn(inside)?.nodes ?? inside
  return [...inside, ...fragmentsOf(block).flatMap(({ nodes }) => nodes)]
}

/** What a block says by itself. A tag or an element that was kept as it is says nothing. */
function ownText(block: Block): string {
  switch (block.type) {
    case 'code':
      return codeText(block)
    case 'expandable':
      return (fragmentNamed(block, 'expandable-title')?.nodes ?? []).map(formattedText).join('\n')
    case 'math':
      return block.data.formula
    case 'tabs-item':
      return plainTitle(block.data.title ?? '')
    case 'update':
      return [block.data.date, ...(block.data.tags ?? [])].filter(Boolean).join(' ')
    case 'prompt':
      return plainTitle(block.data.description ?? '')
    case 'api-method':
    case 'api-method-part':
      return propsText(block.data.props)
    case 'image':
      return block.data.alt ?? ''
    case 'table':
      return titlesOf(block)
    case 'paragraph':
      if (block.meta?.markdown !== undefined) return withoutMarkup(block.meta.markdown)
      return block.data?.align === undefined ? textOf(block.nodes) : formattedText(block)
    default:
      return textOf(inlinesOf(block))
  }
}

function formattedText(block: Block): string {
  return textOf(formatted(inlinesOf(block)))
}

/** With its title, which may be behind the fence. */
function codeText({ data, nodes }: Code): string {
  const title = data.title ?? codeInfo(data.syntax).title
  const lines = nodes.map((line) => textOf(line.nodes))
  return (title ? [title, ...lines] : lines).join('\n')
}

/** Of the attributes that a reader gets to see. */
function propsText(props: TagProps): string {
  const values = ['method', 'path', 'summary', 'name', 'status', 'description'].map((name) =>
    own(props, name),
  )
  return values.filter((value) => typeof value === 'string' && value !== '').join(' ')
}

/** Whether readers see nothing of it: a comment, or the tag of an element. A placeholder like `<name>` they see. */
function isMarkup(source: string): boolean {
  if (/^<[!?]/.test(source)) return true
  const tag = tagAt(source, 0)
  return tag !== undefined && isElementName(tag.name)
}

/** Of elements whose names nobody knows the tags are text where they have no end. */
function withoutMarkup(source: string): string {
  const said = withoutTags(withoutComments(source))
  const closed = new Set(Array.from(said.matchAll(/<\/([A-Za-z][\w-]*)/g), ([, name]) => name?.toLowerCase()))
  const text = said.replace(/<\/?([A-Za-z][\w-]*)(?:[^\w<>-][^<>]*)?>/g, (tag, written: string) => {
    const name = written.toLowerCase()
    return isElementName(name) || closed.has(name) ? ' ' : tag
  })
  return decodeHtml(text)
    .replace(/[ \t]+/g, ' ')
    .trim()
}

/** Comments that end; what follows one that does not is text. */
function withoutComments(source: string): string {
  return withoutPairs(source, '<!--', '-->')
}

/** Tags are in one line. */
function withoutTags(source: string): string {
  if (!source.includes('{%')) return source
  return source
    .split('\n')
    .map((line) => withoutPairs(line, '{%', '%}'))
    .join('\n')
}

/** A pattern would look for the end again from every beginning that has none. */
function withoutPairs(text: string, opening: string, closing: string): string {
  let [kept, from] = ['', 0]
  for (;;) {
    const open = text.indexOf(opening, from)
    const close = open < 0 ? -1 : text.indexOf(closing, open + opening.length)
    if (close < 0) return kept + text.slice(from)
    kept += `${text.slice(from, open)} `
    from = close + closing.length
  }
}

function titlesOf(table: Table): string {
  const titles = Object.values(table.data.definition).map((definition) => definition.title)
  return titles.filter((title) => title !== '').join(' ')
}

function textOf(nodes: readonly InlineNode[]): string {
  let out = ''
  for (const node of nodes) {
    if (node.object === 'text') {
      if (node.meta?.markdown === undefined) for (const part of node.leaves) out += part.text
      else if (!isMarkup(node.meta.markdown)) out += node.meta.markdown
      continue
    }
    switch (node.type) {
      case 'link':
      case 'annotation':
        out += textOf(node.nodes)
        break
      case 'button':
        out += node.data.label
        break
      case 'inline-math':
        out += node.data.formula
        break
      case 'mention':
        out += node.meta?.label ?? ''
        break
      default:
    }
  }
  return out
}
