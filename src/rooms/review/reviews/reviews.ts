import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import type { PageQuery } from '../../../kit/storage/page.ts'
import { lockSpaceShared } from '../../content/spaces/heads.ts'
import type { SeenChangeRequest } from '../change-requests/access.ts'
import { lockChangeRequest, requireUnchanged } from '../change-requests/change-requests.ts'
import { answerComment, answerReviewComments } from '../comments/answers.ts'
import { postComment } from '../comments/comments.ts'
import { presentReview } from './present.ts'
import type { NewReview, Review, ReviewFilter } from './schema.ts'
import { findRequester, findReview, insertReview, listReviews } from './store.ts'

/**
 * Says what somebody thinks of the content as it is now; later edits make it outdated. Whoever opened the change
 * request may review it too: else somebody who works alone could never meet a rule that asks for a review.
 */
export async function submitReview(
  ctx: WriteContext,
  seen: SeenChangeRequest,
  { status, comment, revision }: NewReview,
): Promise<Review> {
  const { spaceId, organizationId, id: changeRequestId } = seen
  // Space before change request, as everywhere: a merge holds them in this order.
  await lockSpaceShared(ctx, spaceId)
  const changeRequest = { ...seen, ...(await lockChangeRequest(ctx, spaceId, changeRequestId)) }
  requireUnchanged(changeRequest, revision)
  const id = ctx.ids.next()
  const now = ctx.clock.now()
  await insertReview(ctx.db, {
    id,
    spaceId,
    changeRequestId,
    reviewerId: ctx.actor.id,
    requestedBy: await findRequester(ctx.db, changeRequest, ctx.actor.id),
    revisionId: changeRequest.revisionId,
    status,
    createdAt: now,
    updatedAt: now,
  })
  const place = { space: seen.space, changeRequest }
  const posted =
    comment && (await postComment(ctx, place, { body: comment }, { reviewId: id, field: 'body.comment' }))
  await ctx.emit('review.submitted', { organizationId, spaceId, changeRequestId, reviewId: id, status })
  const row = await findReview(ctx.db, changeRequest, id)
  if (!row) throw notFound('review')
  return presentReview(row, changeRequest, posted && (await answerComment(ctx, posted)), ctx.links)
}

export async function answerReviews(
  ctx: ReadContext,
  changeRequest: SeenChangeRequest,
  filter: ReviewFilter & PageQuery,
) {
  const { rows, next } = await listReviews(ctx.db, changeRequest, filter)
  const place = { space: changeRequest.space, changeRequest }
  const ids = rows.map(({ id }) => id)
  const comments = await answerReviewComments(ctx, place, ids, filter.format)
  return {
    rows: rows.map((row) => presentReview(row, changeRequest, comments.get(row.id), ctx.links)),
    next,
  }
}

export async function answerReview(
  ctx: ReadContext,
  changeRequest: SeenChangeRequest,
  reviewId: string,
  format: ReviewFilter['format'],
): Promise<Review> {
  const row = await findReview(ctx.db, changeRequest, reviewId)
  if (!row) throw notFound('review')
  const place = { space: changeRequest.space, changeRequest }
  const comments = await answerReviewComments(ctx, place, [reviewId], format)
  return presentReview(row, changeRequest, comments.get(reviewId), ctx.links)
}
