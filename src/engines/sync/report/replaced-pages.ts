// The first import from a repository puts its content in the place of the space's. Nobody loses pages by it unasked.
import { diffMaps } from '../../content/nodes/map.ts'
import { flatTrees, wholeTree } from '../../content/nodes/page-tree.ts'
import type { RevisionView } from '../../content/nodes/revision.ts'
import type { PageRecord } from '../../content/records.ts'

/** Pages that would go, in the order of the space. */
export type Replaced = { count: number; titles: string[] }

const MOST_TITLES = 3

/** All that a space holds that never met a repository. A first page without text is what a new space begins with. */
export async function ownPages(space: RevisionView): Promise<Replaced> {
  const pages = flatTrees(await wholeTree(space)).map(({ page }) => page)
  const [first, second] = pages
  const isNew = first?.type === 'document' && !second && isEmpty(space, first)
  return isNew ? { count: 0, titles: [] } : replaced(pages)
}

/** Those of them that the branch lacks. */
export async function pagesLost(space: RevisionView, branch: RevisionView): Promise<Replaced> {
  const changes = await diffMaps<PageRecord>(branch.nodes, space.root.pages, branch.root.pages)
  return replaced(changes.flatMap(({ before, after }) => (before && !after ? [before] : [])))
}

/** What is wrong, and what to send instead. */
export function replacesPages({ count, titles }: Replaced): string {
  const rest = count - titles.length
  const named = [...titles.map((title) => `“${title}”`), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  return `This space was never synchronized with this repository, and the import would delete ${count} of its pages: ${named}. Nothing was imported. To let the repository replace them, import with force (quire git import --replace); to keep them, export first, which brings both together`
}

function replaced(pages: PageRecord[]): Replaced {
  const titles = pages.slice(0, MOST_TITLES).map(({ title }) => title.slice(0, 100).toWellFormed())
  return { count: pages.length, titles }
}

function isEmpty({ nodes }: RevisionView, { body, children }: PageRecord) {
  return children === null && (body === null || body === nodes.putText(''))
}
