import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { Reason } from '../reasons.ts'
import type { Happening } from './happening.ts'
import { changeRequestThread, concern, type Matter } from './matter.ts'
import { findReview, hasConflicts, listEditors, listParticipants } from './store-concerned.ts'

type OfChangeRequest = Happening & { spaceId: string; changeRequestId: string }

export function changeRequestOpened(happening: OfChangeRequest): Matter {
  return { ...placeOf(happening), concerned: new Map(), forFollowers: 'opened' }
}

export function reviewersRequested(happening: OfChangeRequest): Matter {
  const concerned = new Map<string, Reason>()
  concern(concerned, happening.users ?? [], 'review-requested')
  return { ...placeOf(happening), concerned }
}

export async function reviewSubmitted(
  ctx: ReadContext,
  happening: OfChangeRequest & { reviewId: string },
): Promise<Matter | undefined> {
  const { changeRequestId, reviewId, status } = happening
  const review = await findReview(ctx.db, changeRequestId, reviewId)
  if (!review) return
  const reason = status === 'approved' ? 'approved' : 'changes-requested'
  const concerned = new Map<string, Reason>()
  concern(concerned, [review.author, review.requestedBy], reason)
  const commentId = review.commentId ?? undefined
  return { ...placeOf(happening), concerned, forFollowers: reason, subjectId: reviewId, commentId }
}

export async function changeRequestMerged(ctx: ReadContext, happening: OfChangeRequest): Promise<Matter> {
  const concerned = new Map<string, Reason>()
  concern(concerned, await listParticipants(ctx.db, happening.changeRequestId), 'merged')
  return { ...placeOf(happening), concerned, forFollowers: 'merged' }
}

/** Only where the update left something to decide. */
export async function changeRequestUpdated(
  ctx: ReadContext,
  happening: OfChangeRequest,
): Promise<Matter | undefined> {
  const { changeRequestId } = happening
  if (!(await hasConflicts(ctx.db, changeRequestId))) return
  const concerned = new Map<string, Reason>()
  concern(concerned, await listEditors(ctx.db, changeRequestId), 'conflict')
  return { ...placeOf(happening), concerned }
}

function placeOf({ organizationId, spaceId, changeRequestId, actorId }: OfChangeRequest) {
  const thread = changeRequestThread(changeRequestId)
  return { thread, audience: 'readers' as const, organizationId, spaceId, changeRequestId, actorId }
}
