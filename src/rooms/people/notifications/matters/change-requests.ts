import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { Reason } from '../reasons.ts'
import { changeRequestThread, concern, type Matter } from './matter.ts'
import type { NotifiedEvent } from './notified-event.ts'
import { findReview, hasConflicts, listEditors, listParticipants } from './store-concerned.ts'

type OfChangeRequest = NotifiedEvent & { spaceId: string; changeRequestId: string }

export function changeRequestOpened(event: OfChangeRequest): Matter {
  return { ...placeOf(event), concerned: new Map(), forFollowers: 'opened' }
}

export function reviewersRequested(event: OfChangeRequest): Matter {
  const concerned = new Map<string, Reason>()
  concern(concerned, event.users ?? [], 'review-requested')
  return { ...placeOf(event), concerned }
}

export async function reviewSubmitted(
  ctx: ReadContext,
  event: OfChangeRequest & { reviewId: string },
): Promise<Matter | undefined> {
  const { changeRequestId, reviewId, status } = event
  const review = await findReview(ctx.db, changeRequestId, reviewId)
  if (!review) return
  const reason = status === 'approved' ? 'approved' : 'changes-requested'
  const concerned = new Map<string, Reason>()
  concern(concerned, [review.author, review.requestedBy], reason)
  const commentId = review.commentId ?? undefined
  return { ...placeOf(event), concerned, forFollowers: reason, subjectId: reviewId, commentId }
}

export async function changeRequestMerged(ctx: ReadContext, event: OfChangeRequest): Promise<Matter> {
  const concerned = new Map<string, Reason>()
  concern(concerned, await listParticipants(ctx.db, event.changeRequestId), 'merged')
  return { ...placeOf(event), concerned, forFollowers: 'merged' }
}

/** Only where the update left something to decide. */
export async function changeRequestUpdated(
  ctx: ReadContext,
  event: OfChangeRequest,
): Promise<Matter | undefined> {
  const { changeRequestId } = event
  if (!(await hasConflicts(ctx.db, changeRequestId))) return
  const concerned = new Map<string, Reason>()
  concern(concerned, await listEditors(ctx.db, changeRequestId), 'conflict')
  return { ...placeOf(event), concerned }
}

function placeOf({ organizationId, spaceId, changeRequestId, actorId }: OfChangeRequest) {
  const thread = changeRequestThread(changeRequestId)
  return { thread, audience: 'readers' as const, organizationId, spaceId, changeRequestId, actorId }
}
