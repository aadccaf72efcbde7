import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { Reason } from '../reasons.ts'
import type { Happening } from './happening.ts'
import { changeRequestThread, concern, type Matter } from './matter.ts'
import { mentionedIn } from './mentions.ts'
import { findComment, findReply, listRepliersBefore, type Said } from './store-concerned.ts'

type OfComment = Happening & { spaceId: string; commentId: string }
type OfReply = OfComment & { replyId: string }

export async function commentPosted(ctx: ReadContext, happening: OfComment): Promise<Matter | undefined> {
  const comment = await findComment(ctx.db, happening.spaceId, happening.commentId)
  if (!comment) return
  const concerned = new Map<string, Reason>()
  concern(concerned, mentionedIn(comment.body, ctx.links), 'mentioned')
  // The comment of a review came with it: others are told of the review.
  if (comment.reviewId !== null) {
    concerned.delete(comment.author ?? '')
    return { ...placeOf(happening), concerned }
  }
  concern(concerned, [comment.author], 'commented')
  return { ...placeOf(happening), concerned, forFollowers: 'commented' }
}

export async function replyPosted(ctx: ReadContext, happening: OfReply): Promise<Matter | undefined> {
  const { spaceId, commentId, replyId } = happening
  const comment = await findComment(ctx.db, spaceId, commentId)
  const reply = await findReply(ctx.db, spaceId, commentId, replyId)
  if (!comment || !reply) return
  const concerned = new Map<string, Reason>()
  concern(concerned, mentionedIn(reply.body, ctx.links), 'mentioned')
  const repliers = await listRepliersBefore(ctx.db, spaceId, commentId, replyId)
  concern(concerned, [comment.postedBy, ...repliers], 'replied')
  concern(concerned, [comment.author], 'commented')
  return { ...placeOf(happening), concerned, forFollowers: 'commented' }
}

export async function commentChanged(ctx: ReadContext, happening: OfComment) {
  return rewritten(ctx, happening, await findComment(ctx.db, happening.spaceId, happening.commentId))
}

export async function replyChanged(ctx: ReadContext, happening: OfReply) {
  const { spaceId, commentId, replyId } = happening
  return rewritten(ctx, happening, await findReply(ctx.db, spaceId, commentId, replyId))
}

/** Milliseconds between an edit and its event. Reactions are changes too, and mention nobody. */
const EDITED_WITHIN = 60_000

/** Who was added by an edit is told as if it had been there from the start. */
function rewritten(ctx: ReadContext, happening: OfComment, said: Said | undefined): Matter | undefined {
  const changedAt = new Date(happening.createdAt).getTime()
  if (!said?.editedAt || said.postedBy !== (happening.actorId ?? null)) return
  if (Math.abs(changedAt - said.editedAt.getTime()) > EDITED_WITHIN) return
  const concerned = new Map<string, Reason>()
  concern(concerned, mentionedIn(said.body, ctx.links), 'mentioned')
  return { ...placeOf(happening), concerned, isOnce: true }
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
