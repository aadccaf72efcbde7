import type { ReadContext } from '../../../kit/domain/context.ts'
import { openNodes, openView, type RevisionRow } from '../../content/spaces/revisions/revisions.ts'
import type { SeenChangeRequest } from './access.ts'
import { presentChangeRequest } from './present.ts'
import { semanticChanges } from './semantic-changes.ts'
import { findChangeRequest } from './store.ts'

/** The change request that a revision merged. */
export async function mergedFromOf(ctx: ReadContext, { type, changeRequestId, spaceId }: RevisionRow) {
  if (type !== 'merge' || changeRequestId === null) return
  const row = await findChangeRequest(ctx.db, spaceId, changeRequestId)
  return row && presentChangeRequest(row, ctx.links)
}

/** Against what it was opened on, or last updated from. */
export async function changesOfChangeRequest(ctx: ReadContext, seen: SeenChangeRequest, limit: number) {
  const { spaceId } = seen
  const nodes = openNodes(ctx)
  const before = await openView(ctx, spaceId, seen.revisionAncestor, nodes)
  const after = await openView(ctx, spaceId, seen.revisionId, nodes)
  return semanticChanges({ ctx, spaceId, before, after }, limit)
}
