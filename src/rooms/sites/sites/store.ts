import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Role } from '../../../kit/domain/roles.ts'
import { brokenConstraint } from '../../../kit/storage/database/failures.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { contains } from '../../../kit/storage/like.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import type { SiteFilter } from './schema.ts'

export type SiteRow = Selectable<Tables['sites']> & { siteSpaces: number }

function selectSites(db: Db, organizationId: string) {
  return sitesWithCounts(db).where('organizationId', '=', organizationId)
}

function sitesWithCounts(db: Db) {
  return db
    .selectFrom('sites')
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from site_spaces join spaces on spaces.id = site_spaces.space_id
        where site_spaces.site_id = sites.id and spaces.deleted_at is null)`.as('siteSpaces'),
    )
}

export function findSite(db: Db, organizationId: string, id: string): Promise<SiteRow | undefined> {
  return selectSites(db, organizationId).where('id', '=', id).executeTakeFirst()
}

export function listSitesByIds(db: Db, organizationIds: string[], ids: string[]): Promise<SiteRow[]> {
  return sitesWithCounts(db).where('organizationId', 'in', organizationIds).where('id', 'in', ids).execute()
}

export function listSites(
  db: Db,
  organizationId: string,
  { space, title, published, type, ...page }: SiteFilter & PageQuery,
) {
  let query = selectSites(db, organizationId)
  if (title) query = query.where('title', 'ilike', contains(title))
  if (published !== undefined) query = query.where('isPublished', '=', published)
  if (type) query = query.where('type', 'in', type)
  if (space)
    query = query.where(
      sql<boolean>`exists (select from site_spaces where site_id = sites.id and space_id = ${space})`,
    )
  return pageOf(query, page, { columns: ['id'], order: 'asc', position: ({ id }) => [id] })
}

/** As it is now; nobody else changes it or its structure until the transaction ends. */
export function lockSiteRow(db: Tx, organizationId: string, id: string) {
  return db
    .selectFrom('sites')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Of these names, those that are in use. */
export async function listTakenBasenames(db: Db, names: string[]) {
  const rows = await db
    .selectFrom('sites')
    .select('basename')
    .where(sql`lower(basename)`, '=', sql<string>`any(${names.map((name) => name.toLowerCase())})`)
    .execute()
  return new Set(rows.map(({ basename }) => basename.toLowerCase()))
}

/** Whether it could be done: somebody else may have taken the name meanwhile. */
export async function insertSite(db: Tx, row: Insertable<Tables['sites']>) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sites')
    .values(row)
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** Whether a site of another organization is there, or behind a proxy there. */
export async function isHostOfOthers(db: Tx, organizationId: string, host: string) {
  const row = await db
    .selectFrom('sites')
    .select('id')
    .where('organizationId', '<>', organizationId)
    .where((eb) => eb.or([eb('hostname', '=', host), eb(sql`split_part(proxy, '/', 1)`, '=', host)]))
    .executeTakeFirst()
  return row !== undefined
}

/** What another site has already, if that is why it could not be done. */
export async function updateSite(
  db: Tx,
  organizationId: string,
  id: string,
  values: Updateable<Tables['sites']>,
): Promise<'basename' | 'hostname' | undefined> {
  try {
    await db
      .updateTable('sites')
      .set({ id, ...values })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .execute()
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === 'sites_basename_key') return 'basename'
    if (constraint === 'sites_hostname_key') return 'hostname'
    throw error
  }
}

export async function deleteSite(db: Tx, organizationId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('sites')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Sites that publish one of these spaces. */
export function listSitesWith(db: Db, spaceIds: string[]) {
  return db
    .selectFrom('sites')
    .innerJoin('siteSpaces', 'siteSpaces.siteId', 'sites.id')
    .select(['sites.id', 'sites.title', 'siteSpaces.spaceId'])
    .where('siteSpaces.spaceId', '=', sql<string>`any(${spaceIds})`)
    .orderBy('sites.id')
    .execute()
}

/** Members of an organization who are not guests. */
export function listWorkingMembers(db: Db, organizationId: string, page: PageQuery) {
  const query = db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['users.id', 'users.email', 'users.displayName', 'users.photoUrl', 'members.role'])
    .where('members.organizationId', '=', organizationId)
    .where('members.disabled', '=', false)
    .where('members.role', 'is not', null)
    .$narrowType<{ role: Role }>()
  return pageOf(query, page, { columns: ['users.id'], order: 'asc', position: ({ id }) => [id] })
}
