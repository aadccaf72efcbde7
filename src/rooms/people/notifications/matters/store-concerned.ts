import { sql } from 'kysely'
import type { Db } from '../../../../kit/storage/db.ts'

/** Of whatever kind, at most so many people are told of one thing. */
const MOST = 1000

export type Said = { body: string; postedBy: string | null; editedAt: Date | null }

/** A comment, with who opened the change request that it is about. */
export async function findComment(db: Db, spaceId: string, id: string) {
  return db
    .selectFrom('comments')
    .leftJoin('changeRequests', 'changeRequests.id', 'comments.changeRequestId')
    .select(['comments.body', 'comments.postedBy', 'comments.editedAt', 'comments.reviewId'])
    .select('changeRequests.createdBy as author')
    .where('comments.spaceId', '=', spaceId)
    .where('comments.id', '=', id)
    .executeTakeFirst()
}

export function findReply(db: Db, spaceId: string, commentId: string, id: string): Promise<Said | undefined> {
  return db
    .selectFrom('commentReplies')
    .select(['body', 'postedBy', 'editedAt'])
    .where('spaceId', '=', spaceId)
    .where('commentId', '=', commentId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Who replied before that reply. */
export async function listRepliersBefore(db: Db, spaceId: string, commentId: string, replyId: string) {
  const rows = await db
    .selectFrom('commentReplies')
    .select('postedBy')
    .distinct()
    .where('spaceId', '=', spaceId)
    .where('commentId', '=', commentId)
    .where('id', '<', replyId)
    .limit(MOST)
    .execute()
  return rows.map(({ postedBy }) => postedBy)
}

/** A review, with the comment that came with it. */
export async function findReview(db: Db, changeRequestId: string, id: string) {
  return db
    .selectFrom('changeRequestReviews')
    .innerJoin('changeRequests', 'changeRequests.id', 'changeRequestReviews.changeRequestId')
    .leftJoin('comments', 'comments.reviewId', 'changeRequestReviews.id')
    .select(['changeRequestReviews.requestedBy', 'changeRequests.createdBy as author'])
    .select('comments.id as commentId')
    .where('changeRequestReviews.changeRequestId', '=', changeRequestId)
    .where('changeRequestReviews.id', '=', id)
    .executeTakeFirst()
}

/** Who opened a change request, and who edited, commented or reviewed, or was asked to. */
export async function listParticipants(db: Db, changeRequestId: string) {
  const { rows } = await sql<{ userId: string }>`
    select created_by as user_id from change_requests where id = ${changeRequestId} and created_by is not null
    union select user_id from change_request_contributors where change_request_id = ${changeRequestId}
    union select user_id from change_request_reviewers where change_request_id = ${changeRequestId}
    union select reviewer_id from change_request_reviews where change_request_id = ${changeRequestId}
    limit ${MOST}`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Who opened a change request, and who edited it. */
export async function listEditors(db: Db, changeRequestId: string) {
  const { rows } = await sql<{ userId: string }>`
    select created_by as user_id from change_requests where id = ${changeRequestId} and created_by is not null
    union select user_id from change_request_contributors
      where change_request_id = ${changeRequestId} and action = 'edit'
    limit ${MOST}`.execute(db)
  return rows.map(({ userId }) => userId)
}

export async function hasConflicts(db: Db, changeRequestId: string) {
  const found = await db
    .selectFrom('changeRequestConflicts')
    .select('subjectId')
    .where('changeRequestId', '=', changeRequestId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Who asked for an import or export. */
export function findSyncRequest(db: Db, spaceId: string, operationId: string) {
  return db
    .selectFrom('gitOperations')
    .select('requestedBy')
    .where('spaceId', '=', spaceId)
    .where('id', '=', operationId)
    .executeTakeFirst()
}

export async function listOrganizationAdmins(db: Db, organizationId: string) {
  const rows = await db
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .orderBy('userId')
    .limit(MOST)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Those of these people for whom something of an organization is. */
export async function listAudience(
  db: Db,
  organizationId: string,
  audience: 'members' | 'admins',
  userIds: string[],
) {
  let query = db
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('disabled', '=', false)
    .where('userId', '=', sql<string>`any(${userIds})`)
  if (audience === 'admins') query = query.where('role', '=', 'admin')
  return (await query.execute()).map(({ userId }) => userId)
}
