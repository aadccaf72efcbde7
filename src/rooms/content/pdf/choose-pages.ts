import type { PageTree } from '../../../engines/content/nodes/page-tree.ts'

export type PageSelection = { page?: string; only: boolean }

/** A page with how deep it lies among the chosen ones. */
export type ChosenPage = PageTree & { depth: number }

/** The pages of a PDF in their order. Hidden ones are in it only if one of them was asked for. */
export function choosePages(trees: readonly PageTree[], { page, only }: PageSelection): ChosenPage[] {
  const chosen: ChosenPage[] = []
  const take = (tree: PageTree, depth: number) => {
    chosen.push({ ...tree, depth })
    if (only) return
    for (const child of tree.below) if (!child.page.hidden) take(child, depth + 1)
  }
  if (page === undefined) {
    for (const tree of trees) if (!tree.page.hidden) take(tree, 0)
    return chosen
  }
  const root = findTree(trees, page)
  if (root) take(root, 0)
  return chosen
}

function findTree(trees: readonly PageTree[], id: string): PageTree | undefined {
  for (const tree of trees) {
    const found = tree.page.id === id ? tree : findTree(tree.below, id)
    if (found) return found
  }
  return undefined
}
