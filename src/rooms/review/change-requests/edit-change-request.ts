import type { WriteContext } from '../../../kit/domain/context.ts'
import { applyOnHead } from '../../content/pages/editing/edit-base.ts'
import type { LiveChanges } from '../../content/pages/live.ts'
import { openNodes, openView, writeRevision } from '../../content/spaces/revisions/revisions.ts'
import type { SeenChangeRequest } from './access.ts'
import { addContribution, lockForEditing } from './change-requests.ts'
import { deleteConflicts } from './conflicts/store-conflicts.ts'
import { updateChangeRequest } from './store.ts'

/** Edits in a change request: one revision more in its chain. */
export async function editChangeRequest(
  ctx: WriteContext,
  seen: SeenChangeRequest,
  { changes, files }: LiveChanges,
) {
  const { spaceId, organizationId } = seen
  const row = await lockForEditing(ctx, seen)
  const nodes = openNodes(ctx)
  const view = await openView(ctx, spaceId, row.revisionId, nodes)
  const edit = { spaceId, view, changes, files, baseRevisionId: row.revisionAncestor }
  const edited = await applyOnHead(ctx, edit, row.revisionId)
  const revisionId = await writeRevision(ctx, nodes, {
    spaceId,
    root: edited.root,
    type: 'edits',
    parents: [row.revisionId],
    changeRequestId: row.id,
  })
  await updateChangeRequest(ctx.db, spaceId, row.id, { revisionId, updatedAt: ctx.clock.now() })
  // Whoever edits a page that two sides had changed has decided; and so has who places pages in an order.
  await deleteConflicts(ctx.db, row.id, 'page', [...edited.touched])
  await deleteConflicts(ctx.db, row.id, 'reusable-content', [...edited.touched])
  await deleteConflicts(ctx.db, row.id, 'variable', [...edited.touched])
  await deleteConflicts(ctx.db, row.id, 'order', [...edited.ordered])
  await addContribution(ctx, row, 'edit')
  await ctx.emit('change_request.edited', { organizationId, spaceId, changeRequestId: row.id, revisionId })
  return { ...edited, revisionId }
}
