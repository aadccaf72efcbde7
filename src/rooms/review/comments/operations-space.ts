import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { presentMember } from '../../people/members/present.ts'
import { Member } from '../../people/members/schema.ts'
import { scopeOf, spaceComment, spaceReply, spaceTalk } from './access.ts'
import { answerComment, answerComments, answerReplies } from './answers.ts'
import { changeComment, postComment, removeComment } from './comments.ts'
import { presentReply } from './present.ts'
import { changeReply, postReply, removeReply } from './replies.ts'
import {
  Comment,
  CommentChanges,
  CommentFilter,
  FormatQuery,
  NewComment,
  NewReply,
  Reply,
  ReplyChanges,
  ReplyFilter,
} from './schema.ts'
import { listCommenters } from './store.ts'

export const operations = [
  operation({
    id: 'listCommentsInSpace',
    route: 'GET /v1/spaces/{spaceId}/comments',
    summary: 'List the comments on a space',
    on: spaceTalk,
    needs: 'view',
    query: CommentFilter,
    returns: ListOf(Comment),
    run: async ({ ctx, subject: place, query }) =>
      listOf(await answerComments(ctx, place, query), (comment) => comment),
  }),
  operation({
    id: 'postCommentInSpace',
    route: 'POST /v1/spaces/{spaceId}/comments',
    summary: 'Comment on a space, or on a page or block of it',
    on: spaceTalk,
    needs: 'comment',
    body: NewComment,
    example: { body: { markdown: 'Which version is this about?' } },
    returns: Comment,
    run: async ({ ctx, subject: place, body }) => answerComment(ctx, await postComment(ctx, place, body)),
  }),
  operation({
    id: 'getCommentInSpace',
    route: 'GET /v1/spaces/{spaceId}/comments/{commentId}',
    summary: 'Get a comment on a space',
    on: spaceComment,
    needs: 'view',
    query: FormatQuery,
    returns: Comment,
    run: ({ ctx, subject: comment, query }) => answerComment(ctx, comment, query.format),
  }),
  operation({
    id: 'updateCommentInSpace',
    route: 'PUT /v1/spaces/{spaceId}/comments/{commentId}',
    summary: 'Edit, resolve, reopen or react to a comment on a space',
    description:
      'Only its author can edit it; its author and editors of the space can resolve and reopen it.',
    on: spaceComment,
    needs: 'reply',
    body: CommentChanges,
    example: { resolved: true },
    returns: Comment,
    run: async ({ ctx, subject: comment, body }) =>
      answerComment(ctx, await changeComment(ctx, comment, body)),
  }),
  operation({
    id: 'deleteCommentInSpace',
    route: 'DELETE /v1/spaces/{spaceId}/comments/{commentId}',
    summary: 'Delete a comment on a space, with its replies',
    on: spaceComment,
    needs: 'delete',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: comment }) => removeComment(ctx, comment),
  }),
  operation({
    id: 'listCommentRepliesInSpace',
    route: 'GET /v1/spaces/{spaceId}/comments/{commentId}/replies',
    summary: 'List the replies to a comment on a space, oldest first',
    on: spaceComment,
    needs: 'view',
    query: ReplyFilter,
    returns: ListOf(Reply),
    run: async ({ ctx, subject: comment, query }) =>
      listOf(await answerReplies(ctx, comment, query), (reply) => reply),
  }),
  operation({
    id: 'postCommentReplyInSpace',
    route: 'POST /v1/spaces/{spaceId}/comments/{commentId}/replies',
    summary: 'Reply to a comment on a space',
    on: spaceComment,
    needs: 'reply',
    body: NewReply,
    example: { body: { markdown: 'About the next one.' } },
    returns: Reply,
    run: async ({ ctx, subject: comment, body }) =>
      presentReply(ctx, await postReply(ctx, comment, body.body), undefined),
  }),
  operation({
    id: 'getCommentReplyInSpace',
    route: 'GET /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Get a reply to a comment on a space',
    on: spaceReply,
    needs: 'view',
    query: FormatQuery,
    returns: Reply,
    run: ({ ctx, subject: reply, query }) => presentReply(ctx, reply, query.format),
  }),
  operation({
    id: 'updateCommentReplyInSpace',
    route: 'PUT /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Edit or react to a reply to a comment on a space',
    on: spaceReply,
    needs: 'reply',
    body: ReplyChanges,
    example: { addedReactions: ['1f389'] },
    returns: Reply,
    run: async ({ ctx, subject: reply, body }) =>
      presentReply(ctx, await changeReply(ctx, reply, body), undefined),
  }),
  operation({
    id: 'deleteCommentReplyInSpace',
    route: 'DELETE /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Delete a reply to a comment on a space',
    on: spaceReply,
    needs: 'delete',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: reply }) => removeReply(ctx, reply),
  }),
  operation({
    id: 'listCommentersInSpace',
    route: 'GET /v1/spaces/{spaceId}/commenters',
    summary: 'List the members who commented on a space or replied there',
    on: spaceTalk,
    needs: 'view',
    query: Paging,
    returns: ListOf(Member),
    run: async ({ ctx, subject: place, query }) =>
      listOf(await listCommenters(ctx.db, place.space.organizationId, scopeOf(place), query), (member) =>
        presentMember(member, ctx.links),
      ),
  }),
]
