import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { contains } from '../../../kit/storage/like.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'

export type InstallationRow = Selectable<Tables['integrationInstallations']> & { spaces: number }
export type PlacementRow = Selectable<Tables['integrationPlacements']> & {
  integration: string
  organizationId: string
  /** Of the installation. */
  scopes: string[]
}

/** Where an installation can be put beside its organization. */
export type PlaceKind = 'space' | 'site'
export type Place = { kind: PlaceKind; id: string }

const COLUMN = { space: 'spaceId', site: 'siteId' } as const

function installations(db: Db) {
  return db
    .selectFrom('integrationInstallations')
    .selectAll('integrationInstallations')
    .select(
      sql<number>`(select count(*)::int from integration_placements placed
        where placed.installation_id = integration_installations.id and placed.space_id is not null)`.as(
        'spaces',
      ),
    )
}

export function findInstallation(
  db: Db,
  integration: string,
  id: string,
): Promise<InstallationRow | undefined> {
  return installations(db).where('integration', '=', integration).where('id', '=', id).executeTakeFirst()
}

/** Tokens name an installation by its id alone. */
export function findInstallationById(db: Db, id: string): Promise<InstallationRow | undefined> {
  return installations(db).where('id', '=', id).executeTakeFirst()
}

export function findInstallationIn(
  db: Db,
  organizationId: string,
  integration: string,
): Promise<InstallationRow | undefined> {
  return installations(db)
    .where('organizationId', '=', organizationId)
    .where('integration', '=', integration)
    .executeTakeFirst()
}

/** In the organization that a site belongs to. */
export function findInstalledOnSite(db: Db, integration: string, siteId: string) {
  return db
    .selectFrom('integrationInstallations')
    .innerJoin('sites', 'sites.organizationId', 'integrationInstallations.organizationId')
    .select('integrationInstallations.id')
    .where('integrationInstallations.integration', '=', integration)
    .where('sites.id', '=', siteId)
    .executeTakeFirst()
}

export function listInstallations(
  db: Db,
  integration: string,
  { externalId, ...page }: PageQuery & { externalId?: string },
) {
  let query = installations(db).where('integration', '=', integration)
  if (externalId) query = query.where(sql<boolean>`external_ids @> array[${externalId}]::text[]`)
  return pageOf(query, page, { columns: ['id'], order: 'asc', position: ({ id }) => [id] })
}

export function listInstallationsIn(
  db: Db,
  organizationId: string,
  { search, ...page }: PageQuery & { search?: string },
) {
  let query = installations(db).where('organizationId', '=', organizationId)
  if (search) query = query.where('integration', 'ilike', contains(search))
  return pageOf(query, page, {
    columns: ['integration'],
    order: 'asc',
    position: ({ integration }) => [integration],
  })
}

export function insertInstallation(db: Tx, row: Insertable<Tables['integrationInstallations']>) {
  return db.insertInto('integrationInstallations').values(row).execute()
}

/** Undefined when it is gone meanwhile. */
export async function updateInstallation(
  db: Tx,
  integration: string,
  id: string,
  values: Updateable<Tables['integrationInstallations']>,
): Promise<InstallationRow | undefined> {
  await db
    .updateTable('integrationInstallations')
    .set({ id, ...values })
    .where('integration', '=', integration)
    .where('id', '=', id)
    .execute()
  return findInstallation(db, integration, id)
}

/** In the statement that writes: what others approve at the same moment is not lost. */
export async function addScopes(db: Tx, integration: string, id: string, scopes: string[]) {
  await db
    .updateTable('integrationInstallations')
    .set({ scopes: sql`array(select distinct unnest(scopes || ${scopes}::text[]))` })
    .where('integration', '=', integration)
    .where('id', '=', id)
    .execute()
  return findInstallation(db, integration, id)
}

/** Leaves only scopes that a version asks for. */
export async function keepScopesOfVersion(db: Tx, integration: string, version: number) {
  await sql`update integration_installations installed
    set scopes = array(select scope from unnest(installed.scopes) scope where version.manifest::jsonb->'scopes' ? scope)
    from integration_versions version
    where version.integration = ${integration} and version.version = ${version}
      and installed.integration = ${integration}
      and exists (select from unnest(installed.scopes) scope where not version.manifest::jsonb->'scopes' ? scope)`.execute(
    db,
  )
}

