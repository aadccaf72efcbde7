import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { contains } from '../../../kit/storage/like.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import type { Viewer } from '../../../kit/storage/viewer.ts'
import type { IntegrationFilters, Manifest } from './schema.ts'

type IntegrationColumns = Selectable<Tables['integrations']>
type VersionColumns = Selectable<Tables['integrationVersions']>

/** An integration as it was last published. */
export type IntegrationRow = IntegrationColumns &
  Pick<VersionColumns, 'script' | 'icon' | 'previews' | 'secrets'> & { manifest: Manifest }

function published(db: Db) {
  return db
    .selectFrom('integrations')
    .innerJoin('integrationVersions', (join) =>
      join
        .onRef('integrationVersions.integration', '=', 'integrations.name')
        .onRef('integrationVersions.version', '=', 'integrations.version'),
    )
    .selectAll('integrations')
    .select([
      'integrationVersions.script',
      'integrationVersions.icon',
      'integrationVersions.previews',
      'integrationVersions.secrets',
      sql<Manifest>`integration_versions.manifest`.as('manifest'),
    ])
}

export function findIntegration(db: Db, name: string): Promise<IntegrationRow | undefined> {
  return published(db).where('integrations.name', '=', name).executeTakeFirst()
}

/** Names are taken in the order they are asked for. */
export async function lockName(db: Tx, name: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`integration ${name}`}, 0))`.execute(db)
}

/** Whether it is installed in an organization of this user. */
export async function isInstalledFor(db: Db, name: string, { id: userId, closedTo }: Viewer) {
  const found = await db
    .selectFrom('integrationInstallations')
    .innerJoin('members', 'members.organizationId', 'integrationInstallations.organizationId')
    .select('integrationInstallations.id')
    .where('integrationInstallations.integration', '=', name)
    .where('members.userId', '=', userId)
    .where('members.disabled', '=', false)
    .where(sql<boolean>`members.organization_id <> all(${[...closedTo]}::text[])`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What is for everybody, and what the organizations of this user published; of one organization, also what it installed. */
export function listIntegrations(
  db: Db,
  seenBy: { viewer: Viewer; organizationId?: string },
  filters: IntegrationFilters,
  page: PageQuery,
) {
  let query = published(db).where(
    sql<boolean>`(integration_versions.manifest->>'visibility' = 'public' or exists (
      select from members where members.organization_id = integrations.organization_id
      and members.user_id = ${seenBy.viewer.id} and members.role is not null and not members.disabled
      and members.organization_id <> all(${[...seenBy.viewer.closedTo]}::text[])
    ) or exists (
      select from integration_installations installed where installed.integration = integrations.name
      and installed.organization_id = ${seenBy.organizationId ?? null}
    ))`,
  )
  const { search, category, blockDomain, blocks, contentSources, owner, scope, target } = filters
  const manifest = sql`integration_versions.manifest::jsonb`
  const has = (list: string) =>
    sql<boolean>`(jsonb_array_length(coalesce(${manifest}->${sql.lit(list)}, '[]')) > 0)`
  if (search)
    query = query.where(
      sql<boolean>`(integrations.name ilike ${contains(search)} or ${manifest}->>'title' ilike ${contains(search)})`,
    )
  if (category) query = query.where(sql<boolean>`${manifest}->'categories' ? ${category}`)
  if (scope) query = query.where(sql<boolean>`${manifest}->'scopes' ? ${scope}`)
  if (owner) query = query.where('integrations.organizationId', '=', owner)
  if (target && target !== 'all')
    query = query.where(sql<boolean>`${manifest}->>'target' in ('all', ${target})`)
  if (target === 'all') query = query.where(sql<boolean>`${manifest}->>'target' = 'all'`)
  if (blocks !== undefined) query = query.where(sql<boolean>`${has('blocks')} = ${blocks}`)
  if (contentSources !== undefined)
    query = query.where(sql<boolean>`${has('contentSources')} = ${contentSources}`)
  if (blockDomain)
    query = query.where(
      sql<boolean>`exists (select from jsonb_path_query(${manifest}, '$.blocks[*].urlUnfurl[*]') address
        where split_part(split_part(address #>> '{}', '://', 2), '/', 1) = ${blockDomain})`,
    )
  return pageOf(query, page, {
    columns: ['integrations.name'],
    order: 'asc',
    position: ({ name }) => [name],
  })
}

export function listIntegrationsNamed(db: Db, names: string[]): Promise<IntegrationRow[]> {
  return published(db).where('integrations.name', 'in', names).execute()
}

export async function countIntegrations(db: Db, organizationId: string) {
  const { count } = await db
    .selectFrom('integrations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertIntegration(db: Tx, row: Insertable<Tables['integrations']>) {
  await db.insertInto('integrations').values(row).execute()
}

export async function updateIntegration(
  db: Tx,
  organizationId: string,
  name: string,
  values: Updateable<Tables['integrations']>,
) {
  await db
    .updateTable('integrations')
    .set({ name, ...values })
    .where('organizationId', '=', organizationId)
    .where('name', '=', name)
    .execute()
}

export async function insertVersion(db: Tx, row: Insertable<Tables['integrationVersions']>) {
  await db.insertInto('integrationVersions').values(row).execute()
}

/** All but the newest. */
export async function deleteOldVersions(db: Tx, name: string, newest: number, kept: number) {
  await db
    .deleteFrom('integrationVersions')
    .where('integration', '=', name)
    .where('version', '<=', newest - kept)
    .execute()
}

/** Where it is installed. */
export function listInstalledIn(db: Db, name: string) {
  return db
    .selectFrom('integrationInstallations')
    .select(['id as installationId', 'organizationId', 'integration', 'scopes'])
    .where('integration', '=', name)
    .orderBy('id')
    .execute()
}

/** With its versions and installations. */
export async function deleteIntegration(db: Tx, organizationId: string, name: string) {
  const { numDeletedRows } = await db
    .deleteFrom('integrations')
    .where('organizationId', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether the last version shows this picture. */
export async function hasPicture(db: Db, name: string, blob: string) {
  const row = await findIntegration(db, name)
  return row !== undefined && (row.icon === blob || row.previews.includes(blob))
}
