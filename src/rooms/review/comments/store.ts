import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import { userJson } from '../../people/identity/store.ts'
import { selectMembers } from '../../people/members/store.ts'
import type { CommentFilter } from './schema.ts'
import { reactionsJson } from './store-reactions.ts'

/** The comments of a change request, or those about the space itself. */
export type CommentListScope = { spaceId: string; changeRequestId?: string }

function inScope({ spaceId, changeRequestId }: CommentListScope) {
  return changeRequestId === undefined
    ? sql<boolean>`comments.space_id = ${spaceId} and comments.change_request_id is null`
    : sql<boolean>`comments.space_id = ${spaceId} and comments.change_request_id = ${changeRequestId}`
}

function selectComments(db: Db, scope: CommentListScope) {
  return db
    .selectFrom('comments')
    .selectAll('comments')
    .select([
      userJson('comments.posted_by').as('author'),
      userJson('comments.resolved_by').as('resolver'),
      userJson('comments.applied_by').as('applier'),
      reactionsJson(
        sql`r.space_id = comments.space_id and r.comment_id = comments.id and r.reply_id is null`,
      ).as('reactions'),
      sql<number>`(select count(*)::int from comment_replies
        where comment_replies.space_id = comments.space_id and comment_id = comments.id)`.as('replies'),
    ])
    .where(inScope(scope))
}

export type CommentRow = Awaited<ReturnType<typeof findComment>> & object

export function findComment(db: Db, scope: CommentListScope, id: string) {
  return selectComments(db, scope).where('comments.id', '=', id).executeTakeFirst()
}

export function listComments(db: Db, scope: CommentListScope, filter: CommentFilter & PageQuery) {
  const { status, targetPage, authors, order } = filter
  let query = selectComments(db, scope)
  if (status !== 'all') query = query.where('comments.resolvedAt', status === 'open' ? 'is' : 'is not', null)
  if (targetPage) query = query.where('comments.pageId', '=', targetPage)
  if (authors) query = query.where('comments.postedBy', '=', sql<string>`any(${authors})`)
  return pageOf(query, filter, { columns: ['comments.id'], order, position: (row) => [row.id] })
}

/** The comment that this replies to. */
export function findRepliedComment(db: Db, scope: CommentListScope, replyId: string) {
  return db
    .selectFrom('commentReplies')
    .innerJoin('comments', (join) =>
      join
        .onRef('comments.spaceId', '=', 'commentReplies.spaceId')
        .onRef('comments.id', '=', 'commentReplies.commentId'),
    )
    .select('comments.id')
    .where(inScope(scope))
    .where('commentReplies.spaceId', '=', scope.spaceId)
    .where('commentReplies.id', '=', replyId)
    .executeTakeFirst()
}

/** Those that came with reviews. */
export function listCommentsOfReviews(db: Db, scope: CommentListScope, reviewIds: string[]) {
  return selectComments(db, scope).where('comments.reviewId', '=', sql<string>`any(${reviewIds})`).execute()
}

/** Members who said something, as a comment or as a reply. */
export function listCommenters(db: Db, organizationId: string, scope: CommentListScope, page: PageQuery) {
  const query = selectMembers(db, organizationId).where(
    sql<boolean>`members.user_id in (
      select posted_by from comments where ${inScope(scope)}
      union
      select comment_replies.posted_by from comment_replies
      join comments on comments.space_id = comment_replies.space_id and comments.id = comment_replies.comment_id
      where ${inScope(scope)})`,
  )
  return pageOf(query, page, {
    columns: ['members.userId'],
    order: 'asc',
    position: (member) => [member.userId],
  })
}

/** As it is now, kept from changing until the transaction ends. */
export function lockCommentRow(db: Tx, scope: CommentListScope, id: string) {
  return db
    .selectFrom('comments')
    .select(['id', 'resolvedAt'])
    .where(inScope(scope))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertComment(db: Tx, row: Insertable<Tables['comments']>) {
  await db.insertInto('comments').values(row).execute()
}

/** Rows of a statement, which has room for 65,535 values. */
const STEP = 1_000

/** Many at once, of an archive. */
export async function insertComments(db: Tx, rows: Insertable<Tables['comments']>[]) {
  for (let at = 0; at < rows.length; at += STEP)
    await db
      .insertInto('comments')
      .values(rows.slice(at, at + STEP))
      .execute()
}

export async function updateComment(
  db: Tx,
  scope: CommentListScope,
  id: string,
  values: Updateable<Tables['comments']>,
) {
  await db.updateTable('comments').set(values).where(inScope(scope)).where('id', '=', id).execute()
}

/** What was deleted, if it was there. */
export function deleteComment(db: Tx, scope: CommentListScope, id: string) {
  return db
    .deleteFrom('comments')
    .where(inScope(scope))
    .where('id', '=', id)
    .returning('resolvedAt')
    .executeTakeFirst()
}
