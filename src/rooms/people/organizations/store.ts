import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { conflict } from '../../../kit/domain/problems.ts'
import { brokenConstraint } from '../../../kit/storage/database/failures.ts'
import { prepared } from '../../../kit/storage/database/prepared.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { contains } from '../../../kit/storage/like.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import type { Viewer } from '../../../kit/storage/viewer.ts'
import type { OrganizationFilter } from './schema.ts'

export type OrganizationRow = Selectable<Tables['organizations']>

/** Organizations with the standing of one user in each: what everything they may do there follows from. */
function organizationsSeenBy(db: Db, userId: string) {
  return db
    .selectFrom('organizations')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organizationId', '=', 'organizations.id')
        .on('members.userId', '=', userId)
        .on('members.disabled', '=', false),
    )
    .selectAll('organizations')
    .select((eb) => [
      'members.role',
      'members.joinedAt',
      eb
        .exists(
          eb
            .selectFrom('teamMembers')
            .select('teamMembers.teamId')
            .whereRef('teamMembers.organizationId', '=', 'organizations.id')
            .where('teamMembers.userId', '=', userId)
            .where('teamMembers.role', '=', 'owner'),
        )
        .as('ownsTeam'),
    ])
}

const organizationSeenBy = prepared((db, { id, userId }: { id: string; userId: string }) =>
  organizationsSeenBy(db, userId).where('organizations.id', '=', id),
)

export async function findOrganizationSeenBy(db: Db, id: string, userId: string) {
  const [organization] = await organizationSeenBy(db, { id, userId })
  return organization
}

/** Whether the user belongs to them or not: whoever asks decides what of them is shown. */
export function listOrganizationsSeenBy(db: Db, ids: string[], viewer: Viewer) {
  return openOrganizations(db, viewer).where('organizations.id', 'in', ids).execute()
}

/** Without those that want another sign-in. */
function openOrganizations(db: Db, { id, closedTo }: Viewer) {
  const query = organizationsSeenBy(db, id)
  return closedTo.length > 0 ? query.where('organizations.id', 'not in', [...closedTo]) : query
}

/** The organization of an id, or of a host name. */
export function findOrganizationNamed(db: Db, name: string) {
  return db
    .selectFrom('organizations')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', name), eb('hostname', '=', name)]))
    .executeTakeFirst()
}

export function listOrganizationsOf(db: Db, viewer: Viewer, filter: Partial<OrganizationFilter> & PageQuery) {
  const { search, sort } = filter
  const own = openOrganizations(db, viewer).where('members.userId', 'is not', null)
  const query = search ? own.where('organizations.title', 'ilike', contains(search)) : own
  if (sort !== 'title')
    return pageOf(query, filter, { columns: ['organizations.id'], order: 'asc', position: (row) => [row.id] })
  return pageOf(query, filter, {
    columns: ['organizations.title', 'organizations.id'],
    order: 'asc',
    position: ({ title, id }) => [title, id],
  })
}

/** For the command line, which has nobody's rights. */
export function findOrganization(db: Db, id: string) {
  return db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
}

/** All there are, for the command line. */
export function listOrganizations(db: Db) {
  return db.selectFrom('organizations').select(['id', 'title', 'createdAt']).orderBy('id').execute()
}

export function listOrganizationsWithDomain(db: Db, viewer: Viewer, domain: string) {
  return openOrganizations(db, viewer)
    .where(sql<boolean>`organizations.email_domains @> ${[domain]}::text[]`)
    .orderBy('organizations.id')
    .limit(1000)
    .execute()
}

export async function lockOrganizationRow(db: Tx, id: string) {
  await db.selectFrom('organizations').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export function insertOrganization(db: Tx, row: Insertable<Tables['organizations']>) {
  return db.insertInto('organizations').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateOrganization(db: Tx, id: string, values: Updateable<Tables['organizations']>) {
  try {
    return await db
      .updateTable('organizations')
      .set({ id, ...values })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (brokenConstraint(error) !== 'organizations_hostname_key') throw error
    throw conflict('Another organization has this hostname', { field: 'body.hostname' })
  }
}

export async function hasSite(db: Db, organizationId: string, siteId: string) {
  const found = await db
    .selectFrom('sites')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', siteId)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteOrganizationRow(db: Tx, id: string) {
  await db.deleteFrom('organizations').where('id', '=', id).execute()
}
