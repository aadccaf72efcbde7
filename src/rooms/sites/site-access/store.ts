import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'

export type ShareLinkRow = Selectable<Tables['shareLinks']>

export function listShareLinks(db: Db, siteId: string, page: PageQuery) {
  const query = db.selectFrom('shareLinks').selectAll().where('siteId', '=', siteId)
  return pageOf(query, page, { columns: ['id'], order: 'asc', position: ({ id }) => [id] })
}

export async function countShareLinks(db: Db, siteId: string) {
  const { count } = await db
    .selectFrom('shareLinks')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('siteId', '=', siteId)
    .executeTakeFirstOrThrow()
  return count
}

export function findActiveShareLink(db: Db, siteId: string, keyHash: Buffer) {
  return db
    .selectFrom('shareLinks')
    .selectAll()
    .where('siteId', '=', siteId)
    .where('keyHash', '=', keyHash)
    .where('isActive', '=', true)
    .executeTakeFirst()
}

export function findShareLinkById(db: Db, siteId: string, id: string): Promise<ShareLinkRow | undefined> {
  return db
    .selectFrom('shareLinks')
    .selectAll()
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function insertShareLink(db: Tx, row: Insertable<Tables['shareLinks']>): Promise<ShareLinkRow> {
  return db.insertInto('shareLinks').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateShareLink(
  db: Tx,
  siteId: string,
  id: string,
  values: Updateable<Tables['shareLinks']>,
): Promise<ShareLinkRow | undefined> {
  return db
    .updateTable('shareLinks')
    .set({ id, ...values })
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** A statement alone, beside whatever the visitor reads. */
export async function updateLastUsed(db: Db, id: string, lastUsedAt: Date) {
  await db.updateTable('shareLinks').set({ lastUsedAt }).where('id', '=', id).execute()
}

export async function deleteShareLink(db: Tx, siteId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('shareLinks')
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type PublishingAuthRow = Selectable<Tables['sitePublishingAuth']>

export function findPublishingAuth(db: Db, siteId: string): Promise<PublishingAuthRow | undefined> {
  return db.selectFrom('sitePublishingAuth').selectAll().where('siteId', '=', siteId).executeTakeFirst()
}

export async function isInstalledIn(db: Db, organizationId: string, integration: string) {
  const found = await db
    .selectFrom('integrationInstallations')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('integration', '=', integration)
    .executeTakeFirst()
  return found !== undefined
}

/** Of two who ask at once, both get the key of the one who was first. */
export async function insertPublishingAuth(db: Tx, siteId: string, sealedKey: string) {
  await db
    .insertInto('sitePublishingAuth')
    .values({ siteId, sealedKey, integration: null, fallbackUrl: null })
    .onConflict((there) => there.doNothing())
    .execute()
}

export function updatePublishingAuth(
  db: Tx,
  siteId: string,
  values: Updateable<Tables['sitePublishingAuth']>,
): Promise<PublishingAuthRow> {
  return db
    .updateTable('sitePublishingAuth')
    .set({ siteId, ...values })
    .where('siteId', '=', siteId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What is said of a member who visits a site: as others see them in the organization. */
export async function findVisitingMember(db: Db, organizationId: string, userId: string) {
  const member = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['users.displayName', 'members.role'])
    .where('members.organizationId', '=', organizationId)
    .where('members.userId', '=', userId)
    .executeTakeFirst()
  const teams = await db
    .selectFrom('teamMembers')
    .innerJoin('teams', (join) =>
      join
        .onRef('teams.organizationId', '=', 'teamMembers.organizationId')
        .onRef('teams.id', '=', 'teamMembers.teamId'),
    )
    .select('teams.title')
    .where('teamMembers.organizationId', '=', organizationId)
    .where('teamMembers.userId', '=', userId)
    .orderBy('teams.title')
    .limit(MOST_TEAMS)
    .execute()
  return member && { ...member, teams: teams.map(({ title }) => title) }
}

const MOST_TEAMS = 100

export type AdaptiveSchemaRow = Selectable<Tables['siteAdaptiveSchemas']>

export function findAdaptiveSchema(db: Db, siteId: string): Promise<AdaptiveSchemaRow | undefined> {
  return db.selectFrom('siteAdaptiveSchemas').selectAll().where('siteId', '=', siteId).executeTakeFirst()
}

export function replaceAdaptiveSchema(
  db: Tx,
  row: Insertable<Tables['siteAdaptiveSchemas']>,
): Promise<AdaptiveSchemaRow> {
  const { jsonSchema, updatedAt } = row
  return db
    .insertInto('siteAdaptiveSchemas')
    .values(row)
    .onConflict((there) => there.column('siteId').doUpdateSet({ jsonSchema, updatedAt }))
    .returningAll()
    .executeTakeFirstOrThrow()
}
