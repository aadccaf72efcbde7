import type { ReadContext } from '../../../../kit/domain/context.ts'
import { memberAdded, scopesRequested, syncEnded, webhookDisabled } from './administration.ts'
import {
  changeRequestMerged,
  changeRequestOpened,
  changeRequestUpdated,
  reviewersRequested,
  reviewSubmitted,
} from './change-requests.ts'
import { commentChanged, commentPosted, replyChanged, replyPosted } from './comments.ts'
import type { Happening } from './happening.ts'
import type { Matter } from './matter.ts'

/** Whom an event concerns; undefined where nobody is told. */
export async function matterOf(ctx: ReadContext, happening: Happening): Promise<Matter | undefined> {
  if (happening.spaceId !== undefined) return inSpace(ctx, { ...happening, spaceId: happening.spaceId })
  const { type, userId, webhookId, installationId } = happening
  if (type === 'member.added' && userId !== undefined) return memberAdded({ ...happening, userId })
  if (webhookId !== undefined) return webhookDisabled(ctx, { ...happening, webhookId })
  if (installationId !== undefined) return scopesRequested(ctx, { ...happening, installationId })
}

async function inSpace(ctx: ReadContext, happening: Happening & { spaceId: string }) {
  const { type, changeRequestId, commentId, replyId, operationId } = happening
  if (commentId !== undefined) return inTalk(ctx, { ...happening, commentId }, replyId)
  if (operationId !== undefined) return syncEnded(ctx, { ...happening, operationId })
  if (changeRequestId === undefined) return
  const about = { ...happening, changeRequestId }
  switch (type) {
    case 'change_request.opened':
      return changeRequestOpened(about)
    case 'change_request.reviewers_requested':
      return reviewersRequested(about)
    case 'change_request.merged':
      return changeRequestMerged(ctx, about)
    case 'change_request.updated':
      return changeRequestUpdated(ctx, about)
  }
  const { reviewId } = happening
  return reviewId === undefined ? undefined : reviewSubmitted(ctx, { ...about, reviewId })
}

function inTalk(
  ctx: ReadContext,
  happening: Happening & { spaceId: string; commentId: string },
  replyId: string | undefined,
) {
  const isPosted = happening.type.endsWith('.posted')
  if (replyId === undefined) return isPosted ? commentPosted(ctx, happening) : commentChanged(ctx, happening)
  const about = { ...happening, replyId }
  return isPosted ? replyPosted(ctx, about) : replyChanged(ctx, about)
}
