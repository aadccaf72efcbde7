// Reading a revision: its root, its pages by id and by path. All in a few questions, whatever its size.
import { groupBy } from '../groups.ts'
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
import { findEntries } from './map.ts'
import type { NodeSession } from './nodes.ts'

/** A revision opened for reading. */
export type RevisionView = { nodes: NodeSession; root: Root }

export async function readRevision(nodes: NodeSession, hash: Hash | null): Promise<RevisionView> {
  if (hash === null) return { nodes, root: EMPTY_ROOT }
  await nodes.fetch([hash])
  return { nodes, root: nodes.get<Root>(hash) }
}

export function putRoot(nodes: NodeSession, root: Root) {
  const { config = null, summary, tree } = root.kept ?? {}
  const texts = [config, summary?.text ?? null, summary?.pages ?? null, summary?.top ?? null]
  const files = tree ? [tree.files, ...partsOf(tree.content)] : []
  return nodes.put(root, [...partsOf(root), ...texts, ...files])
}

function partsOf({ pages, top, files, reusables, paths }: Content) {
  return [pages, top, files, reusables, paths]
}

export function findPages({ nodes, root }: RevisionView, ids: Iterable<string>) {
  return findEntries<PageRecord>(nodes, root.pages, ids)
}

export async function findPage(view: RevisionView, id: string) {
  return (await findPages(view, [id])).get(id)
}

export async function findFile({ nodes, root }: RevisionView, id: string) {
  return (await findEntries<FileRecord>(nodes, root.files, [id])).get(id)
}

export async function findReusable({ nodes, root }: RevisionView, id: string) {
  return (await findEntries<ReusableRecord>(nodes, root.reusables, [id])).get(id)
}

export async function siblingsAt(nodes: NodeSession, list: Hash | null): Promise<Sibling[]> {
  await nodes.fetch([list])
  return siblingsIn(nodes, list)
}

/** Those of a list that was fetched. */
export function siblingsIn(nodes: NodeSession, list: Hash | null) {
  return list === null ? [] : nodes.get<{ siblings: Sibling[] }>(list).siblings
}

export function putSiblings(nodes: NodeSession, siblings: Sibling[]) {
  return siblings.length === 0 ? null : nodes.put({ siblings }, [])
}

/** The page at a path of slugs; the empty path is the first page. */
export async function findPageByPath(view: RevisionView, path: string): Promise<PageRecord | undefined> {
  const slugs = slugsIn(path)
  if (slugs.length === 0) return findFirstPage(view)
  return (await findPagesByPaths(view, [path])).get(path)
}

/** The pages at paths of slugs, level by level: two questions a level, however many paths. */
export async function findPagesByPaths(view: RevisionView, paths: Iterable<string>) {
  const found = new Map<string, PageRecord>()
  let level = [...new Set(paths)].map((path) => ({ path, slugs: slugsIn(path), list: view.root.top }))
  for (let depth = 0; level.length > 0; depth += 1) {
    const places = level.map((place) => ({ ...place, slug: place.slugs[depth] }))
    const idAt = await findSlugs(view.nodes, places)
    const pages = await findPages(view, idAt.values())
    level = places.flatMap((place) => {
      const page = pages.get(idAt.get(place) ?? '')
      if (page && depth === place.slugs.length - 1) found.set(place.path, page)
      return page ? [{ ...place, list: page.children }] : []
    })
  }
  return found
}

function slugsIn(path: string) {
  return path.split('/').filter((slug) => slug !== '')
}

type Place = { list: Hash | null; slug: string | undefined }

/** Who has a slug in a list; of two, the first. Each list is gone through once. */
async function findSlugs<T extends Place>(nodes: NodeSession, places: T[]) {
  await nodes.fetch(places.map(({ list }) => list))
  const idAt = new Map<T, string>()
  for (const [list, wanted] of groupBy(places, (place) => place.list)) {
    const bySlug = groupBy(wanted, ({ slug }) => slug)
    for (const { slug, id } of siblingsIn(nodes, list)) {
      for (const place of bySlug.get(slug) ?? []) idAt.set(place, id)
      bySlug.delete(slug)
    }
  }
  return idAt
}

async function findFirstPage(view: RevisionView) {
  const [first] = await siblingsAt(view.nodes, view.root.top)
  return first && findPage(view, first.id)
}

/** Every page above the given ones, together with them. */
export async function withAncestors(view: RevisionView, ids: Iterable<string>) {
  const known = new Map<string, PageRecord>()
  let wanted = new Set(ids)
  while (wanted.size > 0) {
    const above = new Set<string>()
    for (const [id, page] of await findPages(view, wanted)) {
      known.set(id, page)
      if (page.parent !== null && !known.has(page.parent)) above.add(page.parent)
    }
    wanted = above
  }
  return known
}

/** Pages by their ids with the path of each; those that are not there are left out. */
export async function findPagesWithPaths(view: RevisionView, ids: string[]) {
  const known = await withAncestors(view, ids)
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

/** The text of a body; empty for what has none. */
export async function textOfBody({ nodes }: RevisionView, body: Hash | null) {
  if (body === null) return ''
  await nodes.fetch([body])
  return nodes.text(body)
}
