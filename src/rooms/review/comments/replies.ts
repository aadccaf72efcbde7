import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import type { Body } from '../../content/pages/schema.ts'
import { addContribution } from '../change-requests/change-requests.ts'
import { type SeenComment, type SeenReply, scopeOf, wordAbilities } from './access.ts'
import { homeOf, textFrom } from './bodies.ts'
import { lockComment, requireAuthor, requireSomeChange } from './comments.ts'
import { factsOf } from './places.ts'
import { react } from './reactions.ts'
import type { ReplyChanges } from './schema.ts'
import { lockCommentRow } from './store.ts'
import { deleteReply, findReply, insertReply, updateReply } from './store-replies.ts'

/** The comment is held first: so replies also become visible in the order of their ids. */
export async function postReply(ctx: WriteContext, comment: SeenComment, body: Body) {
  const { place, id: commentId, spaceId } = comment
  const text = textFrom(body, homeOf(ctx, place))
  await lockComment(ctx, place, commentId)
  const id = ctx.ids.next()
  await insertReply(ctx.db, {
    spaceId,
    commentId,
    id,
    body: text,
    postedBy: ctx.actor.id || null,
    postedAt: ctx.clock.now(),
  })
  if (place.changeRequest) await addContribution(ctx, place.changeRequest, 'comment')
  await ctx.emit('comment_reply.posted', { ...factsOf(place, commentId), replyId: id })
  return requireReply(ctx, comment, id)
}

export async function changeReply(ctx: WriteContext, reply: SeenReply, changes: ReplyChanges) {
  requireSomeChange(changes, ['body', 'addedReactions', 'removedReactions'])
  const { comment, id, spaceId, commentId } = reply
  if (changes.body) requireAuthor(wordAbilities(reply, comment.place, ctx).edit, 'comment reply')
  const text = changes.body && textFrom(changes.body, homeOf(ctx, comment.place))
  await lockComment(ctx, comment.place, commentId)
  await requireReply(ctx, comment, id)
  if (text !== undefined) await updateReply(ctx.db, comment, id, { body: text, editedAt: ctx.clock.now() })
  await react(ctx, { spaceId, commentId, replyId: id }, changes)
  await ctx.emit('comment_reply.changed', { ...factsOf(comment.place, commentId), replyId: id })
  return requireReply(ctx, comment, id)
}

export async function removeReply(ctx: WriteContext, { comment, id }: SeenReply) {
  const isThere = await lockCommentRow(ctx.db, scopeOf(comment.place), comment.id)
  if (!isThere) return false
  const isRemoved = await deleteReply(ctx.db, comment, id)
  if (isRemoved)
    await ctx.emit('comment_reply.removed', { ...factsOf(comment.place, comment.id), replyId: id })
  return isRemoved
}

async function requireReply(ctx: ReadContext, comment: SeenComment, id: string): Promise<SeenReply> {
  const row = await findReply(ctx.db, comment, id)
  if (!row) throw notFound('comment reply')
  return { ...row, comment }
}
