import { type Insertable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import { userJson } from '../../people/identity/store.ts'

function selectReviewers(db: Db, changeRequestId: string) {
  return db
    .selectFrom('changeRequestReviewers')
    .selectAll('changeRequestReviewers')
    .select([
      userJson('change_request_reviewers.user_id').as('user'),
      userJson('change_request_reviewers.requested_by').as('requester'),
    ])
    .where('changeRequestId', '=', changeRequestId)
}

export type ReviewerRow = Awaited<ReturnType<typeof listReviewersNamed>>[number]

export function listReviewersNamed(db: Db, changeRequestId: string, userIds: string[]) {
  return selectReviewers(db, changeRequestId)
    .where('userId', '=', sql<string>`any(${userIds})`)
    .orderBy('userId')
    .execute()
}

export function listReviewers(db: Db, changeRequestId: string, page: PageQuery) {
  return pageOf(selectReviewers(db, changeRequestId), page, {
    columns: ['changeRequestReviewers.userId'],
    order: 'asc',
    position: (row) => [row.userId],
  })
}

/** Asked again, somebody is asked about what is there now. */
export async function insertReviewers(db: Tx, rows: Insertable<Tables['changeRequestReviewers']>[]) {
  await db
    .insertInto('changeRequestReviewers')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['changeRequestId', 'userId']).doUpdateSet((eb) => ({
        revisionId: eb.ref('excluded.revisionId'),
        requestedBy: eb.ref('excluded.requestedBy'),
        createdAt: eb.ref('excluded.createdAt'),
      })),
    )
    .execute()
}

export async function deleteReviewer(db: Tx, changeRequestId: string, userId: string) {
  const { numDeletedRows } = await db
    .deleteFrom('changeRequestReviewers')
    .where('changeRequestId', '=', changeRequestId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
