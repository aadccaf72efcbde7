import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { prepared } from '../../../kit/storage/database/prepared.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf, type SortOrder } from '../../../kit/storage/page.ts'
import type { Visibility } from '../../../kit/storage/tables/tables.ts'
import { type Author, userJson } from '../../people/identity/store.ts'
import { claimsOn } from '../collections/store.ts'

export type SpaceRow = Selectable<Tables['spaces']>

/** Spaces, each with what a user can claim on it. */
export function spacesSeenBy(db: Db, userId: string) {
  const { defaults, grants } = claimsOn('spaces', userId)
  return db
    .selectFrom('spaces')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organizationId', '=', 'spaces.organizationId')
        .on('members.userId', '=', userId)
        .on('members.disabled', '=', false),
    )
    .selectAll('spaces')
    .select(['members.role', 'members.joinedAt', defaults.as('defaults'), grants.as('grants')])
}

/** Those a list shows: not in the trash, and readable by role or by grant. */
export function listableSpaces(db: Db, userId: string) {
  const { grants } = claimsOn('spaces', userId)
  return spacesSeenBy(db, userId)
    .where('spaces.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('members.role', 'is not', null), sql<boolean>`cardinality(${grants}) > 0`]))
}

/** Whether lists show a space of one organization to a user. Whether they are a member of it is asked once. */
export function isListed(
  spaceId: RawBuilder<string>,
  { organizationId, userId }: Among,
): RawBuilder<boolean> {
  const { grants } = claimsOn('spaces', userId)
  return sql<boolean>`exists (
    select from spaces
    where spaces.id = ${spaceId} and spaces.organization_id = ${organizationId} and spaces.deleted_at is null
      and (${isMemberOf({ organizationId, userId })} or cardinality(${grants}) > 0))`
}

/** A user in an organization. */
export type Among = { organizationId: string; userId: string }

/** Whether they read all of it by their role: guests have none. */
export function isMemberOf({ organizationId, userId }: Among) {
  return sql<boolean>`exists (select from members where organization_id = ${organizationId}
    and user_id = ${userId} and not disabled and role is not null)`
}

const spaceSeenBy = prepared((db, { id, userId }: { id: string; userId: string }) =>
  spacesSeenBy(db, userId).where('spaces.id', '=', id),
)

export async function findSpaceSeenBy(db: Db, id: string, userId: string) {
  const [row] = await spaceSeenBy(db, { id, userId })
  return row
}

export function listSpacesSeenBy(db: Db, ids: string[], userId: string) {
  return spacesSeenBy(db, userId).where('spaces.id', 'in', ids).execute()
}

export function listSpacesOfOrganization(
  db: Db,
  organizationId: string,
  userId: string,
  page: PageQuery & { order?: SortOrder },
) {
  const query = listableSpaces(db, userId).where('spaces.organizationId', '=', organizationId)
  return pageOf(query, page, {
    columns: ['spaces.id'],
    order: page.order ?? 'asc',
    position: (space) => [space.id],
  })
}

/** All there are, of one organization or of all, for the command line. */
export function listSpaces(db: Db, organizationId?: string) {
  const query = db
    .selectFrom('spaces')
    .innerJoin('organizations', 'organizations.id', 'spaces.organizationId')
    .select([
      ...['spaces.id', 'spaces.title', 'spaces.visibility', 'spaces.createdAt'],
      'organizations.title as organization',
    ] as const)
    .where('spaces.deletedAt', 'is', null)
    .orderBy('spaces.id')
  return (
    organizationId === undefined ? query : query.where('spaces.organizationId', '=', organizationId)
  ).execute()
}

export function listSpacesOfCollection(db: Db, collectionId: string, userId: string, page: PageQuery) {
  const query = listableSpaces(db, userId).where('spaces.parentId', '=', collectionId)
  return pageOf(query, page, {
    columns: ['spaces.position', 'spaces.id'],
    order: 'asc',
    position: (space) => [space.position, space.id],
  })
}

export async function insertSpace(db: Tx, row: Insertable<Tables['spaces']>) {
  await db.insertInto('spaces').values(row).execute()
}

export async function updateSpace(
  db: Tx,
  organizationId: string,
  id: string,
  values: Updateable<Tables['spaces']>,
) {
  await db
    .updateTable('spaces')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Whether it was not in the trash before: of several who delete it at once, one does. */
export async function trashSpace(db: Tx, organizationId: string, id: string, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('spaces')
    .set({ deletedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Of a space that no longer lies in a collection. */
const LEFT = sql<Visibility>`case when visibility = 'in-collection' then 'private' else visibility end`

/** Puts the spaces of a collection, and of those inside it, into the trash at the top; returns their ids. */
export async function trashSpacesBelow(db: Tx, organizationId: string, collectionId: string, now: Date) {
  await db
    .updateTable('spaces')
    .set({ parentId: null, ancestors: [], visibility: LEFT })
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`ancestors @> ${[collectionId]}::text[]`)
    .where('deletedAt', 'is not', null)
    .execute()
  const trashed = await db
    .updateTable('spaces')
    .set({ parentId: null, ancestors: [], visibility: LEFT, deletedAt: now })
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`ancestors @> ${[collectionId]}::text[]`)
    .returning('id')
    .execute()
  return trashed.map((space) => space.id)
}

const MOST_IN_TRASH = 100

/** In the trash since a time, the latest first, each with who put it there, as far as events are kept. */
export function listTrashedSpacesOf(db: Db, organizationId: string, userId: string, since: Date) {
  const deletedBy = sql<Author>`(select ${userJson('events.actor_id')} from events
    where events.organization_id = spaces.organization_id and events.type = 'space.deleted'
      and events.payload ->> 'spaceId' = spaces.id and events.created_at >= ${since}
    order by events.position desc limit 1)`
  return spacesSeenBy(db, userId)
    .select(deletedBy.as('deletedBy'))
    .where('spaces.organizationId', '=', organizationId)
    .where('spaces.deletedAt', '>', since)
    .orderBy('spaces.deletedAt', 'desc')
    .limit(MOST_IN_TRASH)
    .execute()
}

/** Those in the trash since a time or longer, a bounded number of them. */
export async function listTrashedSpaces(db: Db, before: Date) {
  const rows = await db
    .selectFrom('spaces')
    .select('id')
    .where('deletedAt', '<=', before)
    .orderBy('deletedAt')
    .limit(10_000)
    .execute()
  return rows.map(({ id }) => id)
}

/** Really deletes those of the spaces that have been in the trash since `before` or longer. */
export function deleteTrashedSpaces(db: Tx, ids: string[], before: Date) {
  return db
    .deleteFrom('spaces')
    .where('id', '=', sql<string>`any(${ids})`)
    .where('deletedAt', '<=', before)
    .returning(['id as spaceId', 'organizationId'])
    .execute()
}

export async function deleteSpacesOf(db: Tx, organizationId: string, limit: number) {
  const some = db.selectFrom('spaces').select('id').where('organizationId', '=', organizationId).limit(limit)
  const deleted = await db.deleteFrom('spaces').where('id', 'in', some).returning('id').execute()
  return deleted.map(({ id }) => id)
}

/** For work in the background, which has nobody's rights. */
export function findSpace(db: Db, id: string): Promise<SpaceRow | undefined> {
  return db.selectFrom('spaces').selectAll().where('id', '=', id).executeTakeFirst()
}

/** As it is now, kept from changing until the transaction ends. */
export function lockSpaceRow(db: Tx, id: string) {
  return db.selectFrom('spaces').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** As it is now; others may read and share it, but not change it. */
export function lockSpaceRowShared(db: Tx, id: string) {
  return db.selectFrom('spaces').selectAll().where('id', '=', id).forShare().executeTakeFirst()
}

export type SpaceCounts = Partial<
  Record<
    'comments' | 'changeRequests' | 'changeRequestsOpen' | 'changeRequestsDraft' | 'lastChangeRequest',
    number
  >
>

/** Adds to what a space counts, or takes away. */
export async function addToCounts(db: Tx, id: string, by: SpaceCounts) {
  const { comments = 0, changeRequests = 0, changeRequestsOpen = 0, changeRequestsDraft = 0 } = by
  await db
    .updateTable('spaces')
    .set((eb) => ({
      comments: eb('comments', '+', comments),
      changeRequests: eb('changeRequests', '+', changeRequests),
      changeRequestsOpen: eb('changeRequestsOpen', '+', changeRequestsOpen),
      changeRequestsDraft: eb('changeRequestsDraft', '+', changeRequestsDraft),
      lastChangeRequest: eb('lastChangeRequest', '+', by.lastChangeRequest ?? 0),
    }))
    .where('id', '=', id)
    .execute()
}
