import { yieldToEventLoop } from '../event-loop.ts'
import { diffMaps } from '../nodes/map.ts'
import type { RevisionView } from '../nodes/revision.ts'
import type { PageRecord } from '../records.ts'

/** Stands for the page above where there is none. */
export const TOP = ''

/** Where a page stood: by this slug, below this page. */
export type LeftPlace = { parentId: string; slug: string; pageId: string }

/**
 * The places that pages left between two contents, for another one or for good. What is below a page that moved
 * is where it was.
 */
export async function leftPlaces(before: RevisionView, after: RevisionView) {
  const moved: LeftPlace[] = []
  const removed = new Map<string, LeftPlace>()
  for (const { id, before: was, after: is } of await diffMaps<PageRecord>(
    after.nodes,
    before.root.pages,
    after.root.pages,
  )) {
    if (!was || !hasAddress(was)) continue
    const place = { parentId: was.parent ?? TOP, slug: was.slug, pageId: id }
    if (!is) removed.set(id, place)
    else if (was.slug !== is.slug || was.parent !== is.parent) moved.push(place)
    await yieldToEventLoop()
  }
  return { moved, removed }
}

/** Links and computed pages are in the tree, and nobody comes to them by a path. */
export function hasAddress({ type }: PageRecord) {
  return type === 'document' || type === 'group'
}
