import type { Page } from '../../../rooms/content/pages/schema.ts'

/** A page of the tree: the pages above it, its place among its siblings, and how many these are. */
export type PlacedPage = { page: Page; above: readonly string[]; at: number; siblings: number }

/** All pages in the order in which they are read. */
export function flatPages(pages: readonly Page[], above: readonly string[] = []): PlacedPage[] {
  return pages.flatMap((page, at) => [
    { page, above, at, siblings: pages.length },
    ...flatPages(page.pages ?? [], [...above, page.id]),
  ])
}
