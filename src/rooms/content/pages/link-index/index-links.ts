import { changesBetween } from '../../../../engines/content/links/changed-places.ts'
import { hashOfText } from '../../../../engines/content/nodes/nodes.ts'
import { findPages, readRevision } from '../../../../engines/content/nodes/revision.ts'
import type { OutsideContext, ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import type { InTransaction } from '../../../../kit/domain/jobs.ts'
import { inBatches } from '../../../../world/threads/batches.ts'
import {
  type AheadOfIndex,
  openAhead,
  pendingWith,
  rootAheadOfIndex,
} from '../../spaces/indexes/index-state.ts'
import { openNodes } from '../../spaces/revisions/revisions.ts'
import { linkRowsOf } from './linkers.ts'
import { deleteLinksOfPages, insertLinks, linkIndexStates, listPagesLinkingTo } from './store.ts'
import { findLinksIn } from './text-links.ts'

/** Pages a step. */
const STEP = 100
/** A row takes as long to write down as so many characters. */
const ROW = 500

/**
 * Brings the links of a space up to what its readers see, by the difference to what the index describes. Each step is a
 * transaction of its own; until the last one is done, the index names the root as pending.
 */
export async function indexLinks(ctx: OutsideContext, spaceId: string, inTransaction: InTransaction) {
  const begun = await inTransaction((ctx) => begin(ctx, spaceId))
  if (!begun) return
  const ahead = await openAhead(ctx, begun)
  const stale = await stalePages(ctx, spaceId, ahead)
  for (let at = 0; at < stale.length; at += STEP) {
    const pages = stale.slice(at, at + STEP)
    const rows = await rowsOf(ctx, spaceId, ahead, pages)
    const isThere = await inTransaction(async ({ db }) => {
      if (!(await linkIndexStates.select(db, spaceId))) return false
      await deleteLinksOfPages(db, spaceId, pages)
      for (const batch of inBatches(rows, ({ target, targetId }) => ROW + target.length + targetId.length))
        await insertLinks(db, spaceId, batch)
      return true
    })
    // The space went for good meanwhile, and its links with it.
    if (!isThere) return
  }
  await inTransaction(({ db }) => linkIndexStates.update(db, spaceId, { root: ahead.root, pending: [] }))
}

async function begin(ctx: WriteContext, spaceId: string) {
  const state = await linkIndexStates.lockForRun(ctx.db, spaceId)
  const ahead = await rootAheadOfIndex(ctx, spaceId, state)
  if (ahead) await linkIndexStates.update(ctx.db, spaceId, { pending: pendingWith(ahead.state, ahead.root) })
  return ahead
}

async function stalePages({ db }: ReadContext, spaceId: string, { indexed, after }: AheadOfIndex) {
  const { changed, removed, removedFiles, hasNewPlaces } = await changesBetween(indexed, after)
  // What led to a page that is gone leads nowhere now; what led nowhere may lead to a page that is new there.
  const gone = await listPagesLinkingTo(db, spaceId, ['page'], [...removed])
  const bare = await listPagesLinkingTo(db, spaceId, ['file'], [...removedFiles])
  const lost = hasNewPlaces ? await listPagesLinkingTo(db, spaceId, ['nothing']) : []
  return [...new Set([...changed, ...removed, ...gone, ...bare, ...lost])]
}

async function rowsOf(ctx: OutsideContext, spaceId: string, { root }: AheadOfIndex, pages: string[]) {
  // Opened anew for each step: the texts of all steps together may not fit in memory.
  const view = await readRevision(openNodes(ctx), root)
  const find = findLinksIn(ctx.threads, async (text, err) => {
    const [known, body] = [await findPages(view, pages), hashOfText(text)]
    const pageIds = pages.filter((id) => known.get(id)?.body === body)
    ctx.log.warn({ err, spaceId, pageIds }, 'failed to find the links of a page')
  })
  return linkRowsOf(ctx, view, pages, find)
}
