// Whether a repository says less than the content it was written from.
import { type Changed, diffMaps } from '../../content/nodes/map.ts'
import { findPages, type RevisionView, siblingsAt } from '../../content/nodes/revision.ts'
import type { PageRecord } from '../../content/records.ts'
import type { TreeRead } from '../types.ts'

/**
 * Folders tell neither an order nor the title of a group, so pages that are not listed are in another place as soon as
 * somebody moves them or the page above them; and no table of contents has a page behind a group. What the repository
 * does not say is the space's own.
 */
export async function isLossyExport({ repository, unlisted, content }: TreeRead, settled: RevisionView) {
  if (!repository.summary || (await hasPagesBehindGroups(settled))) return true
  return unlisted.size > 0 && (await hasOtherPlaces(content, settled))
}

async function hasOtherPlaces(before: RevisionView, after: RevisionView) {
  const pages = await diffMaps<PageRecord>(after.nodes, before.root.pages, after.root.pages)
  const isElsewhere = ({ before, after }: Changed<PageRecord>) =>
    before?.parent !== after?.parent || before?.children !== after?.children
  return before.root.top !== after.root.top || pages.some(isElsewhere)
}

async function hasPagesBehindGroups(view: RevisionView) {
  const top = await siblingsAt(view.nodes, view.root.top)
  const pages = await findPages(
    view,
    top.map(({ id }) => id),
  )
  const shown = top.map(({ id }) => pages.get(id)).filter((page) => page && !page.hidden)
  const first = shown.findIndex((page) => page?.type === 'group')
  return first >= 0 && shown.slice(first).some((page) => page?.type !== 'group')
}
