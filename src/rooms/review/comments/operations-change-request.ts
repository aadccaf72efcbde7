import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { TOO_LONG } from '../../content/pages/schema-changes.ts'
import { presentMember } from '../../people/members/present.ts'
import { Member } from '../../people/members/schema.ts'
import { changeRequestComment, changeRequestReply, changeRequestTalk, scopeOf } from './access.ts'
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
  ReplyFilter,
} from './schema.ts'
import { listCommenters } from './store.ts'
import { applySuggestion } from './suggestions.ts'

export const operations = [
  operation({
    id: 'listCommentsInChangeRequest',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
    summary: 'List the comments on a change request',
    on: changeRequestTalk,
    needs: 'view',
    query: CommentFilter,
    returns: ListOf(Comment),
    run: async ({ ctx, subject: place, query }) =>
      listOf(await answerComments(ctx, place, query), (comment) => comment),
  }),
  operation({
    id: 'postCommentInChangeRequest',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
    summary: 'Comment on a change request, or on a page or block of it',
    on: changeRequestTalk,
    needs: 'comment',
    body: NewComment,
    example: { body: { markdown: 'Which version is this about?' } },
    returns: Comment,
    run: async ({ ctx, subject: place, body }) => answerComment(ctx, await postComment(ctx, place, body)),
  }),
  operation({
    id: 'getCommentInChangeRequest',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    summary: 'Get a comment on a change request',
    on: changeRequestComment,
    needs: 'view',
    query: FormatQuery,
    returns: Comment,
    run: ({ ctx, subject: comment, query }) => answerComment(ctx, comment, query.format),
  }),
  operation({
    id: 'updateCommentInChangeRequest',
    route: 'PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    summary: 'Edit, resolve, reopen or react to a comment on a change request',
    description:
      'Only its author can edit it; its author and editors of the space can resolve and reopen it.',
    on: changeRequestComment,
    needs: 'reply',
    body: CommentChanges,
    example: { resolved: true },
    returns: Comment,
    run: async ({ ctx, subject: comment, body }) =>
      answerComment(ctx, await changeComment(ctx, comment, body)),
  }),
  operation({
    id: 'applyCommentSuggestion',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/apply',
    summary: 'Apply the text that a comment suggests',
    description:
      'Replaces the block with the suggested text, as one edit of the change request, and resolves the comment. Every other byte of the page stays.',
    on: changeRequestComment,
    needs: 'apply',
    returns: Comment,
    refuses: {
      409: 'The comment suggests nothing, the suggestion was applied before, the block has changed since, the space is locked, or the change request was merged',
      413: TOO_LONG,
    },
    run: async ({ ctx, subject: comment }) => answerComment(ctx, await applySuggestion(ctx, comment)),
  }),
  operation({
    id: 'deleteCommentInChangeRequest',
    route: 'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
    summary: 'Delete a comment on a change request, with its replies',
    on: changeRequestComment,
    needs: 'delete',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: comment }) => removeComment(ctx, comment),
  }),
  operation({
    id: 'listCommentRepliesInChangeRequest',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
    summary: 'List the replies to a comment on a change request, oldest first',
    on: changeRequestComment,
    needs: 'view',
    query: ReplyFilter,
    returns: ListOf(Reply),
    run: async ({ ctx, subject: comment, query }) =>
      listOf(await answerReplies(ctx, comment, query), (reply) => reply),
  }),
  operation({
    id: 'postCommentReplyInChangeRequest',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
    summary: 'Reply to a comment on a change request',
    on: changeRequestComment,
    needs: 'reply',
    query: FormatQuery,
    body: NewReply,
    example: { body: { markdown: 'About the next one.' } },
    returns: Reply,
    run: async ({ ctx, subject: comment, query, body }) =>
      presentReply(ctx, await postReply(ctx, comment, body.body), query.format),
  }),
  operation({
    id: 'getCommentReplyInChangeRequest',
    route:
      'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Get a reply to a comment on a change request',
    on: changeRequestReply,
    needs: 'view',
    query: FormatQuery,
    returns: Reply,
    run: ({ ctx, subject: reply, query }) => presentReply(ctx, reply, query.format),
  }),
  operation({
    id: 'updateCommentReplyInChangeRequest',
    route:
      'PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Edit or react to a reply to a comment on a change request',
    description: '`resolved` is accepted and ignored: a conversation is resolved as a whole.',
    on: changeRequestReply,
    needs: 'reply',
    body: CommentChanges,
    example: { addedReactions: ['1f389'] },
    returns: Reply,
    run: async ({ ctx, subject: reply, body }) =>
      presentReply(ctx, await changeReply(ctx, reply, body), undefined),
  }),
  operation({
    id: 'deleteCommentReplyInChangeRequest',
    route:
      'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
    summary: 'Delete a reply to a comment on a change request',
    on: changeRequestReply,
    needs: 'delete',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: reply }) => removeReply(ctx, reply),
  }),
  operation({
    id: 'listCommentersInChangeRequest',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters',
    summary: 'List the members who commented on a change request or replied there',
    on: changeRequestTalk,
    needs: 'view',
    query: Paging,
    returns: ListOf(Member),
    run: async ({ ctx, subject: place, query }) =>
      listOf(await listCommenters(ctx.db, place.space.organizationId, scopeOf(place), query), (member) =>
        presentMember(member, ctx.links),
      ),
  }),
]
