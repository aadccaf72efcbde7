// Comments as they are answered: with their pages as they are now.
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { PageQuery } from '../../../kit/storage/page.ts'
import { type CommentScope, type SeenComment, scopeOf } from './access.ts'
import { presentComment, presentReply } from './present.ts'
import type { Comment, CommentFilter, Format } from './schema.ts'
import { type CommentRow, listComments, listCommentsOfReviews } from './store.ts'
import { listReplies } from './store-replies.ts'
import { pagesOf } from './targets.ts'

export async function answerComment(
  ctx: ReadContext,
  comment: SeenComment,
  format?: Format,
): Promise<Comment> {
  const pages = await pagesOf(ctx, comment.place, [comment])
  return presentComment(ctx, comment, pages.get(comment.id), format)
}

export async function answerComments(
  ctx: ReadContext,
  place: CommentScope,
  filter: CommentFilter & PageQuery,
) {
  const { rows, next } = await listComments(ctx.db, scopeOf(place), filter)
  return { rows: await answerAll(ctx, place, rows, filter.format), next }
}

/** The comments that came with reviews, by the id of the review. */
export async function answerReviewComments(
  ctx: ReadContext,
  place: CommentScope,
  reviewIds: string[],
  format?: Format,
) {
  const rows = await listCommentsOfReviews(ctx.db, scopeOf(place), reviewIds)
  const comments = await answerAll(ctx, place, rows, format)
  return new Map(comments.map((comment) => [comment.target.review, comment]))
}

async function answerAll(ctx: ReadContext, place: CommentScope, rows: CommentRow[], format?: Format) {
  const pages = await pagesOf(ctx, place, rows)
  return rows.map((row) => presentComment(ctx, { ...row, place }, pages.get(row.id), format))
}

export async function answerReplies(
  ctx: ReadContext,
  comment: SeenComment,
  { format, ...page }: PageQuery & { format?: Format },
) {
  const { rows, next } = await listReplies(ctx.db, comment, page)
  return { rows: rows.map((row) => presentReply(ctx, { ...row, comment }, format)), next }
}
