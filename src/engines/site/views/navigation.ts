// The tree in the sidebar, written once for each revision and audience and cut together for each view.
//
// How it scales. A level is opened and every entry written once, when it is first shown. While the whole tree weighs no more than
// WHOLE_TREE, all of it is in every page: branches are `<details>`, the ones above the current page stand open. Beyond
// that a page has the top level, the entries beside each page above the current one, and the pages below it; any other
// branch comes from `{home}/~navigation/{id}` when it is opened. Of a level with more than MOST_SIBLINGS entries a page
// has those around the one that is open. So a view costs, in time and bytes, (depth of the page) × MOST_SIBLINGS
// entries at most, of 10,000 pages or of 100: about 10 KB for a level, whatever the site.
//
// Without script nothing is lost: a closed branch is also a link to its page (a group: to its first page), and that
// page has the branch open; what was cut off from a level is a link to the first page of the rest.

import { breakableName } from '../../html/break-words.ts'
import type { Html } from '../../html/html.ts'
import { alreadyHtml, html } from '../../html/html.ts'
import { type Words, wordsOf } from '../languages/words.ts'
import type { NavigationEntry, SiteModel } from '../model.ts'
import { leadsOut, safeAddress } from '../safe-address.ts'
import { changeView } from './banner-view.ts'
import { signView } from './sign.ts'

const WHOLE_TREE = 16_000
const MOST_SIBLINGS = 100
const AROUND = MOST_SIBLINGS / 2
/** How `{home}/~navigation/{id}` calls the level that has no page above it. */
export const TOP = 'top'

type Entry = {
  id: string
  shown: NavigationEntry
  isHeading: boolean
  owner: Entry | undefined
  below: Level | undefined
  /** The rest is made when it is requested: of ten thousand pages beside each other, a hundred are shown. */
  link?: EntryLink
  /** Sign and title, as HTML. */
  inside?: string
  /** As it is written where the current page is elsewhere. */
  closed?: string
}
/** `attributes`: beside the address. */
type EntryLink = { href: string | undefined; attributes: string }
type Level = { owner: Entry | undefined; open(): readonly Entry[] }

export type Navigation = {
  top: Level
  isWhole: boolean
  words: Words
  home: string
  /** Whether what leads out opens in a new tab. */
  isBlank: boolean
}

export function openNavigation(
  entries: readonly NavigationEntry[],
  { home, language, look }: Pick<SiteModel, 'home' | 'language' | 'look'>,
): Navigation {
  const isBlank = look.externalLinks.target === 'blank'
  const words = wordsOf(language, look.internationalization.locale)
  const top = levelOf(() => entries, { owner: undefined, depth: 0 })
  const about = { words, home, isBlank }
  return { ...about, top, isWhole: roomAfter(top, about, WHOLE_TREE) >= 0 }
}

/** Ids of pages, from the top down to the one that is meant. */
type Way = readonly string[]

/** The tree as shown beside a page. A page that is not in it is marked nowhere. */
export function navigationAt(navigation: Navigation, way: Way): Html {
  const open = entriesOn(navigation, way) ?? []
  const standing = { open: new Set(open), current: open.at(-1) }
  return alreadyHtml(`<ul class="tree">${levelText(navigation.top, navigation, standing)}</ul>`)
}

/** What is below an entry, for a reader who opens it: list items, from the one and up to the other. */
export function branchOf(navigation: Navigation, way: Way, from = 0, to?: number): Html | undefined {
  const level = way.length === 0 ? navigation.top : entriesOn(navigation, way)?.at(-1)?.below
  if (!level) return
  return alreadyHtml(rangeText(level, navigation, { from, to: to ?? level.open().length }))
}

function entriesOn({ top }: Navigation, way: Way): Entry[] | undefined {
  const entries: Entry[] = []
  let level: Level | undefined = top
  for (const id of way) {
    const entry: Entry | undefined = level?.open().find((one) => one.id === id)
    if (!entry) return
    entries.push(entry)
    level = entry.below
  }
  return entries
}

type Place = { owner: Entry | undefined; depth: number }

function levelOf(list: () => readonly NavigationEntry[], place: Place): Level {
  let entries: Entry[] | undefined
  return {
    owner: place.owner,
    open() {
      entries ??= list().map((entry) => entryOf(entry, place))
      return entries
    },
  }
}

function entryOf(shown: NavigationEntry, { owner, depth }: Place): Entry {
  const isHeading = shown.kind === 'group' && depth === 0
  const entry: Entry = { id: shown.id, shown, isHeading, owner, below: undefined }
  if (shown.children) entry.below = levelOf(shown.children, { owner: entry, depth: depth + 1 })
  return entry
}

type About = Pick<Navigation, 'words' | 'home' | 'isBlank'>

