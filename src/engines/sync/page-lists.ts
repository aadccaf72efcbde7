import type { PageTree } from '../content/nodes/page-tree.ts'

/** The pages below each page, in order; those at the top under null. */
export function listsOf(
  trees: readonly PageTree[],
  parent: string | null = null,
  lists = new Map<string | null, readonly PageTree[]>(),
) {
  lists.set(parent, trees)
  for (const { page, below } of trees) listsOf(below, page.id, lists)
  return lists
}
