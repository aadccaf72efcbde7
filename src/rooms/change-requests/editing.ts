import type { Ctx } from '../../domain/context.ts'
import { applyChanges } from '../content/edits.ts'
import type { KeptFile } from '../content/incoming-files.ts'
import type { ContentChange } from '../content/schema-changes.ts'
import { openNodes, openRevision, writeRevision } from '../revisions/revisions.ts'
import type { SeenSpace } from '../spaces/access.ts'
import { holdSpace, moveHead, requireUnlocked } from '../spaces/heads.ts'
import type { SeenChangeRequest } from './access.ts'
import { addContribution, holdForEditing } from './change-requests.ts'
import { updateChangeRequest } from './store.ts'
import { deleteConflicts } from './store-conflicts.ts'

type Changes = { changes: ContentChange[]; files: KeptFile[][] }

/** Edits in a change request: one revision more in its chain. */
export async function editChangeRequest(ctx: Ctx, seen: SeenChangeRequest, { changes, files }: Changes) {
  const { spaceId, organizationId } = seen
  const row = await holdForEditing(ctx, seen)
  const pool = openNodes(ctx)
  const { reading } = await openRevision(ctx, spaceId, row.revisionId, pool)
  const baseRevisionId = row.revisionAncestor
  const edited = await applyChanges(ctx, { spaceId, reading, changes, files, baseRevisionId })
  const revisionId = await writeRevision(ctx, pool, {
    spaceId,
    root: edited.root,
    type: 'edits',
    parents: [row.revisionId],
    changeRequestId: row.id,
  })
  await updateChangeRequest(ctx.db, spaceId, row.id, { revisionId, updatedAt: ctx.clock.now() })
  // Whoever edits a page that two sides had changed has decided; and so has who places pages in an order.
  await deleteConflicts(ctx.db, row.id, 'page', [...edited.touched])
  await deleteConflicts(ctx.db, row.id, 'order', [...edited.ordered])
  await addContribution(ctx, row, 'edit')
  await ctx.emit('change_request.edited', { organizationId, spaceId, changeRequestId: row.id, revisionId })
  return { ...edited, revisionId }
}

/** Edits on the space itself: its readers see them at once. */
export async function editLive(ctx: Ctx, { id: spaceId }: SeenSpace, { changes, files }: Changes) {
  const space = await holdSpace(ctx, spaceId)
  requireUnlocked(space)
  const pool = openNodes(ctx)
  const { reading } = await openRevision(ctx, spaceId, space.revisionId, pool)
  const baseRevisionId = space.revisionId
  const edited = await applyChanges(ctx, { spaceId, reading, changes, files, baseRevisionId })
  const revisionId = await writeRevision(ctx, pool, {
    spaceId,
    root: edited.root,
    type: 'edits',
    parents: [space.revisionId],
  })
  await moveHead(ctx, space, revisionId)
  return { ...edited, revisionId }
}
