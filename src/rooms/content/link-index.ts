import { readRevision } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { aheadOfIndex, openNodes } from '../revisions/revisions.ts'
import { changesBetween, linkRowsOf } from './linkers.ts'
import {
  deleteLinksOfPages,
  insertLinks,
  listPagesLinkingTo,
  lockIndexedRoot,
  updateIndexedRoot,
} from './store-links.ts'
import { findLinksIn } from './text-links.ts'

/** Pages a step: two statements each. */
const STEP = 100

/** Brings the links of a space up to what its readers see, by the difference to what the index describes. */
export async function indexLinks(ctx: Ctx, spaceId: string) {
  const ahead = await aheadOfIndex(ctx, spaceId, await lockIndexedRoot(ctx.db, spaceId))
  if (!ahead) return
  const { root, before, after } = ahead
  const { changed, added, removed, removedFiles, hasNewPlaces } = await changesBetween(before, after)
  // What led to a page that is gone leads nowhere now; what led nowhere may lead to a page that is new there.
  const gone = await listPagesLinkingTo(ctx.db, spaceId, ['page'], [...removed])
  const bare = await listPagesLinkingTo(ctx.db, spaceId, ['file'], removedFiles)
  const lost = hasNewPlaces ? await listPagesLinkingTo(ctx.db, spaceId, ['nothing']) : []
  const stale = [...new Set([...changed, ...removed, ...gone, ...bare, ...lost])]
  for (let at = 0; at < stale.length; at += STEP) {
    const pages = stale.slice(at, at + STEP)
    // Opened anew for each step: the texts of all steps together may not fit in memory.
    const reading = await readRevision(openNodes(ctx), root)
    const rows = await linkRowsOf(ctx, reading, pages, findLinksIn(ctx.threads))
    const known = pages.filter((id) => !added.has(id))
    if (known.length > 0) await deleteLinksOfPages(ctx.db, spaceId, known)
    if (rows.length > 0) await insertLinks(ctx.db, spaceId, rows)
  }
  await updateIndexedRoot(ctx.db, spaceId, root)
}
