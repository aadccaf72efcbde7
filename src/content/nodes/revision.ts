// Reading a revision: its root, its pages by id and by path, its tree. All in a few questions, whatever its size.
import { breathe } from '../breath.ts'
import {
  type Content,
  EMPTY_ROOT,
  type FileRecord,
  type Hash,
  type PageRecord,
  type ReusableRecord,
  type Root,
  type Sibling,
} from '../records.ts'
import { allEntries, findEntries } from './map.ts'
import type { Pool } from './nodes.ts'

/** A revision opened for reading. */
export type Reading = { pool: Pool; root: Root }

/** A page with all below it. */
export type PageTree = { page: PageRecord; path: string; below: PageTree[] }

export async function readRevision(pool: Pool, hash: Hash | null): Promise<Reading> {
  if (hash === null) return { pool, root: EMPTY_ROOT }
  await pool.fetch([hash])
  return { pool, root: pool.get<Root>(hash) }
}

export function putRoot(pool: Pool, root: Root) {
  const { config = null, summary, tree } = root.kept ?? {}
  const texts = [config, summary?.text ?? null, summary?.pages ?? null, summary?.top ?? null]
  const files = tree ? [tree.files, ...partsOf(tree.content)] : []
  return pool.put(root, [...partsOf(root), ...texts, ...files])
}

function partsOf({ pages, top, files, reusables, paths }: Content) {
  return [pages, top, files, reusables, paths]
}

export function findPages({ pool, root }: Reading, ids: Iterable<string>) {
  return findEntries<PageRecord>(pool, root.pages, ids)
}

export async function findPage(reading: Reading, id: string) {
  return (await findPages(reading, [id])).get(id)
}

export async function findFile({ pool, root }: Reading, id: string) {
  return (await findEntries<FileRecord>(pool, root.files, [id])).get(id)
}

export async function findReusable({ pool, root }: Reading, id: string) {
  return (await findEntries<ReusableRecord>(pool, root.reusables, [id])).get(id)
}

export async function siblingsAt(pool: Pool, list: Hash | null): Promise<Sibling[]> {
  if (list === null) return []
  await pool.fetch([list])
  return pool.get<{ siblings: Sibling[] }>(list).siblings
}

export function putSiblings(pool: Pool, siblings: Sibling[]) {
  return siblings.length === 0 ? null : pool.put({ siblings }, [])
}

/** The page at a path of slugs; the empty path is the first page. */
export async function findPageByPath(reading: Reading, path: string): Promise<PageRecord | undefined> {
  const slugs = path.split('/').filter((slug) => slug !== '')
  let list = reading.root.top
  if (slugs.length === 0) return findFirstPage(reading)
  let page: PageRecord | undefined
  for (const slug of slugs) {
    const siblings = await siblingsAt(reading.pool, list)
    const found = siblings.find((sibling) => sibling.slug === slug)
    page = found && (await findPage(reading, found.id))
    if (!page) return
    list = page.children
  }
  return page
}

async function findFirstPage(reading: Reading) {
  const [first] = await siblingsAt(reading.pool, reading.root.top)
  return first && findPage(reading, first.id)
}

/** Every page above the given ones, together with them. */
export async function withAncestors(reading: Reading, ids: Iterable<string>) {
  const known = new Map<string, PageRecord>()
  let wanted = new Set(ids)
  while (wanted.size > 0) {
    const above = new Set<string>()
    for (const [id, page] of await findPages(reading, wanted)) {
      known.set(id, page)
      if (page.parent !== null && !known.has(page.parent)) above.add(page.parent)
    }
    wanted = above
  }
  return known
}

/** Pages by their ids with the path of each; those that are not there are left out. */
export async function findPagesWithPaths(reading: Reading, ids: string[]) {
  const known = await withAncestors(reading, ids)
  const found = new Map<string, { page: PageRecord; path: string }>()
  for (const id of ids) {
    const page = known.get(id)
    if (page) found.set(id, { page, path: pathIn(known, page) })
  }
  return found
}

export function pathIn(pages: Map<string, PageRecord>, page: PageRecord): string {
  const above = page.parent === null ? undefined : pages.get(page.parent)
  return above ? `${pathIn(pages, above)}/${page.slug}` : page.slug
}

/** The whole tree: all pages and all lists at once, then put together. */
export async function wholeTree({ pool, root }: Reading): Promise<PageTree[]> {
  const pages = new Map<string, PageRecord>()
  for (const page of await allEntries<PageRecord>(pool, root.pages)) pages.set(page.id, page)
  await breathe()
  const lists = [root.top]
  for (const { children } of pages.values()) if (children !== null) lists.push(children)
  await pool.fetch(lists)
  await breathe()
  return treesIn(root.top, '')

  function treesIn(list: Hash | null, above: string): PageTree[] {
    if (list === null) return []
    const trees: PageTree[] = []
    for (const { id } of pool.get<{ siblings: Sibling[] }>(list).siblings) {
      const page = pages.get(id)
      if (!page) continue
      const path = above === '' ? page.slug : `${above}/${page.slug}`
      trees.push({ page, path, below: treesIn(page.children, path) })
    }
    return trees
  }
}

/** The tree below a list, level by level: two questions a level. */
export async function treeAt(reading: Reading, list: Hash | null, above = ''): Promise<PageTree[]> {
  const top: PageTree[] = []
  let level = [{ list, above, into: top }]
  while (level.length > 0) {
    const lists = level.filter((one) => one.list !== null)
    await reading.pool.fetch(lists.map((one) => one.list))
    const places = lists.flatMap(({ list, above, into }) =>
      reading.pool
        .get<{ siblings: Sibling[] }>(list ?? '')
        .siblings.map((sibling) => ({ ...sibling, above, into })),
    )
    const pages = await findPages(
      reading,
      places.map(({ id }) => id),
    )
    level = places.flatMap(({ id, above, into }) => {
      const page = pages.get(id)
      if (!page) return []
      const path = above === '' ? page.slug : `${above}/${page.slug}`
      const tree: PageTree = { page, path, below: [] }
      into.push(tree)
      return page.children === null ? [] : [{ list: page.children, above: path, into: tree.below }]
    })
  }
  return top
}

/** The text of a body; empty for what has none. */
export async function textOfBody({ pool }: Reading, body: Hash | null) {
  if (body === null) return ''
  await pool.fetch([body])
  return pool.text(body)
}