function linkOf(entry: Entry, { isBlank }: About): EntryLink {
  entry.link ??= readLink(entry.shown, isBlank)
  return entry.link
}

function readLink(shown: NavigationEntry, isBlank: boolean): EntryLink {
  const href = safeAddress(shown.href())
  const isOut = shown.kind === 'link' && href !== undefined && leadsOut(href)
  return {
    href,
    attributes: isOut ? ` class="out" rel="noopener"${isBlank ? ' target="_blank"' : ''}` : '',
  }
}

function insideOf(entry: Entry, { words }: About): string {
  const { title, change } = entry.shown
  entry.inside ??=
    html`${signView(entry.shown)}<span>${breakableName(title)}</span>${change && changeView(words, change)}`.text
  return entry.inside
}

/** What is left of some room once a level is in it, with all below. Below zero there is none, however little. */
function roomAfter(level: Level, about: About, room: number): number {
  let left = room
  for (const entry of level.open()) {
    if (left < 0) break
    left -= (linkOf(entry, about).href?.length ?? 0) + insideOf(entry, about).length + 30
    if (entry.below) left = roomAfter(entry.below, about, left - 80)
  }
  return left
}

function closedOf(entry: Entry, navigation: Navigation): string {
  entry.closed ??= entryText(entry, navigation, NOTHING_OPEN)
  return entry.closed
}

type Standing = { open: ReadonlySet<Entry>; current: Entry | undefined }
const NOTHING_OPEN: Standing = { open: new Set(), current: undefined }

function entryText(entry: Entry, navigation: Navigation, standing: Standing): string {
  const { below } = entry
  const { words, home, isWhole } = navigation
  const item = entry.isHeading ? '<li class="group">' : '<li>'
  if (entry.isHeading && isWhole) {
    const pages = below ? `<ul>${levelText(below, navigation, standing)}</ul>` : ''
    return `${item}<p>${insideOf(entry, navigation)}</p>${pages}</li>`
  }
  const line = lineText(entry, navigation, standing.current === entry)
  if (!below) return `${item}${line}</li>`
  const summary = html`<summary aria-label="${words.pagesBelow({ title: entry.shown.title })}"></summary>`
    .text
  const isOpen = standing.open.has(entry)
  if (!isOpen && !isWhole) {
    const details = html`<details data-branch="${home}/~navigation/${encodeURIComponent(entry.id)}">`.text
    return `${item}${line}${details}${summary}<ul></ul></details></li>`
  }
  const pages = levelText(below, navigation, standing)
  return `${item}${line}<details${isOpen ? ' open' : ''}>${summary}<ul>${pages}</ul></details></li>`
}

function lineText(entry: Entry, about: About, isCurrent: boolean): string {
  const { href, attributes } = linkOf(entry, about)
  const inside = insideOf(entry, about)
  if (href === undefined) return `<p>${inside}</p>`
  return `${html`<a href="${href}"`.text}${attributes}${isCurrent ? ' aria-current="page"' : ''}>${inside}</a>`
}

function levelText(level: Level, navigation: Navigation, standing: Standing): string {
  const entries = level.open()
  if (navigation.isWhole || entries.length <= MOST_SIBLINGS) return entriesText(entries, navigation, standing)
  const at = entries.findIndex((entry) => standing.open.has(entry))
  const from = Math.max(0, Math.min(at - AROUND, entries.length - MOST_SIBLINGS))
  const to = from + MOST_SIBLINGS
  return (
    moreText(level, navigation, { from: 0, to: from }) +
    entriesText(entries.slice(from, to), navigation, standing) +
    moreText(level, navigation, { from: to, to: entries.length })
  )
}

function rangeText(level: Level, navigation: Navigation, { from, to }: Range): string {
  const entries = level.open()
  const start = Math.max(0, Math.min(from, entries.length))
  const end = Math.min(to, start + MOST_SIBLINGS, entries.length)
  const shown = entriesText(entries.slice(start, end), navigation, NOTHING_OPEN)
  return shown + moreText(level, navigation, { from: end, to: Math.min(to, entries.length) })
}

type Range = { from: number; to: number }

function moreText(level: Level, navigation: Navigation, { from, to }: Range): string {
  if (from >= to) return ''
  const first = level.open()[from]
  const href = first && linkOf(first, navigation).href
  const { home, words } = navigation
  const id = level.owner ? encodeURIComponent(level.owner.id) : TOP
  return html`<li class="more"><a href="${href}" data-more="${home}/~navigation/${id}?from=${from}&amp;to=${to}">${words.morePages({ count: to - from })}</a></li>`
    .text
}

function entriesText(entries: readonly Entry[], navigation: Navigation, standing: Standing): string {
  let text = ''
  for (const entry of entries)
    text += standing.open.has(entry) ? entryText(entry, navigation, standing) : closedOf(entry, navigation)
  return text
}
