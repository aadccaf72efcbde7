import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { prepared } from '../../../kit/storage/database/prepared.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import type { ChangeRequestStatus } from '../../../kit/storage/tables/change-requests.ts'
import { listableSpaces } from '../../content/spaces/store.ts'
import { type Author, userJson } from '../../people/identity/store.ts'

export type ChangeRequestRow = PlainChangeRequest & {
  author: Author
  /** The revision that readers of the space see. */
  head: string
}

export type PlainChangeRequest = Selectable<Tables['changeRequests']>

function selectChangeRequests(db: Db) {
  return db
    .selectFrom('changeRequests')
    .innerJoin('spaces', 'spaces.id', 'changeRequests.spaceId')
    .selectAll('changeRequests')
    .select(['spaces.revisionId as head', userJson('change_requests.created_by').as('author')])
}

const byId = prepared((db, { spaceId, id }: { spaceId: string; id: string }) =>
  selectChangeRequests(db).where('changeRequests.spaceId', '=', spaceId).where('changeRequests.id', '=', id),
)

const byNumber = prepared((db, { spaceId, number }: { spaceId: string; number: number }) =>
  selectChangeRequests(db)
    .where('changeRequests.spaceId', '=', spaceId)
    .where('changeRequests.number', '=', number),
)

/** By its id, or by its number within the space. */
export async function findChangeRequest(
  db: Db,
  spaceId: string,
  idOrNumber: string,
): Promise<ChangeRequestRow | undefined> {
  const isNumber = /^[1-9]\d{0,8}$/.test(idOrNumber)
  const [row] = isNumber
    ? await byNumber(db, { spaceId, number: Number(idOrNumber) })
    : await byId(db, { spaceId, id: idOrNumber })
  return row
}

/** As it is now, kept from changing until the transaction ends. */
export async function lockChangeRequestRow(db: Tx, spaceId: string, id: string) {
  return db
    .selectFrom('changeRequests')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type ChangeRequestRowFilter = {
  status: ChangeRequestStatus
  creator?: string
  contributor?: string
  reviewer?: string
}

export function listChangeRequestsOfSpace(
  db: Db,
  spaceId: string,
  filter: ChangeRequestRowFilter & PageQuery,
) {
  return pageOf(
    filtered(selectChangeRequests(db), filter).where('changeRequests.spaceId', '=', spaceId),
    filter,
    {
      columns: ['changeRequests.id'],
      order: 'desc',
      position: (row) => [row.id],
    },
  )
}

/** Those in spaces that the user can read. */
export function listChangeRequestsOfOrganization(
  db: Db,
  organizationId: string,
  userId: string,
  filter: ChangeRequestRowFilter & PageQuery,
) {
  const readable = listableSpaces(db, userId)
    .clearSelect()
    .select('spaces.id')
    .where('spaces.organizationId', '=', organizationId)
  const query = filtered(selectChangeRequests(db), filter)
    .where('changeRequests.organizationId', '=', organizationId)
    .where('changeRequests.spaceId', 'in', readable)
  return pageOf(query, filter, {
    columns: ['changeRequests.id'],
    order: 'desc',
    position: (row) => [row.id],
  })
}

function filtered(
  query: ReturnType<typeof selectChangeRequests>,
  { status, creator, contributor, reviewer }: ChangeRequestRowFilter,
) {
  let result = query.where('changeRequests.status', '=', status)
  if (creator) result = result.where('changeRequests.createdBy', '=', creator)
  if (contributor)
    result = result.where((eb) =>
      eb.exists(
        eb
          .selectFrom('changeRequestContributors')
          .select('userId')
          .whereRef('changeRequestContributors.changeRequestId', '=', 'changeRequests.id')
          .where('userId', '=', contributor),
      ),
    )
  if (reviewer) result = result.where(({ exists }) => exists(pendingReview(reviewer)))
  return result
}

/** Asked for a review, and none since then. */
function pendingReview(userId: string) {
  return sql`(select 1 from change_request_reviewers asked
    where asked.change_request_id = change_requests.id and asked.user_id = ${userId}
    and not exists (select 1 from change_request_reviews given
      where given.change_request_id = asked.change_request_id and given.reviewer_id = asked.user_id
      and given.created_at >= asked.created_at))`
}

export async function insertChangeRequest(db: Tx, row: Insertable<Tables['changeRequests']>) {
  await db.insertInto('changeRequests').values(row).execute()
}

export async function updateChangeRequest(
  db: Tx,
  spaceId: string,
  id: string,
  values: Updateable<Tables['changeRequests']>,
) {
  await db
    .updateTable('changeRequests')
    .set(values)
    .where('spaceId', '=', spaceId)
    .where('id', '=', id)
    .execute()
}

/** One more edit or comment by somebody. */
export async function countContribution(
  db: Tx,
  row: Omit<Insertable<Tables['changeRequestContributors']>, 'count'>,
) {
  await db
    .insertInto('changeRequestContributors')
    .values({ ...row, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['changeRequestId', 'userId', 'action']).doUpdateSet({
        count: sql`change_request_contributors.count + 1`,
        updatedAt: row.updatedAt,
      }),
    )
    .execute()
}

/** As they were counted elsewhere. */
export async function insertContributors(db: Tx, rows: Insertable<Tables['changeRequestContributors']>[]) {
  if (rows.length > 0) await db.insertInto('changeRequestContributors').values(rows).execute()
}

export function listContributors(db: Db, changeRequestId: string) {
  return db
    .selectFrom('changeRequestContributors')
    .innerJoin('users', 'users.id', 'changeRequestContributors.userId')
    .select(['users.id', 'users.displayName', 'users.email', 'users.photoUrl'])
    .select(['changeRequestContributors.action', 'changeRequestContributors.count'])
    .select('changeRequestContributors.updatedAt')
    .where('changeRequestId', '=', changeRequestId)
    .orderBy('changeRequestContributors.updatedAt', 'desc')
    .orderBy('users.id')
    .limit(1000)
    .execute()
}
