import type { PageTree } from '../content/nodes/revision.ts'

/** The pages below each page, in order; those at the top under null. */
export function listsOf(
  trees: PageTree[],
  parent: string | null = null,
  lists = new Map<string | null, PageTree[]>(),
) {
  lists.set(parent, trees)
  for (const { page, below } of trees) listsOf(below, page.id, lists)
  return lists
}
