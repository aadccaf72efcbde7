// One HTML page: its title, what it says about itself, and its content as Markdown.
import { writeMarkdown } from '../../../markdown/write.ts'
import { checkMarkdown } from '../../archives/import-tree.ts'
import { LIMITS } from '../../limits.ts'
import { Refusal } from '../../refusal.ts'
import { makerFor } from './blocks.ts'
import { joinLists } from './join-lists.ts'
import { mainPart } from './main-part.ts'
import type { TargetUse } from './maker.ts'
import { findFormulas } from './math.ts'
import { takeNotes } from './notes.ts'
import { dropHidden, dropSurroundings } from './tidy.ts'
import {
  attribute,
  type Element,
  findElement,
  findElements,
  isBlank,
  isElement,
  parseHtml,
  textOf,
  visit,
  wordsOf,
} from './tree.ts'

export type HtmlOptions = {
  /** The target to write for what a page names; undefined for what must not be linked. `base` is what it starts from. */
  targetOf: (written: string, use: TargetUse, base?: string) => string | undefined
  /** What the pages of one kind of source need first; may answer the part that holds the content. */
  prepare?: (root: Element) => Element | undefined
  /** Content has no navigation around it when somebody exported it. */
  isWholeSite?: boolean
  /** Anchors that other pages link to. */
  linkedTo?: ReadonlySet<string>
  /** When the page names none. */
  title?: string
}

export type HtmlPage = { title: string; description?: string; markdown: string }

export function htmlPage(source: string, options: HtmlOptions): HtmlPage {
  const root = parseHtml(source)
  const about = aboutPage(root)
  findFormulas(root)
  const prepared = options.prepare?.(root) ?? root
  dropHidden(prepared)
  joinLists(prepared)
  if (options.isWholeSite) dropSurroundings(prepared)
  const content = options.isWholeSite ? mainPart(prepared) : prepared
  const heading = takeTitle(content, prepared)
  const title = heading || about.title || options.title || 'Untitled'
  if (textOf(content).length > LIMITS.pageBytes)
    throw new Refusal('too_large', `the page “${title.slice(0, 80)}” has more than 2 MB of text`)
  const anchors = anchorsIn(content)
  const maker = makerFor({
    // Our anchors are in lower case.
    targetOf: (written, use) =>
      written.startsWith('#') ? written.toLowerCase() : options.targetOf(written, use, about.base),
    notes: takeNotes(content),
    isLinkedTo: (id) => anchors.has(id) || (options.linkedTo?.has(id) ?? false),
  })
  const nodes = maker.blocks(content.children)
  const markdown = writeMarkdown({ object: 'document', data: {}, nodes })
  return { title, description: about.description, markdown: checkMarkdown(markdown, title) }
}

/** What the head of the page says: its title without the name of the site, its description, where links start from. */
function aboutPage(root: Element) {
  const title = findElement(root, ({ name }) => name === 'title')
  const base = findElement(root, (node) => node.name === 'base' && attribute(node, 'href') !== undefined)
  const metas = findElements(root, ({ name }) => name === 'meta')
  const said = (name: string) => {
    const meta = metas.find((node) => (attribute(node, 'name') ?? attribute(node, 'property')) === name)
    return (meta && attribute(meta, 'content')?.trim()) || undefined
  }
  const site = said('og:site_name')
  const words = title ? wordsOf(title) : ''
  const [first = '', ...rest] = words.split(/ [|·–—-] /)
  const isSiteLast = site !== undefined && rest.at(-1) === site
  return {
    title: isSiteLast ? words.slice(0, words.length - site.length - 3).trim() : first || words,
    description: said('description') ?? said('og:description'),
    base: base && attribute(base, 'href'),
  }
}

/** The first heading of the highest level, taken out of the content when it is the only one of that level. */
function takeTitle(content: Element, whole: Element): string {
  const inside = findElements(content, ({ name }) => name === 'h1')
  const [only] = inside.length > 0 ? inside : findElements(whole, ({ name }) => name === 'h1')
  if (!only) return ''
  const title = wordsOf(only)
  if (title !== '' && (inside.length === 1 || isFirst(content, only))) {
    only.name = 'span'
    only.children = []
  }
  return title
}

/** Whether nothing can be read before it. */
function isFirst(content: Element, heading: Element): boolean {
  for (const child of content.children) {
    if (child === heading) return true
    if (isElement(child) && findElement(child, (node) => node === heading)) return isFirst(child, heading)
    if (!isBlank(child)) return false
  }
  return false
}

function anchorsIn(content: Element) {
  const anchors = new Set<string>()
  visit(content, (node) => {
    const href = node.name === 'a' ? attribute(node, 'href') : undefined
    if (href?.startsWith('#') && href.length > 1) anchors.add(href.slice(1))
  })
  return anchors
}
