import { hashOfText } from '../../content/nodes.ts'
import { findPages, readRevision } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { inBatches } from '../../world/batches.ts'
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

/** Pages a step. */
const STEP = 100
/** A row takes as long to write down as so many characters. */
const ROW = 500

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
    const find = findLinksIn(ctx.threads, async (text, err) => {
      const [known, body] = [await findPages(reading, pages), hashOfText(text)]
      const pageIds = pages.filter((id) => known.get(id)?.body === body)
      ctx.log.warn({ err, spaceId, pageIds }, 'the links of a page could not be found')
    })
    const rows = await linkRowsOf(ctx, reading, pages, find)
    const known = pages.filter((id) => !added.has(id))
    if (known.length > 0) await deleteLinksOfPages(ctx.db, spaceId, known)
    for (const batch of inBatches(rows, ({ target, targetId }) => ROW + target.length + targetId.length))
      await insertLinks(ctx.db, spaceId, batch)
  }
  await updateIndexedRoot(ctx.db, spaceId, root)
}
