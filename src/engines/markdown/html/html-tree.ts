import { type Attribute, readElementAttributes } from '../read/attributes.ts'

// Just enough HTML for this flavour: elements, text and comments with their places in the source. An element nobody
// closes is not an element, so that placeholders such as `<name>` stay what they are.

export type HtmlElement = {
  kind: 'element'
  name: string
  attributes: Attribute[]
  children: HtmlNode[]
  /** The whole element, its opening tag and its closing tag ('' for void elements). */
  source: string
  open: string
  close: string
}
export type HtmlNode = HtmlElement | { kind: 'text'; source: string } | { kind: 'other'; source: string }

const TAG =
  /<(\/?)([A-Za-z][A-Za-z0-9-]*)((?:\s+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*)\s*(\/?)>/y
const VOID = new Set(['img', 'br', 'input', 'source', 'hr'])
const DEPTH = 60

export type HtmlTag = {
  name: string
  isClosing: boolean
  isVoid: boolean
  attributes: Attribute[]
  source: string
}

/** The tag that begins at this place, if one does. */
export function tagAt(source: string, at: number): HtmlTag | undefined {
  TAG.lastIndex = at
  const match = TAG.exec(source)
  if (!match) return undefined
  const [whole, slash, name = '', attributes = '', selfClosing] = match
  const lower = name.toLowerCase()
  return {
    name: lower,
    isClosing: slash === '/',
    isVoid: selfClosing === '/' || VOID.has(lower),
    attributes: readElementAttributes(attributes) ?? [],
    source: whole,
  }
}

type Open = { tag: HtmlTag; from: number; children: HtmlNode[] }

export function parseHtml(source: string): HtmlNode[] {
  const root: HtmlNode[] = []
  const open: Open[] = []
  let at = 0
  let textFrom = 0
  // Where a comment is not closed, none after it is: asking again for each would be quadratic.
  let noCommentFrom = Number.POSITIVE_INFINITY
  const into = (): HtmlNode[] => open.at(-1)?.children ?? root
  const flush = (to: number): void => {
    if (to > textFrom) into().push({ kind: 'text', source: source.slice(textFrom, to) })
  }
  while (at < source.length) {
    const next = source.indexOf('<', at)
    if (next < 0) break
    const comment = next < noCommentFrom ? commentAt(source, next) : undefined
    if (!comment && next < noCommentFrom && source.startsWith('<!--', next)) noCommentFrom = next
    const tag = comment ? undefined : tagAt(source, next)
    const length = comment?.length ?? tag?.source.length ?? 0
    at = next + (length || 1)
    if (length === 0) continue
    flush(next)
    textFrom = at
    if (comment) into().push({ kind: 'other', source: comment })
    if (tag) takeTag(source, tag, next, open, into)
  }
  flush(source.length)
  while (open.length > 0) giveUp(open, into)
  return root
}

function commentAt(source: string, at: number): string | undefined {
  if (!source.startsWith('<!--', at)) return undefined
  const end = source.indexOf('-->', at + 4)
  return end < 0 ? undefined : source.slice(at, end + 3)
}

function takeTag(source: string, tag: HtmlTag, at: number, open: Open[], into: () => HtmlNode[]): void {
  if (tag.isClosing) {
    if (!open.some((each) => each.tag.name === tag.name)) {
      into().push({ kind: 'other', source: tag.source })
      return
    }
    while (open.at(-1)?.tag.name !== tag.name) giveUp(open, into)
    const opened = open.pop()
    if (!opened) return
    const end = at + tag.source.length
    into().push({
      ...element(opened.tag, opened.children),
      source: source.slice(opened.from, end),
      close: tag.source,
    })
    return
  }
  if (tag.isVoid) into().push(element(tag, []))
  else if (open.length >= DEPTH) into().push({ kind: 'other', source: tag.source })
  else open.push({ tag, from: at, children: [] })
}

function element(tag: HtmlTag, children: HtmlNode[]): HtmlElement {
  const { name, attributes, source } = tag
  return { kind: 'element', name, attributes, children, source, open: source, close: '' }
}

/** An element nobody closed: its tag is text, and what followed is beside it. */
function giveUp(open: Open[], into: () => HtmlNode[]): void {
  const last = open.pop()
  if (!last) return
  const beside = into()
  beside.push({ kind: 'other', source: last.tag.source })
  for (const child of last.children) beside.push(child)
}

export function elementsOf(nodes: readonly HtmlNode[], name?: string): HtmlElement[] {
  return nodes.filter((node) => node.kind === 'element').filter((node) => !name || node.name === name)
}

/** The elements when there is nothing beside them but blanks. */
export function onlyElements(nodes: readonly HtmlNode[]): HtmlElement[] | undefined {
  const elements: HtmlElement[] = []
  for (const node of nodes) {
    if (node.kind === 'element') elements.push(node)
    else if (node.kind === 'other' || node.source.trim() !== '') return undefined
  }
  return elements
}
