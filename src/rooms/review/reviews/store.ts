import type { Insertable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import { userJson } from '../../people/identity/store.ts'

/** The change request that is reviewed, as it is now. */
type Reviewed = { spaceId: string; id: string; revisionId: string }

function selectReviews(db: Db, { spaceId, id }: Reviewed) {
  return db
    .selectFrom('changeRequestReviews')
    .selectAll('changeRequestReviews')
    .select([
      userJson('change_request_reviews.reviewer_id').as('reviewer'),
      userJson('change_request_reviews.requested_by').as('requester'),
    ])
    .where('changeRequestReviews.spaceId', '=', spaceId)
    .where('changeRequestReviews.changeRequestId', '=', id)
}

export type ReviewRow = Awaited<ReturnType<typeof findReview>> & object

export function findReview(db: Db, reviewed: Reviewed, reviewId: string) {
  return selectReviews(db, reviewed).where('changeRequestReviews.id', '=', reviewId).executeTakeFirst()
}

export function listReviews(db: Db, reviewed: Reviewed, filter: PageQuery & { outdated?: boolean }) {
  let query = selectReviews(db, reviewed)
  if (filter.outdated !== undefined)
    query = query.where('changeRequestReviews.revisionId', filter.outdated ? '<>' : '=', reviewed.revisionId)
  return pageOf(query, filter, {
    columns: ['changeRequestReviews.id'],
    order: 'desc',
    position: (row) => [row.id],
  })
}

/** Who asked somebody for a review, if anyone did. */
export async function findRequester(db: Db, { spaceId, id }: Reviewed, userId: string) {
  const row = await db
    .selectFrom('changeRequestReviewers')
    .select('requestedBy')
    .where('spaceId', '=', spaceId)
    .where('changeRequestId', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.requestedBy ?? null
}

export async function insertReview(db: Tx, row: Insertable<Tables['changeRequestReviews']>) {
  await db.insertInto('changeRequestReviews').values(row).execute()
}