export async function deleteInstallation(db: Tx, integration: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('integrationInstallations')
    .where('integration', '=', integration)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Who answers for an installation: who installed it, while they are an admin; else the admin who is there longest. */
export async function findResponsible(
  db: Db,
  { organizationId, installedBy }: Pick<InstallationRow, 'organizationId' | 'installedBy'>,
) {
  const found = await db
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .orderBy(sql`user_id is distinct from ${installedBy}`)
    .orderBy('joinedAt')
    .orderBy('userId')
    .limit(1)
    .executeTakeFirst()
  return found?.userId
}

function placements(db: Db) {
  return db
    .selectFrom('integrationPlacements')
    .innerJoin(
      'integrationInstallations',
      'integrationInstallations.id',
      'integrationPlacements.installationId',
    )
    .selectAll('integrationPlacements')
    .select([
      'integrationInstallations.integration',
      'integrationInstallations.organizationId',
      'integrationInstallations.scopes',
    ])
}

export function findPlacement(
  db: Db,
  installationId: string,
  { kind, id }: Place,
): Promise<PlacementRow | undefined> {
  return placements(db)
    .where('installationId', '=', installationId)
    .where(`integrationPlacements.${COLUMN[kind]}`, '=', id)
    .executeTakeFirst()
}

export function listPlacements(
  db: Db,
  kind: PlaceKind,
  of: { installationId: string } | { integration: string },
  { externalId, ...page }: PageQuery & { externalId?: string },
) {
  const column = `integrationPlacements.${COLUMN[kind]}` as const
  let query = placements(db).where(column, 'is not', null)
  query =
    'installationId' in of
      ? query.where('integrationPlacements.installationId', '=', of.installationId)
      : query.where('integrationInstallations.integration', '=', of.integration)
  if (externalId)
    query = query.where(sql<boolean>`integration_placements.external_ids @> array[${externalId}]::text[]`)
  return pageOf(query, page, {
    columns: ['integrationPlacements.installationId', column],
    order: 'asc',
    position: (row) => [row.installationId, row[COLUMN[kind]] ?? ''],
  })
}

/** Ids of all that it was put on. */
export async function listPlaces(db: Db, installationId: string) {
  const rows = await db
    .selectFrom('integrationPlacements')
    .select(['spaceId', 'siteId'])
    .where('installationId', '=', installationId)
    .execute()
  return {
    spaceIds: rows.flatMap(({ spaceId }) => spaceId ?? []),
    siteIds: rows.flatMap(({ siteId }) => siteId ?? []),
  }
}

/** False when it is there already. */
export async function insertPlacement(db: Tx, row: Insertable<Tables['integrationPlacements']>) {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('integrationPlacements')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function updatePlacement(
  db: Tx,
  installationId: string,
  place: Place,
  values: Updateable<Tables['integrationPlacements']>,
): Promise<PlacementRow | undefined> {
  await db
    .updateTable('integrationPlacements')
    .set({ installationId, ...values })
    .where('installationId', '=', installationId)
    .where(COLUMN[place.kind], '=', place.id)
    .execute()
  return findPlacement(db, installationId, place)
}

export async function deletePlacement(db: Tx, installationId: string, { kind, id }: Place) {
  const { numDeletedRows } = await db
    .deleteFrom('integrationPlacements')
    .where('installationId', '=', installationId)
    .where(COLUMN[kind], '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function listPlacementsOn(db: Db, spaceIds: string[]): Promise<PlacementRow[]> {
  return placements(db).where('integrationPlacements.spaceId', 'in', spaceIds).execute()
}

export async function deletePlacementsOn(db: Tx, spaceIds: string[]) {
  await db.deleteFrom('integrationPlacements').where('spaceId', 'in', spaceIds).execute()
}

/** What is installed on a space or site of an organization, and works there. */
export function listActiveAt(db: Db, organizationId: string, { kind, id }: Place) {
  const selection = kind === 'space' ? 'spaceSelection' : 'siteSelection'
  const since = kind === 'space' ? 'allSpacesSince' : 'allSitesSince'
  return db
    .selectFrom('integrationInstallations')
    .leftJoin('integrationPlacements', (join) =>
      join
        .onRef('integrationPlacements.installationId', '=', 'integrationInstallations.id')
        .on(`integrationPlacements.${COLUMN[kind]}`, '=', id),
    )
    .select([
      'integrationInstallations.id',
      'integrationInstallations.integration',
      'integrationInstallations.scopes',
      sql<Date>`greatest(integration_installations.updated_at, integration_placements.updated_at)`.as(
        'configuredAt',
      ),
      // By being put there, or as all of them were chosen, whichever came first.
      sql<Date>`least(integration_placements.created_at, ${sql.ref(`integrationInstallations.${since}`)})`.as(
        'since',
      ),
    ])
    .where('integrationInstallations.organizationId', '=', organizationId)
    .where('integrationInstallations.status', '=', 'active')
    .where((eb) =>
      eb.or([
        eb('integrationPlacements.status', '=', 'active'),
        eb.and([
          eb('integrationPlacements.status', 'is', null),
          eb(`integrationInstallations.${selection}`, '=', 'all'),
        ]),
      ]),
    )
    .orderBy('integrationInstallations.integration')
    .execute()
}

/** Those placed at one kind of place in an organization: one for each integration, the best of its states. */
export function listPlacedIn(db: Db, organizationId: string, kind: PlaceKind, page: PageQuery) {
  const query = db
    .selectFrom('integrationInstallations')
    .select(['integration', 'status'])
    .where('organizationId', '=', organizationId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('integrationPlacements')
          .select('installationId')
          .whereRef('installationId', '=', 'integrationInstallations.id')
          .where(COLUMN[kind], 'is not', null),
      ),
    )
  return pageOf(query, page, {
    columns: ['integration'],
    order: 'asc',
    position: ({ integration }) => [integration],
  })
}
