// Content small enough to write down and to draw, for tests: three snapshots of it, and the merge done on them as by a
// caller that reads revisions.
import { freeSlug } from '../../src/engines/content/draft/slugs.ts'
import { mergeContent } from '../../src/engines/content/merge/merge.ts'
import type { Conflict, MergeInput, Sides } from '../../src/engines/content/merge/types.ts'
import type { PageRecord } from '../../src/engines/content/records.ts'

/** The content of one side. A text is its own hash here. */
export type Snapshot = { pages: Map<string, PageRecord>; lists: Map<string, string[]> }

/** Pages from an outline: `a b(c d)` is a and b at the top, c and d below b; each is also its own slug and title. */
export function site(outline: string): Snapshot {
  const made: Snapshot = { pages: new Map(), lists: new Map() }
  const above: string[] = []
  for (const word of outline.match(/[^\s()]+|[()]/g) ?? []) {
    if (word === ')') above.pop()
    else if (word === '(') above.push([...made.pages.keys()].at(-1) ?? '')
    else add(made, word, above.at(-1) ?? '')
  }
  return made
}

/** The outline again, by slugs or by ids. */
export function outlineOf({ pages, lists }: Snapshot, key: 'id' | 'slug' = 'id', above = ''): string {
  const words = (lists.get(above) ?? []).map((id) => {
    const below = outlineOf({ pages, lists }, key, id)
    return (pages.get(id)?.[key] ?? '?') + (below && `(${below})`)
  })
  return words.join(' ')
}

const TIME = '2026-01-01T00:00:00.000Z'

export function add(
  to: Snapshot,
  id: string,
  above: string,
  { slug = id, at = Number.POSITIVE_INFINITY } = {},
) {
  const page: PageRecord = {
    ...{ id, type: 'document', title: id, slug: freeSlugBelow(to, above, slug), parent: above || null },
    ...{ children: null, body: `1 ${id}\n2 ${id}\n3 ${id}\n`, createdAt: TIME, updatedAt: TIME },
  }
  to.pages.set(id, page)
  insert(to, id, above, at)
}

function insert({ lists }: Snapshot, id: string, above: string, at = Number.POSITIVE_INFINITY) {
  lists.set(above, (lists.get(above) ?? []).toSpliced(at, 0, id))
}

export function pageOf({ pages }: Snapshot, id: string) {
  const page = pages.get(id)
  if (!page) throw new Error(`no page ${id}`)
  return page
}

export function set(to: Snapshot, id: string, fields: Partial<PageRecord>) {
  to.pages.set(id, { ...pageOf(to, id), ...fields })
}

function take(from: Snapshot, id: string) {
  const above = pageOf(from, id).parent ?? ''
  const rest = (from.lists.get(above) ?? []).filter((other) => other !== id)
  if (rest.length > 0) from.lists.set(above, rest)
  else from.lists.delete(above)
}

export function move(from: Snapshot, id: string, above: string, at?: number) {
  take(from, id)
  set(from, id, { parent: above || null, slug: freeSlugBelow(from, above, pageOf(from, id).slug) })
  insert(from, id, above, at)
}

export function remove(from: Snapshot, id: string) {
  for (const below of from.lists.get(id) ?? []) remove(from, below)
  take(from, id)
  from.pages.delete(id)
}

export function freeSlugBelow({ pages, lists }: Snapshot, above: string, slug: string) {
  return freeSlug(slug, new Set(lists.get(above)?.map((id) => pages.get(id)?.slug ?? '')))
}

export function edited(snapshot: Snapshot, edit: (copy: Snapshot) => void) {
  const copy = { pages: new Map(snapshot.pages), lists: new Map(snapshot.lists) }
  edit(copy)
  return copy
}

type Three = { base: Snapshot; ours: Snapshot; theirs: Snapshot }

const NOTHING_ELSE = {
  files: new Map(),
  reusables: new Map(),
  freePaths: new Map(),
  stays: new Set<string>(),
  variables: {},
  published: 'ours' as const,
  repository: 'ours' as const,
}

/** What a caller that compares three snapshots hands over. */
export function inputOf(three: Three): MergeInput {
  const pages = changed(three, ({ pages }) => pages)
  const listed = ({ pages, lists }: Snapshot) =>
    new Map([...lists].map(([above, ids]) => [above, ids.map((id) => `${id}/${pages.get(id)?.slug}`)]))
  const order = new Map<string, Sides<string[]>>()
  const slugs = new Map<string, Map<string, string>>()
  for (const above of changed(three, listed).keys()) {
    order.set(
      above,
      sidesOf(three, ({ lists }) => lists.get(above)),
    )
    slugs.set(above, new Map([...slugsBelow(three.ours, above), ...slugsBelow(three.theirs, above)]))
  }
  const bodies = new Map<string, Sides<string>>()
  for (const [id, { base, ours, theirs }] of pages) {
    const texts = {
      base: base?.body ?? undefined,
      ours: ours?.body ?? undefined,
      theirs: theirs?.body ?? undefined,
    }
    if (new Set(Object.values(texts)).size === 3) bodies.set(id, texts)
  }
  return { pages, above: aboveOf(three, pages), order, slugs, bodies, ...NOTHING_ELSE }
}

function sidesOf<T>(three: Three, part: (side: Snapshot) => T | undefined): Sides<T> {
  return { base: part(three.base), ours: part(three.ours), theirs: part(three.theirs) }
}

function changed<T>(three: Three, part: (side: Snapshot) => Map<string, T>) {
  const maps = { base: part(three.base), ours: part(three.ours), theirs: part(three.theirs) }
  const found = new Map<string, Sides<T>>()
  for (const key of new Set(Object.values(maps).flatMap((map) => [...map.keys()]))) {
    const sides = { base: maps.base.get(key), ours: maps.ours.get(key), theirs: maps.theirs.get(key) }
    const texts = Object.values(sides).map((value) => JSON.stringify(value))
    if (new Set(texts).size > 1) found.set(key, sides)
  }
  return found
}

function slugsBelow({ pages, lists }: Snapshot, above: string) {
  return (lists.get(above) ?? []).map((id): [string, string] => [id, pages.get(id)?.slug ?? ''])
}

function aboveOf({ ours, theirs }: Three, pages: MergeInput['pages']) {
  const above = new Map<string, PageRecord>()
  for (const side of [ours, theirs]) {
    for (const id of pages.keys()) {
      for (let page = side.pages.get(id); page; page = side.pages.get(page.parent ?? '')) {
        if (!pages.has(page.id)) above.set(page.id, page)
      }
    }
  }
  return above
}

export function merge(three: Three) {
  const merged = mergeContent(inputOf(three))
  const result = edited(three.ours, ({ pages, lists }) => {
    for (const [id, page] of merged.pages) {
      if (page) pages.set(id, page)
      else pages.delete(id)
      if (!page) lists.delete(id)
    }
    for (const [above, list] of merged.order) lists.set(above, list)
    for (const [above, list] of lists) if (list.length === 0) lists.delete(above)
    for (const [id, text] of merged.bodies) pages.set(id, { ...pageOf({ pages, lists }, id), body: text })
  })
  return { result, merged, conflicts: merged.conflicts, told: merged.conflicts.map(told) }
}

export const told = ({ kind, id, field }: Conflict) => `${kind} ${id} ${field}`
