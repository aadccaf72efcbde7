import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { prepared } from '../../../kit/storage/database/prepared.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'

export type SpecRow = Selectable<Tables['openapiSpecs']>
export type VersionRow = Selectable<Tables['openapiSpecVersions']>

export function findSpec(db: Db, organizationId: string, slug: string): Promise<SpecRow | undefined> {
  return db
    .selectFrom('openapiSpecs')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('slug', '=', slug)
    .executeTakeFirst()
}

export function listSpecs(db: Db, organizationId: string, page: PageQuery) {
  const query = db.selectFrom('openapiSpecs').selectAll().where('organizationId', '=', organizationId)
  return pageOf(query, page, { columns: ['slug'], order: 'asc', position: ({ slug }) => [slug] })
}

export async function countSpecs(db: Db, organizationId: string) {
  const { count } = await db
    .selectFrom('openapiSpecs')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export function insertSpec(db: Tx, row: Insertable<Tables['openapiSpecs']>): Promise<SpecRow> {
  return db.insertInto('openapiSpecs').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Undefined when it is gone meanwhile. */
export function updateSpec(
  db: Tx,
  organizationId: string,
  id: string,
  values: Updateable<Tables['openapiSpecs']>,
): Promise<SpecRow | undefined> {
  return db
    .updateTable('openapiSpecs')
    .set({ id, ...values })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteSpec(db: Tx, organizationId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('openapiSpecs')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** As it is now; until the transaction ends nobody else changes it. Jobs know a specification by its id alone. */
export function lockSpec(db: Tx, id: string): Promise<SpecRow | undefined> {
  return db.selectFrom('openapiSpecs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Specifications that were last fetched before, or whose processing never finished; the longest waiting first. */
export function listSpecsToRefresh(db: Db, before: Date, limit: number) {
  return db
    .selectFrom('openapiSpecs')
    .select('id')
    .where(sql<boolean>`case when source_url is null then processing_state <> 'complete' else true end`)
    .where(sql<Date>`coalesce(last_processed_at, updated_at)`, '<', before)
    .orderBy(sql`coalesce(last_processed_at, updated_at)`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function findVersion(db: Db, specId: string, id: string): Promise<VersionRow | undefined> {
  return db
    .selectFrom('openapiSpecVersions')
    .selectAll()
    .where('specId', '=', specId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The version before another one. */
export function findEarlierVersion(db: Db, specId: string, id: string): Promise<VersionRow | undefined> {
  return db
    .selectFrom('openapiSpecVersions')
    .selectAll()
    .where('specId', '=', specId)
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function listVersions(db: Db, specId: string, page: PageQuery) {
  const query = db.selectFrom('openapiSpecVersions').selectAll().where('specId', '=', specId)
  return pageOf(query, page, { columns: ['id'], order: 'desc', position: ({ id }) => [id] })
}

/** The newest, or those before one of them. */
export function listVersionsBefore(db: Db, specId: string, before: string | undefined, limit: number) {
  const versions = db
    .selectFrom('openapiSpecVersions')
    .leftJoin('openapiSpecChanges', 'openapiSpecChanges.versionId', 'openapiSpecVersions.id')
    .selectAll('openapiSpecVersions')
    .select(['openapiSpecChanges.since', 'openapiSpecChanges.changes'])
    .where('specId', '=', specId)
    .orderBy('id', 'desc')
    .limit(limit)
  return (before === undefined ? versions : versions.where('id', '<', before)).execute()
}

/** A statement alone: it follows from what is there, whoever works it out. */
export async function keepChanges(db: Db, row: Insertable<Tables['openapiSpecChanges']>) {
  const { since, changes } = row
  // The version may be gone meanwhile.
  await sql`insert into openapi_spec_changes (version_id, since, changes)
    select id, ${since}, ${changes} from openapi_spec_versions where id = ${row.versionId}
    on conflict (version_id) do update set since = excluded.since, changes = excluded.changes`.execute(db)
}

export async function deleteChanges(db: Tx, id: string) {
  await db
    .deleteFrom('openapiSpecChanges')
    .where((where) => where.or([where('versionId', '=', id), where('since', '=', id)]))
    .execute()
}

export async function insertVersion(db: Tx, row: Insertable<Tables['openapiSpecVersions']>) {
  await db.insertInto('openapiSpecVersions').values(row).execute()
}

export async function updateVersionDocument(db: Tx, specId: string, id: string, document: string) {
  await db
    .updateTable('openapiSpecVersions')
    .set({ document })
    .where('specId', '=', specId)
    .where('id', '=', id)
    .execute()
}

/** All but the newest. */
export async function deleteOldVersions(db: Tx, specId: string, kept: number) {
  const newest = db
    .selectFrom('openapiSpecVersions')
    .select('id')
    .where('specId', '=', specId)
    .orderBy('id', 'desc')
    .limit(kept)
  await db
    .deleteFrom('openapiSpecVersions')
    .where('specId', '=', specId)
    .where('id', 'not in', newest)
    .execute()
}

const selectLatest = prepared((db, { organizationId, slug }: { organizationId: string; slug: string }) =>
  db
    .selectFrom('openapiSpecs')
    .innerJoin('openapiSpecVersions', 'openapiSpecVersions.id', 'openapiSpecs.lastVersionId')
    .select([
      'openapiSpecs.id as specId',
      'openapiSpecVersions.id as versionId',
      'openapiSpecVersions.document',
    ])
    .where('openapiSpecs.organizationId', '=', organizationId)
    .where('openapiSpecs.slug', '=', slug),
)

export async function findLatestDocument(db: Db, organizationId: string, slug: string) {
  const [found] = await selectLatest(db, { organizationId, slug })
  return found
}
