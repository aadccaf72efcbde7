// What the palette offers: pages opened lately, what can be done on this page, and whatever has the words in its name.
import { ask } from '../editor/saving/api.ts'
import { leaveFor } from '../start/connection-events.ts'
import type { PaletteWords } from '../start/place.ts'

export type Kind = 'page' | 'space' | 'site' | 'organization' | 'change-request' | 'user' | 'action' | 'place'
export type Entry = { id: string; kind: Kind; title: string; about?: string; run(): void }
export type Group = { title: string; entries: readonly Entry[] }

type Listed = { id: string; title: string; in?: string; type?: Kind; urls: { app: string } }
type Recent = Listed & { space: { title: string } }

const MOST_RECENT = 6

export async function readRecent(): Promise<Entry[]> {
  const { items } = await ask<{ items: Recent[] }>('GET', '/user/recent-pages')
  return items
    .slice(0, MOST_RECENT)
    .map(({ id, title, space, urls }) => goTo('page', { id, title, in: space.title, urls }))
}

export async function find(query: string): Promise<Entry[]> {
  const { items } = await ask<{ items: Listed[] }>(
    'GET',
    `/user/find?${new URLSearchParams({ query: query.slice(0, 200), limit: '6' })}`,
  )
  const entries = items.map((found) => goTo(found.type ?? 'page', found))
  // Pages are found by what they say, too: whatever has the words in its name comes before those.
  const named = matching(entries, query)
  return [...named, ...entries.filter((entry) => !named.includes(entry))]
}

function goTo(kind: Kind, { id, title, in: about, urls }: Listed): Entry {
  const { pathname, hash } = new URL(urls.app)
  return { id: `${kind}-${id}`, kind, title, about, run: () => leaveFor(pathname + hash) }
}

/** What this page offers, which is what one may do here. */
export function actionsHere(): Entry[] {
  const offered = document.querySelectorAll<HTMLElement>(
    '.tabs a:not([aria-current]), .heading .actions :is(a, button, summary), main summary.button, main form:not(.search) button:not([type="button"])',
  )
  const known = new Set<string>()
  return [...offered].flatMap((element, at) => {
    const title = labelOf(element)
    if (title === '' || known.has(title) || !isThere(element)) return []
    known.add(title)
    return [{ id: `action-${at}`, kind: 'action' as const, title, run: () => take(element) }]
  })
}

function labelOf(element: HTMLElement) {
  const own = element.getAttribute('aria-label') ?? element.childNodes[0]?.textContent ?? ''
  return (own.trim() || element.textContent?.trim() || '').slice(0, 80)
}

/** Rows of lists have the same buttons again and again; the page itself is where to choose one. */
function isThere(element: HTMLElement) {
  if (element.closest('.rows, .page-row, .toast, [hidden]') || element.matches(':disabled')) return false
  const fold = element.closest('details')
  return fold === null || element.matches('summary') || fold.open
}

function take(element: HTMLElement) {
  element.scrollIntoView({ block: 'center' })
  // What needs fields first is shown, not sent.
  const field = element
    .closest('form')
    ?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select')
  if (element instanceof HTMLButtonElement && field) return field.focus()
  if (element.matches('.danger')) return element.focus()
  element.click()
  if (element.matches('summary'))
    element.closest('details')?.querySelector<HTMLElement>('input:not([type="hidden"]), button')?.focus()
}

export function placesOf(words: PaletteWords): Entry[] {
  const trail = [...document.querySelectorAll<HTMLAnchorElement>('.trail a')]
  const place = (id: string, title: string, href: string): Entry => ({
    id: `place-${id}`,
    kind: 'place',
    title,
    run: () => leaveFor(href),
  })
  return [
    ...trail.map((link, at) => place(`trail-${at}`, link.textContent ?? '', link.href)).reverse(),
    place('home', words.home, '/o'),
    place('organizations', words.organizations, '/o/~organizations'),
    place('inbox', words.inbox, '/o/~inbox'),
    place('account', words.account, '/o/~account'),
  ]
}

export function matching(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ title }) => words.every((word) => title.toLocaleLowerCase().includes(word)))
}

/** An address of a published page leads to where it is written. */
export function editEntry(query: string, words: PaletteWords): Entry[] {
  if (!/^https?:\/\/\S+$/.test(query)) return []
  const href = `/o/~edit?${new URLSearchParams({ url: query })}`
  return [
    {
      id: 'published',
      kind: 'action',
      title: words.published,
      about: query,
      run: () => leaveFor(href),
    },
  ]
}

export function searchEntry(query: string, words: PaletteWords): Entry {
  const href = `/o/~search?${new URLSearchParams({ q: query })}`
  return {
    id: 'search',
    kind: 'action',
    title: words.search.replace('{query}', query),
    run: () => leaveFor(href),
  }
}
