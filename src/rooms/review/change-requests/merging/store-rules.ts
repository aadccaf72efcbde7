import { sql } from 'kysely'
import type { Db } from '../../../../kit/storage/db.ts'

export async function findOrganizationRules(db: Db, organizationId: string) {
  const row = await db
    .selectFrom('organizations')
    .select('mergeRules')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row?.mergeRules
}

/** The last word of every reviewer. */
export function listLatestReviews(db: Db, changeRequestId: string) {
  return db
    .selectFrom('changeRequestReviews')
    .distinctOn('reviewerId')
    .select(['reviewerId', 'status', 'revisionId'])
    .where('changeRequestId', '=', changeRequestId)
    .orderBy('reviewerId')
    .orderBy(sql`id desc`)
    .execute()
}

export async function listRequestedUsers(db: Db, changeRequestId: string) {
  const rows = await db
    .selectFrom('changeRequestReviewers')
    .select('userId')
    .where('changeRequestId', '=', changeRequestId)
    .execute()
  return rows.map(({ userId }) => userId)
}

export function listPeople(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  return db.selectFrom('users').select(['id', 'displayName']).where('id', 'in', ids).execute()
}
