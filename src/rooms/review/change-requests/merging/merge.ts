// Merge brings a change request into its space, update the space into a change request: one function, sides swapped.
import type { Conflict } from '../../../../engines/content/merge/types.ts'
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { mergeInSpace } from '../../../content/pages/merging/merge-content.ts'
import { lockSpace, moveHead, requireUnlocked } from '../../../content/spaces/heads.ts'
import { openNodes, openRevision, writeRevision } from '../../../content/spaces/revisions/revisions.ts'
import type { SeenChangeRequest } from '../access.ts'
import { countStatus, lockChangeRequest, requireUnchanged } from '../change-requests.ts'
import { insertConflicts, listConflicts } from '../conflicts/store-conflicts.ts'
import type { MergeRequest } from '../schema.ts'
import { updateChangeRequest } from '../store.ts'
import { requireMergeable } from './merge-rules.ts'

type Sides = { base: string; ours: string; theirs: string; published: 'ours' | 'theirs' }

/** Two at once on one space: one waits for the other, then merges onto the new head. */
export async function mergeChangeRequest(
  ctx: WriteContext,
  seen: SeenChangeRequest,
  { revision }: MergeRequest = {},
) {
  const { spaceId, organizationId, id } = seen
  const space = await lockSpace(ctx, spaceId)
  const row = await lockChangeRequest(ctx, spaceId, id)
  requireUnlocked(space)
  requireUnchanged(row, revision)
  await requireMergeable(ctx, seen, row, space)
  const pulled = await listConflicts(ctx.db, id)
  if (pulled.length > 0) return { revision: row.revisionId, result: 'conflicts' as const }
  const sides = {
    base: row.revisionAncestor,
    ours: space.revisionId,
    theirs: row.revisionId,
    published: 'ours' as const,
  }
  const merged = await mergeSides(ctx, spaceId, sides)
  if (merged.conflicts.length > 0) return { revision: row.revisionId, result: 'conflicts' as const }
  const revisionId = await writeRevision(ctx, merged.nodes, {
    spaceId,
    root: merged.root,
    type: 'merge',
    parents: [space.revisionId, row.revisionId],
    changeRequestId: id,
  })
  await moveHead(ctx, space, revisionId)
  await countStatus(ctx, spaceId, row.status, 'merged')
  const updatedAt = ctx.clock.now()
  await updateChangeRequest(ctx.db, spaceId, id, { status: 'merged', revisionMerged: revisionId, updatedAt })
  await ctx.emit('change_request.merged', { organizationId, spaceId, changeRequestId: id, revisionId })
  return { revision: revisionId, result: 'merge' as const }
}

/** Pulls what readers see into the change request. What can not be merged is kept as it is there, and remembered. */
export async function updateFromMain(ctx: WriteContext, seen: SeenChangeRequest) {
  const { spaceId, organizationId, id } = seen
  const space = await lockSpace(ctx, spaceId)
  const row = await lockChangeRequest(ctx, spaceId, id)
  requireUnlocked(space)
  if (space.revisionId === row.revisionAncestor) return resultOf(ctx, id, row.revisionId)
  const sides = {
    base: row.revisionAncestor,
    ours: row.revisionId,
    theirs: space.revisionId,
    published: 'theirs' as const,
  }
  const merged = await mergeSides(ctx, spaceId, sides)
  const revisionId = await writeRevision(ctx, merged.nodes, {
    spaceId,
    root: merged.root,
    type: 'update',
    parents: [row.revisionId, space.revisionId],
    changeRequestId: id,
  })
  const now = ctx.clock.now()
  await insertConflicts(ctx.db, { spaceId, changeRequestId: id, createdAt: now }, merged.conflicts)
  await updateChangeRequest(ctx.db, spaceId, id, {
    revisionId,
    revisionAncestor: space.revisionId,
    updatedAt: now,
  })
  await ctx.emit('change_request.updated', { organizationId, spaceId, changeRequestId: id, revisionId })
  return resultOf(ctx, id, revisionId)
}

async function resultOf(ctx: ReadContext, changeRequestId: string, revision: string) {
  const pulled = await listConflicts(ctx.db, changeRequestId)
  return { revision, result: pulled.length > 0 ? ('conflicts' as const) : ('update' as const) }
}

/** Where one side has not moved since the base, the other one is the result as it is. */
export async function mergeSides(
  ctx: ReadContext,
  spaceId: string,
  { base, ours, theirs, published }: Sides,
) {
  const nodes = openNodes(ctx)
  const open = async (id: string) => await openRevision(ctx, spaceId, id, nodes)
  if (ours === base || theirs === base) {
    const { row } = await open(ours === base ? theirs : ours)
    return { nodes, root: row.root, conflicts: [] satisfies Conflict[] }
  }
  const three = {
    base: (await open(base)).view,
    ours: (await open(ours)).view,
    theirs: (await open(theirs)).view,
    published,
  }
  return { nodes, ...(await mergeInSpace(ctx, spaceId, three)) }
}
