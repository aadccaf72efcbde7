// Footnotes: a call in the text, and a text at the end of the page that links back to it.
import {
  attribute,
  type Element,
  findElement,
  isBlank,
  isElement,
  type Node,
  removeElements,
  wordsOf,
} from './tree.ts'

export type NoteOfLink = (link: Element) => readonly Node[] | undefined

/** Takes the texts of footnotes off the page; answers which one a link calls. */
export function takeNotes(root: Element): NoteOfLink {
  const targets = targetsOf(root)
  const texts = new Map<string, Element>()
  const taken = new Set<Element>()
  const asked = new Set<string>()
  const look = (node: Element) => {
    const called = node.name === 'a' ? calledBy(node) : undefined
    const place = called === undefined ? undefined : targets.get(called)
    if (called === undefined || !place || asked.has(called) || asked.size >= MOST) return
    asked.add(called)
    const { block } = place
    const said = `${attribute(block, 'class') ?? ''} ${attribute(block, 'role') ?? ''} ${called}`
    if (!linkBack(block, ownIds(node)) && !NOTES.test(said)) return
    texts.set(called, block)
    taken.add(block)
  }
  // The text of a footnote links back, and that is no call.
  const walk = (node: Element) => {
    for (const child of node.children) {
      if (!isElement(child) || taken.has(child)) continue
      look(child)
      walk(child)
    }
  }
  walk(root)
  if (taken.size === 0) return () => undefined
  removeElements(root, (node) => taken.has(node))
  for (const block of taken) removeElements(block, isBackLink)
  dropEmptyLists(root)
  return (link) => texts.get(calledBy(link) ?? '')?.children
}

/** Each is looked at by itself, which costs what its text is long. */
const MOST = 2_000
const NOTES = /(?:^|[\s-_])(?:fn|ftnt|footnote|endnote|cite_note|doc-endnote|doc-footnote)/i

/** `[1]`, `1`, `*`: what calls a footnote. */
function isShort(link: Element) {
  return /^\[?[\d\p{L}*†‡§]{1,3}\]?$/u.test(wordsOf(link, 10))
}

function calledBy(link: Element) {
  const href = attribute(link, 'href')
  return href?.startsWith('#') && href.length > 1 && isShort(link) ? decoded(href.slice(1)) : undefined
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type NotePlace = { block: Element }
const BLOCKS = new Set(['li', 'p', 'div', 'aside', 'dd', 'section'])

/** What each anchor belongs to: itself, or the paragraph that begins with it. */
function targetsOf(root: Element) {
  const found = new Map<string, NotePlace>()
  const known = new Map<Element, boolean>()
  const isNote = (block: Element) => {
    const is = known.get(block) ?? !holdsMore(block)
    known.set(block, is)
    return is
  }
  const walk = (node: Element, block: Element) => {
    for (const child of node.children) {
      if (!isElement(child)) continue
      const holder = BLOCKS.has(child.name) ? child : block
      const id = attribute(child, 'id') ?? (child.name === 'a' ? attribute(child, 'name') : undefined)
      if (id && holder !== root && isNote(holder) && !found.has(id)) found.set(id, { block: holder })
      walk(child, holder)
    }
  }
  walk(root, root)
  return found
}

/** Half of the page is no footnote. */
function holdsMore(block: Element) {
  return findElement(block, ({ name }) => /^h[1-6]$|^table$/.test(name)) !== undefined
}

function ownIds(link: Element) {
  return [attribute(link, 'id'), attribute(link, 'name')].flatMap((id) => (id ? [`#${id}`] : []))
}

/** A link from the text back to the call; where the call has no id of its own, any link back to one. */
function linkBack(block: Element, ids: string[]) {
  return findElement(block, (node) => {
    const href = node.name === 'a' ? attribute(node, 'href') : undefined
    return href !== undefined && (ids.includes(href) || isBackLink(node))
  })
}

function isBackLink(node: Element) {
  if (node.name !== 'a' || !attribute(node, 'href')?.startsWith('#')) return false
  const isNamed = /backref|footnote-back|reversefootnote/.test(
    `${attribute(node, 'class')} ${attribute(node, 'role')}`,
  )
  return isNamed || /^(?:(?:↩|↑|⤴|\^|\ufe0e|\ufe0f|\s)+|\[\d+\])$/u.test(wordsOf(node, 20))
}

/** The list of footnotes, its heading and the rule above it, when nothing is left in it. */
function dropEmptyLists(root: Element) {
  const isEmpty = (node: Element) => isBlank(node) && !findElement(node, ({ name }) => name === 'img')
  removeElements(
    root,
    (node) => (node.name === 'ol' || node.name === 'ul' || node.name === 'dl') && isEmpty(node),
  )
  removeElements(root, (node) => {
    const isNotes = /footnotes|endnotes/.test(`${attribute(node, 'class')} ${attribute(node, 'role')}`)
    return (
      isNotes &&
      node.children.every(
        (child) => !isElement(child) || /^(?:h[1-6]|hr)$/.test(child.name) || isEmpty(child),
      )
    )
  })
}
