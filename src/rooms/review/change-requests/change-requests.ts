import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, notFound } from '../../../kit/domain/problems.ts'
import type { ChangeRequestStatus } from '../../../kit/storage/tables/change-requests.ts'
import type { SeenSpace } from '../../content/spaces/access.ts'
import { count, lockSpace, lockSpaceShared, requireUnlocked } from '../../content/spaces/heads.ts'
import type { SeenChangeRequest } from './access.ts'
import type { ChangeRequestChanges, NewChangeRequest } from './schema.ts'
import {
  type ChangeRequestRow,
  countContribution,
  findChangeRequest,
  insertChangeRequest,
  lockChangeRequestRow,
  updateChangeRequest,
} from './store.ts'

/** Starts at what readers see now. Whoever opens one holds the space: so numbers have no gaps and no repeats. */
export async function openChangeRequest(
  ctx: WriteContext,
  { id: spaceId }: SeenSpace,
  details: NewChangeRequest,
) {
  const space = await lockSpace(ctx, spaceId)
  const now = ctx.clock.now()
  const id = ctx.ids.next()
  await insertChangeRequest(ctx.db, {
    id,
    organizationId: space.organizationId,
    spaceId,
    number: space.lastChangeRequest + 1,
    status: 'draft',
    subject: details.subject ?? '',
    description: details.description ? JSON.stringify(details.description) : null,
    createdBy: ctx.actor.id || null,
    createdAt: now,
    updatedAt: now,
    revisionId: space.revisionId,
    revisionInitial: space.revisionId,
    revisionAncestor: space.revisionId,
    revisionMerged: null,
  })
  await count(ctx, spaceId, { lastChangeRequest: 1, changeRequests: 1, changeRequestsDraft: 1 })
  await ctx.emit('change_request.opened', {
    organizationId: space.organizationId,
    spaceId,
    changeRequestId: id,
  })
  return requireChangeRequest(ctx, spaceId, id)
}

export async function changeChangeRequest(
  ctx: WriteContext,
  { id, spaceId, organizationId }: SeenChangeRequest,
  { description, ...changes }: ChangeRequestChanges,
) {
  await lockSpace(ctx, spaceId)
  const current = await lockChangeRequest(ctx, spaceId, id)
  if (changes.status) await countStatus(ctx, spaceId, current.status, changes.status)
  await updateChangeRequest(ctx.db, spaceId, id, {
    ...changes,
    description: description && JSON.stringify(description),
    updatedAt: ctx.clock.now(),
  })
  await ctx.emit('change_request.changed', { organizationId, spaceId, changeRequestId: id })
  return requireChangeRequest(ctx, spaceId, id)
}

/** The row as it is now, kept from changing. One that was merged does not change any more. */
export async function lockChangeRequest(ctx: WriteContext, spaceId: string, id: string) {
  const row = await lockChangeRequestRow(ctx.db, spaceId, id)
  if (!row) throw notFound('change request')
  requireNotMerged(row)
  return row
}

export function requireNotMerged({
  status,
  revisionMerged,
}: Pick<ChangeRequestRow, 'status' | 'revisionMerged'>) {
  if (status === 'merged')
    throw conflict('This change request was merged; open a new one', { revisionMerged })
}

/** Somebody acts on what they have read: not on what came after. */
export function requireUnchanged({ revisionId }: Pick<ChangeRequestRow, 'revisionId'>, seen?: string) {
  if (seen !== undefined && seen !== revisionId)
    throw conflict('This change request has changed since you read it: read the changes first', {
      revision: revisionId,
    })
}

/**
 * For an edit: the change request held, in a space that is there and open to edits. The space is shared before the
 * change request is held, in the same order as everywhere: many edit at once, and none slips past a lock or a transfer.
 */
export async function lockForEditing(ctx: WriteContext, { spaceId, id }: SeenChangeRequest) {
  requireUnlocked(await lockSpaceShared(ctx, spaceId))
  return lockChangeRequest(ctx, spaceId, id)
}

/** Keeps the space's counts true; whoever calls it holds the space. */
export async function countStatus(
  ctx: WriteContext,
  spaceId: string,
  before: ChangeRequestStatus,
  after: ChangeRequestStatus,
) {
  const by = (status: ChangeRequestStatus) => Number(after === status) - Number(before === status)
  await count(ctx, spaceId, { changeRequestsOpen: by('open'), changeRequestsDraft: by('draft') })
}

export async function requireChangeRequest(
  ctx: ReadContext,
  spaceId: string,
  id: string,
): Promise<ChangeRequestRow> {
  const row = await findChangeRequest(ctx.db, spaceId, id)
  if (!row) throw notFound('change request')
  return row
}

export async function addContribution(
  ctx: WriteContext,
  { spaceId, id }: Pick<ChangeRequestRow, 'spaceId' | 'id'>,
  action: 'edit' | 'comment',
) {
  if (ctx.actor.kind !== 'user') return
  const place = { spaceId, changeRequestId: id, userId: ctx.actor.id }
  await countContribution(ctx.db, { ...place, action, updatedAt: ctx.clock.now() })
}
