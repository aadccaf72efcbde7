import type { ReadContext } from '../../../../kit/domain/context.ts'
import {
  installationFailing,
  memberAdded,
  scopesRequested,
  syncEnded,
  webhookDisabled,
} from './administration.ts'
import {
  changeRequestMerged,
  changeRequestOpened,
  changeRequestUpdated,
  reviewersRequested,
  reviewSubmitted,
} from './change-requests.ts'
import { commentChanged, commentPosted, replyChanged, replyPosted } from './comments.ts'
import type { Matter } from './matter.ts'
import type { NotifiedEvent } from './notified-event.ts'

/** Whom an event concerns; undefined where nobody is told. */
export async function matterOf(ctx: ReadContext, event: NotifiedEvent): Promise<Matter | undefined> {
  if (event.spaceId !== undefined) return inSpace(ctx, { ...event, spaceId: event.spaceId })
  const { type, userId, webhookId, installationId } = event
  if (type === 'member.added' && userId !== undefined) return memberAdded({ ...event, userId })
  if (webhookId !== undefined) return webhookDisabled(ctx, { ...event, webhookId })
  if (installationId === undefined) return
  const about = { ...event, installationId }
  return type === 'installation.failing' ? installationFailing(ctx, about) : scopesRequested(ctx, about)
}

async function inSpace(ctx: ReadContext, event: NotifiedEvent & { spaceId: string }) {
  const { type, changeRequestId, commentId, replyId, operationId } = event
  if (commentId !== undefined) return inTalk(ctx, { ...event, commentId }, replyId)
  if (operationId !== undefined) return syncEnded(ctx, { ...event, operationId })
  if (changeRequestId === undefined) return
  const about = { ...event, changeRequestId }
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
  const { reviewId } = event
  return reviewId === undefined ? undefined : reviewSubmitted(ctx, { ...about, reviewId })
}

function inTalk(
  ctx: ReadContext,
  event: NotifiedEvent & { spaceId: string; commentId: string },
  replyId: string | undefined,
) {
  const isPosted = event.type.endsWith('.posted')
  if (replyId === undefined) return isPosted ? commentPosted(ctx, event) : commentChanged(ctx, event)
  const about = { ...event, replyId }
  return isPosted ? replyPosted(ctx, about) : replyChanged(ctx, about)
}
