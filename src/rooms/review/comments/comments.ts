import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { forbidden, invalid, notFound } from '../../../kit/domain/problems.ts'
import { addContribution } from '../change-requests/change-requests.ts'
import { type CommentScope, type SeenComment, scopeOf, wordAbilities } from './access.ts'
import { homeOf, textFrom } from './bodies.ts'
import { countOpen, factsOf, lockPlace } from './places.ts'
import { react } from './reactions.ts'
import type { CommentChanges, NewComment } from './schema.ts'
import { deleteComment, findComment, insertComment, lockCommentRow, updateComment } from './store.ts'
import { aimAt } from './targets.ts'

type Origin = { reviewId?: string; field?: string }

export async function postComment(
  ctx: WriteContext,
  where: CommentScope,
  { body, ...aim }: NewComment,
  { reviewId, field }: Origin = {},
): Promise<SeenComment> {
  const text = textFrom(body, homeOf(ctx, where), field)
  const place = await lockPlace(ctx, where)
  const target = await aimAt(ctx, place, aim)
  const id = ctx.ids.next()
  await insertComment(ctx.db, {
    ...scopeOf(place),
    ...target,
    id,
    reviewId,
    body: text,
    postedBy: ctx.actor.id || null,
    postedAt: ctx.clock.now(),
  })
  await countOpen(ctx, place, 1)
  if (place.changeRequest) await addContribution(ctx, place.changeRequest, 'comment')
  await ctx.emit('comment.posted', factsOf(place, id))
  return requireComment(ctx, place, id)
}

export async function changeComment(ctx: WriteContext, comment: SeenComment, changes: CommentChanges) {
  requireSomeChange(changes, ['resolved', 'body', 'addedReactions', 'removedReactions'])
  const { resolved, body } = changes
  const can = wordAbilities(comment, comment.place, ctx)
  if (body) requireAuthor(can.edit, 'comment')
  if (resolved !== undefined && !can.resolve)
    throw forbidden('Only its author and editors of the space can resolve a comment', {
      on: 'comment',
      needs: 'resolve',
    })
  const text = body && textFrom(body, homeOf(ctx, comment.place))
  // Only what changes the count of open comments has to wait for others in the same place.
  const place = resolved === undefined ? comment.place : await lockPlace(ctx, comment.place)
  const { id, spaceId } = comment
  const { resolvedAt } = await lockComment(ctx, place, id)
  if (resolved !== undefined && resolved !== (resolvedAt !== null))
    await setResolved(ctx, place, id, resolved)
  if (text !== undefined)
    await updateComment(ctx.db, scopeOf(place), id, { body: text, editedAt: ctx.clock.now() })
  await react(ctx, { spaceId, commentId: id, replyId: null }, changes)
  if (body || changes.addedReactions || changes.removedReactions)
    await ctx.emit('comment.changed', factsOf(place, id))
  return requireComment(ctx, place, id)
}

export async function setResolved(ctx: WriteContext, place: CommentScope, id: string, isResolved: boolean) {
  await updateComment(ctx.db, scopeOf(place), id, {
    resolvedAt: isResolved ? ctx.clock.now() : null,
    resolvedBy: isResolved ? ctx.actor.id || null : null,
  })
  await countOpen(ctx, place, isResolved ? -1 : 1)
  await ctx.emit(isResolved ? 'comment.resolved' : 'comment.reopened', factsOf(place, id))
}

/** With all its replies. Whether it was there. */
export async function removeComment(ctx: WriteContext, { place: where, id }: SeenComment) {
  const place = await lockPlace(ctx, where)
  const removed = await deleteComment(ctx.db, scopeOf(place), id)
  if (!removed) return false
  if (removed.resolvedAt === null) await countOpen(ctx, place, -1)
  await ctx.emit('comment.removed', factsOf(place, id))
  return true
}

/** Keeps it from being removed; locked after its place and before its replies, by everyone. */
export async function lockComment(ctx: WriteContext, place: CommentScope, id: string) {
  const row = await lockCommentRow(ctx.db, scopeOf(place), id)
  if (!row) throw notFound('comment')
  return row
}

export async function requireComment(
  ctx: ReadContext,
  place: CommentScope,
  id: string,
): Promise<SeenComment> {
  const row = await findComment(ctx.db, scopeOf(place), id)
  if (!row) throw notFound('comment')
  return { ...row, place }
}

export function requireSomeChange(changes: object, fields: string[]) {
  if (Object.keys(changes).length > 0) return
  throw invalid(`The body has no changes: send at least one of ${fields.join(', ')}`, { fields })
}

export function requireAuthor(isAllowed: boolean, what: string) {
  if (isAllowed) return
  throw forbidden(`Only its author can edit a ${what}`, { on: what, needs: 'edit' })
}
