import type { ReadContext } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { type SeenSpace, space, spaceAbilities } from '../../content/spaces/access.ts'
import { changeRequest, type SeenChangeRequest } from '../change-requests/access.ts'
import { type CommentListScope, type CommentRow, findComment } from './store.ts'
import { findReply, type ReplyRow } from './store-replies.ts'

/** Where people talk: a space, or one of its change requests. What is said in one place is not found in another. */
export type CommentScope = { space: SeenSpace; changeRequest?: SeenChangeRequest }
export type SeenComment = CommentRow & { place: CommentScope }
export type SeenReply = ReplyRow & { comment: SeenComment }

type InSpace = { spaceId: string }
type InChangeRequest = { spaceId: string; changeRequestId: string }
type OfComment = { commentId: string }
type OfReply = OfComment & { commentReplyId: string }

export function scopeOf({ space, changeRequest }: CommentScope): CommentListScope {
  return { spaceId: space.id, changeRequestId: changeRequest?.id }
}

export const spaceTalk = subject({
  name: 'space',
  find: async (ctx, params: InSpace): Promise<CommentScope | undefined> => {
    const found = await space.find(ctx, params)
    return found && { space: found }
  },
  abilities: (place) => spaceAbilities(place.space),
})

export const changeRequestTalk = subject({
  name: 'change request',
  find: async (ctx, params: InChangeRequest): Promise<CommentScope | undefined> => {
    const found = await changeRequest.find(ctx, params)
    return found && { space: found.space, changeRequest: found }
  },
  abilities: (place) => spaceAbilities(place.space),
})

export const spaceComment = subject({
  name: 'comment',
  find: async (ctx, params: InSpace & OfComment) => commentIn(ctx, await spaceTalk.find(ctx, params), params),
  abilities: abilitiesOnComment,
})

export const changeRequestComment = subject({
  name: 'comment',
  find: async (ctx, params: InChangeRequest & OfComment) =>
    commentIn(ctx, await changeRequestTalk.find(ctx, params), params),
  abilities: abilitiesOnComment,
})

export const spaceReply = subject({
  name: 'comment reply',
  find: async (ctx, params: InSpace & OfReply) => replyTo(ctx, await spaceComment.find(ctx, params), params),
  abilities: abilitiesOnReply,
})

export const changeRequestReply = subject({
  name: 'comment reply',
  find: async (ctx, params: InChangeRequest & OfReply) =>
    replyTo(ctx, await changeRequestComment.find(ctx, params), params),
  abilities: abilitiesOnReply,
})

async function commentIn(
  ctx: ReadContext,
  place: CommentScope | undefined,
  { commentId }: OfComment,
): Promise<SeenComment | undefined> {
  const row = place && (await findComment(ctx.db, scopeOf(place), commentId))
  return row && { ...row, place }
}

async function replyTo(
  ctx: ReadContext,
  comment: SeenComment | undefined,
  { commentReplyId }: OfReply,
): Promise<SeenReply | undefined> {
  const row = comment && (await findReply(ctx.db, comment, commentReplyId))
  return row && { ...row, comment }
}

function abilitiesOnComment(comment: SeenComment, ctx: ReadContext) {
  return wordAbilities(comment, comment.place, ctx)
}

function abilitiesOnReply(reply: SeenReply, ctx: ReadContext) {
  return wordAbilities(reply, reply.comment.place, ctx)
}

/** What may be done with what somebody said. Nobody puts words into another's mouth, admins neither. */
export function wordAbilities(
  { postedBy }: { postedBy: string | null },
  { space }: CommentScope,
  { actor }: Pick<ReadContext, 'actor'>,
) {
  const can = spaceAbilities(space)
  const isAuthor = postedBy !== null && postedBy === actor.id
  return {
    view: can.view,
    reply: can.comment,
    edit: can.comment && isAuthor,
    resolve: can.comment && (isAuthor || can.edit),
    apply: can.edit,
    delete: can.view && (isAuthor || can.admin),
  }
}
