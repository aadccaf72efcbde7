import { readRevision } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { openNodes } from '../revisions/revisions.ts'
import { changesBetween, linkRowsOf } from './linkers.ts'
import {
  findHeadRoot,
  listPagesLinkingTo,
  lockIndexedRoot,
  replaceLinksOfPages,
  updateIndexedRoot,
} from './store-links.ts'

/** Pages a step: between two steps others get their turn. */
const STEP = 200

/** Brings the links of a space up to what its readers see, by the difference to what the index describes. */
export async function indexLinks(ctx: Ctx, spaceId: string) {
  const indexed = await lockIndexedRoot(ctx.db, spaceId)
  // Read behind the lock: a head from before it may be older than what the last one has indexed.
  const root = await findHeadRoot(ctx.db, spaceId)
  if (indexed === undefined || root === undefined || indexed === root) return
  const pool = openNodes(ctx)
  const [before, after] = [await readRevision(pool, indexed), await readRevision(pool, root)]
  const { changed, removed, removedFiles, hasNewPlaces } = await changesBetween(before, after)
  // What led to a page that is gone leads nowhere now; what led nowhere may lead to a page that is new there.
  const gone = await listPagesLinkingTo(ctx.db, spaceId, ['page'], [...removed])
  const bare = await listPagesLinkingTo(ctx.db, spaceId, ['file'], removedFiles)
  const lost = hasNewPlaces ? await listPagesLinkingTo(ctx.db, spaceId, ['nothing']) : []
  const stale = [...new Set([...changed, ...removed, ...gone, ...bare, ...lost])]
  for (let at = 0; at < stale.length; at += STEP) {
    const pages = stale.slice(at, at + STEP)
    await replaceLinksOfPages(ctx.db, spaceId, pages, await linkRowsOf(ctx, after, pages))
  }
  await updateIndexedRoot(ctx.db, spaceId, root)
}
