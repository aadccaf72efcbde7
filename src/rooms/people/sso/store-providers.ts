import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'

export type ProviderRow = Selectable<Tables['ssoProviders']>
export type ProviderKind = ProviderRow['kind']
type Key = { organizationId: string; id: string }

export async function insertProvider(db: Tx, row: Insertable<Tables['ssoProviders']>) {
  return db.insertInto('ssoProviders').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateProvider(
  db: Tx,
  { organizationId, id }: Key,
  values: Updateable<Tables['ssoProviders']>,
) {
  return db
    .updateTable('ssoProviders')
    .set({ id, ...values })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteProvider(db: Tx, { organizationId, id }: Key) {
  await db
    .deleteFrom('ssoProviders')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export function findProviderOf(db: Db, { organizationId, id }: Key, kind: ProviderKind) {
  return db
    .selectFrom('ssoProviders')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** By its id alone, which is what browsers bring along that sign in there. */
export function findProvider(db: Db, id: string) {
  return db.selectFrom('ssoProviders').selectAll().where('id', '=', id).executeTakeFirst()
}

export function pageProviders(db: Db, organizationId: string, kind: ProviderKind, page: PageQuery) {
  const query = db
    .selectFrom('ssoProviders')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('kind', '=', kind)
  return pageOf(query, page, { columns: ['ssoProviders.id'], order: 'asc', position: (row) => [row.id] })
}

export function listProviders(db: Db, organizationId: string) {
  return db
    .selectFrom('ssoProviders')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute()
}

/** Of organizations that want their own sign-in. */
export function listProvidersOf(db: Db, organizationIds: readonly string[]) {
  return db
    .selectFrom('ssoProviders')
    .selectAll()
    .where('organizationId', 'in', ['', ...organizationIds])
    .orderBy('id')
    .execute()
}

/** Whether the directory of the organization made somebody's account. */
export async function isManagedHere(db: Db, organizationId: string, userId: string) {
  const found = await db
    .selectFrom('scimUsers')
    .select('isManaged')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return found?.isManaged ?? false
}

/** False for one that was taken before, in any process. */
export async function insertAssertion(db: Tx, row: Insertable<Tables['samlAssertions']>) {
  const written = await db
    .insertInto('samlAssertions')
    .values(row)
    .onConflict((known) => known.columns(['providerId', 'hash']).doNothing())
    .returning('providerId')
    .executeTakeFirst()
  return written !== undefined
}

export async function deleteAssertionsBefore(db: Tx, time: Date) {
  await db.deleteFrom('samlAssertions').where('expiresAt', '<', time).execute()
}
