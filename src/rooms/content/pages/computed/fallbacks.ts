import { putRoot, type RevisionView, readRevision } from '../../../../engines/content/nodes/revision.ts'
import { withFallbackPages } from '../../../../engines/reading/pages/fallback-pages.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { storeNodes } from '../../spaces/revisions/revisions.ts'
import { readComputed } from './computed-content.ts'
import { findComputed, findTranslationSource, keepComputed } from './store.ts'

/** What a visitor of a site reads of a space. */
export type ReadByVisitors = {
  view: RevisionView
  /** Where it is a translation: with pages of its source in place of those that are missing, for those who may read that. */
  filled?: { view: RevisionView; sourceSpaceId: string }
}

export async function readForVisitors(
  ctx: ReadContext,
  spaceId: string,
  written: RevisionView,
): Promise<ReadByVisitors> {
  const view = await readComputed(ctx, spaceId, written)
  const source = await findTranslationSource(ctx.db, spaceId)
  if (!source) return { view }
  const filledWith = (filled: RevisionView) => ({
    view,
    filled: { view: filled, sourceSpaceId: source.spaceId },
  })
  const whole = await readComputed(ctx, source.spaceId, await readRevision(view.nodes, source.root))
  const key = { spaceId, kind: 'fallbacks' as const, source: putRoot(view.nodes, view.root) }
  const describedBy = `${source.language} ${putRoot(view.nodes, whole.root)}`
  const known = await findComputed(ctx.db, key)
  if (known?.describedBy === describedBy) return filledWith(await readRevision(view.nodes, known.root))
  const filled = await withFallbackPages(view, { ...source, view: whole })
  await storeNodes(ctx, view.nodes)
  const createdAt = ctx.clock.now()
  await keepComputed(ctx.db, { ...key, describedBy, root: filled.root, specs: [], createdAt })
  return filledWith(filled.view)
}
