import { sql } from 'kysely'
import type { Db, Tx } from '../../../kit/storage/db.ts'
import { wakePeople } from '../../../kit/storage/event-news.ts'
import type { Viewer } from '../../../kit/storage/viewer.ts'
import { listableSpaces } from '../../content/spaces/store.ts'

/** Pages that are kept of one person. */
const MOST_RECENT = 30

export async function upsertRecentPage(
  db: Tx,
  { userId, spaceId, pageId, openedAt }: { userId: string; spaceId: string; pageId: string; openedAt: Date },
) {
  await db
    .insertInto('recentPages')
    .values({ userId, spaceId, pageId, openedAt })
    .onConflict((on) => on.columns(['userId', 'spaceId', 'pageId']).doUpdateSet({ openedAt }))
    .execute()
  const kept = db
    .selectFrom('recentPages')
    .select('openedAt')
    .where('userId', '=', userId)
    .orderBy('openedAt', 'desc')
    .offset(MOST_RECENT - 1)
    .limit(1)
  await db.deleteFrom('recentPages').where('userId', '=', userId).where('openedAt', '<', kept).execute()
}

export function listRecentPages(db: Db, userId: string) {
  return db
    .selectFrom('recentPages')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('openedAt', 'desc')
    .limit(MOST_RECENT)
    .execute()
}

/** Whoever has it in their title, those that begin with it first. */
function named(column: string, query: string) {
  const like = query.replace(/[\\%_]/g, '\\$&')
  return {
    matches: sql<boolean>`${sql.ref(column)} ilike ${`%${like}%`}`,
    order: sql`not (${sql.ref(column)} ilike ${`${like}%`}), char_length(${sql.ref(column)}), ${sql.ref(column)}`,
  }
}

type Sought = { viewer: Viewer; query: string; limit: number }

/** Where somebody is a member, with their role. */
function organizationsOf(db: Db, { id, closedTo }: Viewer) {
  return db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organizationId', 'organizations.id')
    .where('members.userId', '=', id)
    .where('members.disabled', '=', false)
    .where(sql<boolean>`organizations.id <> all(${[...closedTo]}::text[])`)
}

export function listOrganizationsNamed(db: Db, { viewer, query, limit }: Sought) {
  const { matches, order } = named('organizations.title', query)
  return organizationsOf(db, viewer)
    .select(['organizations.id', 'organizations.title'])
    .where(matches)
    .orderBy(order)
    .limit(limit)
    .execute()
}

/** Guests and members alike find the spaces that lists show them. */
export function listSpaceIdsNamed(db: Db, { viewer, query, limit }: Sought) {
  const { matches, order } = named('spaces.title', query)
  return openSpaces(db, viewer).select('spaces.id').where(matches).orderBy(order).limit(limit).execute()
}

function openSpaces(db: Db, { id, closedTo }: Viewer) {
  return listableSpaces(db, id)
    .clearSelect()
    .where(sql<boolean>`spaces.organization_id <> all(${[...closedTo]}::text[])`)
}

/** Members who are no guests see the sites of an organization. */
export function listSitesNamed(db: Db, { viewer, query, limit }: Sought) {
  const { matches, order } = named('sites.title', query)
  return organizationsOf(db, viewer)
    .innerJoin('sites', 'sites.organizationId', 'organizations.id')
    .select(['sites.id', 'sites.title', 'sites.organizationId', 'organizations.title as organization'])
    .where('members.role', 'is not', null)
    .where(matches)
    .orderBy(order)
    .limit(limit)
    .execute()
}

export function listChangeRequestsNamed(db: Db, { viewer, query, limit }: Sought) {
  const { matches, order } = named('changeRequests.subject', query)
  const number = /^#?(\d{1,9})$/.exec(query)?.[1]
  return openSpaces(db, viewer)
    .innerJoin('changeRequests', 'changeRequests.spaceId', 'spaces.id')
    .select([
      'changeRequests.id',
      'changeRequests.number',
      'changeRequests.subject',
      'spaces.id as spaceId',
      'spaces.title as space',
      'spaces.organizationId',
    ])
    .where((eb) => eb.or([matches, ...(number ? [eb('changeRequests.number', '=', Number(number))] : [])]))
    .orderBy(sql`change_requests.status in ('draft', 'open')`, 'desc')
    .orderBy(order)
    .limit(limit)
    .execute()
}

/** Of organizations in which they are more than a guest. */
export function listPeopleNamed(db: Db, { viewer, query, limit }: Sought) {
  const { matches, order } = named('users.displayName', query)
  const { matches: isAddress } = named('users.email', query)
  const inside = organizationsOf(db, viewer).select('organizations.id').where('members.role', 'is not', null)
  return db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .innerJoin('organizations', 'organizations.id', 'members.organizationId')
    .select([
      'users.id',
      'users.displayName',
      'users.email',
      'organizations.id as organizationId',
      'organizations.title as organization',
    ])
    .where('organizations.id', 'in', inside)
    .where('members.disabled', '=', false)
    .where((eb) => eb.or([matches, isAddress]))
    .orderBy(order)
    .limit(limit)
    .execute()
}

export function listOrganizationIdsOpenTo(db: Db, viewer: Viewer, limit: number) {
  return organizationsOf(db, viewer)
    .select('organizations.id')
    .orderBy('organizations.id')
    .limit(limit)
    .execute()
}

export type Place = { spaceId: string; pageId: string | null; changeRequest: number | null }
type PresenceRow = Place & { id: string; userId: string; isEditing: boolean; seenAt: Date }

/** A statement alone: no transaction is open while somebody looks at a page. */
export async function insertPresence(db: Db, row: PresenceRow) {
  await db.insertInto('presences').values(row).execute()
  await wakePeople(db, [row.spaceId])
}

export async function updatePresence(db: Db, id: string, seenAt: Date) {
  await db.updateTable('presences').set({ seenAt }).where('id', '=', id).execute()
}

export async function deletePresence(db: Db, id: string, spaceId: string) {
  await db.deleteFrom('presences').where('id', '=', id).execute()
  await wakePeople(db, [spaceId])
}

/** Of processes that ended without a word. */
export async function deletePresencesBefore(db: Db, time: Date) {
  await db.deleteFrom('presences').where('seenAt', '<', time).execute()
}

type At = Place & { userId: string; since: Date; limit: number }

/** Each once, whoever writes first. */
export async function listPeopleAt(db: Db, { spaceId, pageId, changeRequest, userId, since, limit }: At) {
  const rows = await db
    .selectFrom('presences')
    .innerJoin('users', 'users.id', 'presences.userId')
    .select(['users.id', 'users.displayName', 'users.photoUrl'])
    .select(({ fn }) => fn.agg<boolean>('bool_or', ['presences.isEditing']).as('isEditing'))
    .where('presences.spaceId', '=', spaceId)
    .where('presences.userId', '<>', userId)
    .where('presences.seenAt', '>', since)
    .where((eb) =>
      eb.or([
        ...(pageId === null ? [] : [eb('presences.pageId', '=', pageId)]),
        ...(changeRequest === null ? [] : [eb('presences.changeRequest', '=', changeRequest)]),
      ]),
    )
    .groupBy(['users.id', 'users.displayName', 'users.photoUrl'])
    .orderBy('isEditing', 'desc')
    .orderBy('users.displayName')
    .limit(limit)
    .execute()
  return rows
}
