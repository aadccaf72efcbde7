import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import { lockSpace, lockSpaceShared } from '../../content/spaces/heads.ts'
import { levelsAmong } from '../../people/permissions/grants.ts'
import type { SeenChangeRequest } from './access.ts'
import { countStatus, lockChangeRequest } from './change-requests.ts'
import { updateChangeRequest } from './store.ts'
import { deleteReviewer, insertReviewers, listReviewersNamed } from './store-reviewers.ts'

type Request = { users: string[]; subject?: string; description?: object }

/** Asks people to review; a draft is open from then on. */
export async function requestReviewers(ctx: WriteContext, seen: SeenChangeRequest, request: Request) {
  const { spaceId, organizationId, id } = seen
  await lockSpace(ctx, spaceId)
  const row = await lockChangeRequest(ctx, spaceId, id)
  const users = [...new Set(request.users)]
  await requireReaders(ctx, seen, users)
  const now = ctx.clock.now()
  await insertReviewers(
    ctx.db,
    users.map((userId) => ({
      spaceId,
      changeRequestId: id,
      userId,
      revisionId: row.revisionId,
      requestedBy: ctx.actor.id || null,
      createdAt: now,
    })),
  )
  const status = row.status === 'draft' ? 'open' : row.status
  await countStatus(ctx, spaceId, row.status, status)
  const { subject = row.subject, description } = request
  await updateChangeRequest(ctx.db, spaceId, id, {
    status,
    subject,
    description: description && JSON.stringify(description),
    updatedAt: now,
  })
  await ctx.emit('change_request.reviewers_requested', {
    organizationId,
    spaceId,
    changeRequestId: id,
    users,
  })
  return listReviewersNamed(ctx.db, id, users)
}

async function requireReaders(ctx: ReadContext, { space }: SeenChangeRequest, users: string[]) {
  const readers = await levelsAmong(ctx, space, users)
  const strangers = users.filter((user) => !readers.has(user))
  if (strangers.length > 0)
    throw invalid(`body.users: these people cannot read the space: ${strangers.join(', ')}`, {
      field: 'body.users',
      users: strangers,
    })
}

export async function withdrawReviewer(ctx: WriteContext, seen: SeenChangeRequest, userId: string) {
  const { spaceId, organizationId, id } = seen
  await lockSpaceShared(ctx, spaceId)
  await lockChangeRequest(ctx, spaceId, id)
  const isWithdrawn = await deleteReviewer(ctx.db, id, userId)
  if (isWithdrawn) await ctx.emit('change_request.changed', { organizationId, spaceId, changeRequestId: id })
  return isWithdrawn
}
