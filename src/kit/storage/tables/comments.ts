import type { Json } from '../json-column.ts'
// What people say to each other about content.

export type CommentTables = {
  comments: CommentsTable
  commentReplies: CommentRepliesTable
  commentReactions: CommentReactionsTable
}

/** A page with its title and path when the comment was posted. */
export type CommentedPage = {
  title: string
  path: string
  emoji?: string
  icon?: string
  createdAt: string
  updatedAt: string
}

type CommentsTable = {
  spaceId: string
  id: string
  changeRequestId: string | null
  reviewId: string | null
  revisionId: string
  pageId: string | null
  page: Json<CommentedPage> | null
  pageBody: string | null
  nodeId: string | null
  nodePreview: string | null
  tableCell: Json<{ record: string; definition: string }> | null
  quote: string | null
  suggestion: string | null
  suggestionBefore: string | null
  appliedAt: Date | null
  appliedBy: string | null
  body: string
  postedBy: string | null
  postedAt: Date
  editedAt: Date | null
  resolvedAt: Date | null
  resolvedBy: string | null
}

type CommentRepliesTable = {
  spaceId: string
  commentId: string
  id: string
  body: string
  postedBy: string | null
  postedAt: Date
  editedAt: Date | null
}

type CommentReactionsTable = {
  spaceId: string
  commentId: string
  replyId: string | null
  id: string
  userId: string
  emoji: string
  code: string
  reactedAt: Date
}
