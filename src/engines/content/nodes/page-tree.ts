// The pages of a revision as a tree. Trees of revisions share the parts in which these do not differ, so nobody may
// change one.
import { yieldToEventLoop } from '../event-loop.ts'
import type { Hash, PageRecord, Root } from '../records.ts'
import { allEntries, type Changed, diffMaps } from './map.ts'
import { findPages, type RevisionView, siblingsIn } from './revision.ts'

/** A page with all below it. */
export type PageTree = {
  readonly page: PageRecord
  readonly path: string
  readonly below: readonly PageTree[]
}

/** All pages of a revision. */
export type WholeTree = {
  root: Root
  top: readonly PageTree[]
  /** In no particular order. */
  byId: ReadonlyMap<string, PageTree>
}

/**
 * All pages and all lists at once. Where the tree of another revision is known, only what differs is read, and made:
 * the pages that changed and those above them.
 */
export async function readTree({ nodes, root }: RevisionView, known?: WholeTree): Promise<WholeTree> {
  const changed: Changed<PageRecord>[] = known
    ? await diffMaps<PageRecord>(nodes, known.root.pages, root.pages)
    : (await allEntries<PageRecord>(nodes, root.pages)).map((after) => ({ id: after.id, after }))
  await yieldToEventLoop()
  const byId = new Map(known?.byId)
  const fresh = new Map<string, PageRecord>()
  for (const { id, after } of changed) {
    if (after) fresh.set(id, after)
    else byId.delete(id)
  }
  const toMake = withAllAbove(fresh, byId)
  const isKnown = ({ id, children }: PageRecord) => byId.get(id)?.page.children === children
  const lists = [...fresh.values()].filter((page) => !isKnown(page)).map(({ children }) => children)
  await nodes.fetch([root.top, ...lists])
  await yieldToEventLoop()
  return { root, top: treesOf(idsIn(root.top), ''), byId }

  function idsIn(list: Hash | null) {
    return siblingsIn(nodes, list).map(({ id }) => id)
  }

  function treesOf(ids: readonly string[], above: string): PageTree[] {
    const trees: PageTree[] = []
    for (const id of ids) {
      const before = byId.get(id)
      const page = fresh.get(id) ?? before?.page
      if (!page) continue
      const path = above === '' ? page.slug : `${above}/${page.slug}`
      trees.push(before && before.path === path && !toMake.has(id) ? before : make(page, path, before))
    }
    return trees
  }

  function make(page: PageRecord, path: string, before: PageTree | undefined): PageTree {
    const ids = before && isKnown(page) ? before.below.map((tree) => tree.page.id) : idsIn(page.children)
    const tree = { page, path, below: treesOf(ids, path) }
    byId.set(page.id, tree)
    return tree
  }
}

/** The ids of pages that changed, and of all that are above them now. */
function withAllAbove(fresh: ReadonlyMap<string, PageRecord>, known: ReadonlyMap<string, PageTree>) {
  const ids = new Set(fresh.keys())
  for (const { parent } of fresh.values())
    for (let above = parent; above !== null && !ids.has(above); above = known.get(above)?.page.parent ?? null)
      ids.add(above)
  return ids
}

export async function wholeTree(view: RevisionView): Promise<readonly PageTree[]> {
  return (await readTree(view)).top
}

/** The tree below a list, level by level: two questions a level. */
export async function treeAt(
  view: RevisionView,
  list: Hash | null,
  above = '',
): Promise<readonly PageTree[]> {
  const top: PageTree[] = []
  let level = [{ list, above, into: top }]
  while (level.length > 0) {
    await view.nodes.fetch(level.map((one) => one.list))
    const places = level.flatMap(({ list, above, into }) =>
      siblingsIn(view.nodes, list).map((sibling) => ({ ...sibling, above, into })),
    )
    const pages = await findPages(
      view,
      places.map(({ id }) => id),
    )
    level = places.flatMap(({ id, above, into }) => {
      const page = pages.get(id)
      if (!page) return []
      const path = above === '' ? page.slug : `${above}/${page.slug}`
      const below: PageTree[] = []
      into.push({ page, path, below })
      return page.children === null ? [] : [{ list: page.children, above: path, into: below }]
    })
  }
  return top
}

/** Each page before those below it. */
export function flatTrees(trees: readonly PageTree[]): PageTree[] {
  const flat: PageTree[] = []
  const add = (tree: PageTree) => {
    flat.push(tree)
    tree.below.forEach(add)
  }
  trees.forEach(add)
  return flat
}
