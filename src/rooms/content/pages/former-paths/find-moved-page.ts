// Where a path at which there is no page leads now. One place for all who ask: the API, and whoever shows a site.
import { hasAddress, TOP } from '../../../../engines/content/diff/left-places.ts'
import { isPlainSlug, slugOf } from '../../../../engines/content/draft/slugs.ts'
import { findPages, type RevisionView, siblingsAt } from '../../../../engines/content/nodes/revision.ts'
import type { PageRecord, Sibling } from '../../../../engines/content/records.ts'
import type { Audience } from '../../../../engines/reading/audience.ts'
import { isVisiblePage } from '../../../../engines/reading/pages/visible-pages.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { configuredPage } from './configured.ts'
import { listFormerPages } from './store.ts'

/** A revision of a space as an audience meets it. */
export type Seen = { spaceId: string; view: RevisionView; audience: Audience }

/**
 * The page that is meant by a path nothing stands at: as the repository redirects it, or else by where pages stood. What
 * this audience may not see is not there, so that no redirect tells of it.
 */
export async function findPageAtOldPath(
  ctx: ReadContext,
  seen: Seen,
  path: string,
): Promise<PageRecord | undefined> {
  const slugs = path.split('/').filter((slug) => slug !== '')
  if (slugs.length === 0) return
  const configured = await configuredPage(ctx, seen.view, slugs)
  const page = configured === undefined ? undefined : await firstSeen(ctx, seen, [configured])
  return page ?? firstSeen(ctx, seen, await followPlaces(ctx, seen, slugs))
}

async function firstSeen({ links }: ReadContext, seen: Seen, ids: string[]) {
  const pages = await findPages(seen.view, ids)
  for (const id of ids) {
    const page = pages.get(id)
    if (page && hasAddress(page) && (await isVisiblePage(links, seen, id))) return page
  }
}

/** Pages that one place may have been of, for each step of a path. */
const MOST_MEANT = 20

/**
 * Pages that a path has led to, the likeliest first. Below each page on the way: the page that is there now, then earlier
 * ones, the latest first, then pages with almost the same name. No place leads to another one, so this ends with the path.
 */
async function followPlaces(ctx: ReadContext, { spaceId, view }: Seen, slugs: string[]) {
  let meant = [TOP]
  for (const slug of slugs) {
    const parentIds = meant
    const former = await listFormerPages(ctx.db, spaceId, { parentIds, slug, most: MOST_MEANT })
    const pages = await findPages(view, parentIds)
    const next = new Set<string>()
    for (const parent of parentIds) {
      const list = parent === TOP ? view.root.top : (pages.get(parent)?.children ?? null)
      const siblings = await siblingsAt(view.nodes, list)
      const now = siblings.find((sibling) => sibling.slug === slug)
      if (now) next.add(now.id)
      for (const { parentId, pageId } of former) if (parentId === parent) next.add(pageId)
      if (next.size === 0) for (const { id } of alikeIn(siblings, slug)) next.add(id)
    }
    meant = [...next].slice(0, MOST_MEANT)
    if (meant.length === 0) break
  }
  return meant
}

/** Those that differ in case, or in which signs are between words: `one-two` for `one_two`. */
function alikeIn(siblings: Sibling[], slug: string) {
  const plain = slugOf(slug)
  // Most slugs are plain already, and there may be thousands.
  return siblings.filter(
    (one) => one.slug === plain || (!isPlainSlug(one.slug) && slugOf(one.slug) === plain),
  )
}
