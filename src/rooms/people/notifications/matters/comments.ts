import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { Reason } from '../reasons.ts'
import { changeRequestThread, concern, type Matter } from './matter.ts'
import { mentionedIn } from './mentions.ts'
import type { NotifiedEvent } from './notified-event.ts'
import { findComment, findReply, listRepliersBefore, type Said } from './store-concerned.ts'

type OfComment = NotifiedEvent & { spaceId: string; commentId: string }
type OfReply = OfComment & { replyId: string }

export async function commentPosted(ctx: ReadContext, event: OfComment): Promise<Matter | undefined> {
  const comment = await findComment(ctx.db, event.spaceId, event.commentId)
  if (!comment) return
  const concerned = new Map<string, Reason>()
  concern(concerned, mentionedIn(comment.body, ctx.links), 'mentioned')
  // The comment of a review came with it: others are told of the review.
  if (comment.reviewId !== null) {
    concerned.delete(comment.author ?? '')
    return { ...placeOf(event), concerned }
  }
  concern(concerned, [comment.author], 'commented')
  return { ...placeOf(event), concerned, forFollowers: 'commented' }
}

export async function replyPosted(ctx: ReadContext, event: OfReply): Promise<Matter | undefined> {
  const { spaceId, commentId, replyId } = event
  const comment = await findComment(ctx.db, spaceId, commentId)
  const reply = await findReply(ctx.db, spaceId, commentId, replyId)
  if (!comment || !reply) return
  const concerned = new Map<string, Reason>()
  concern(concerned, mentionedIn(reply.body, ctx.links), 'mentioned')
  const repliers = await listRepliersBefore(ctx.db, spaceId, commentId, replyId)
  concern(concerned, [comment.postedBy, ...repliers], 'replied')
  concern(concerned, [comment.author], 'commented')
  return { ...placeOf(event), concerned, forFollowers: 'commented' }
}

export async function commentChanged(ctx: ReadContext, event: OfComment) {
  return rewritten(ctx, event, await findComment(ctx.db, event.spaceId, event.commentId))
}

export async function replyChanged(ctx: ReadContext, event: OfReply) {
  const { spaceId, commentId, replyId } = event
  return rewritten(ctx, event, await findReply(ctx.db, spaceId, commentId, replyId))
}

/** Milliseconds between an edit and its event. Reactions are changes too, and mention nobody. */
const EDITED_WITHIN = 60_000

/** Who was added by an edit is told as if it had been there from the start. */
function rewritten(ctx: ReadContext, event: OfComment, said: Said | undefined): Matter | undefined {
  const changedAt = new Date(event.createdAt).getTime()
  if (!said?.editedAt || said.postedBy !== (event.actorId ?? null)) return
  if (Math.abs(changedAt - said.editedAt.getTime()) > EDITED_WITHIN) return
  const concerned = new Map<string, Reason>()
  concern(concerned, mentionedIn(said.body, ctx.links), 'mentioned')
  return { ...placeOf(event), concerned, isOnce: true }
}

/** What is said about a change request belongs to it; about the space itself, each conversation is a thread. */
function placeOf({ organizationId, spaceId, changeRequestId, commentId, replyId, actorId }: OfComment) {
  const thread = changeRequestId === undefined ? `comment/${commentId}` : changeRequestThread(changeRequestId)
  return {
    thread,
    audience: 'readers' as const,
    ...{ organizationId, spaceId, changeRequestId, commentId, replyId, actorId },
  }
}
