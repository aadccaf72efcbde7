import type { Tx } from '../../../../kit/storage/db.ts'

/** Processes that start together take turns. */
export function listClearInstallations(db: Tx, limit: number) {
  return db
    .selectFrom('integrationInstallations')
    .select(['id', 'configuration'])
    .where('configuration', 'is not', null)
    .limit(limit)
    .forUpdate()
    .execute()
}

export function listClearPlacements(db: Tx, limit: number) {
  return db
    .selectFrom('integrationPlacements')
    .select(['installationId', 'spaceId', 'siteId', 'configuration'])
    .where('configuration', 'is not', null)
    .limit(limit)
    .forUpdate()
    .execute()
}

export function sealInstallation(db: Tx, id: string, sealedConfiguration: string) {
  return db
    .updateTable('integrationInstallations')
    .set({ sealedConfiguration, configuration: null })
    .where('id', '=', id)
    .execute()
}

type ClearPlace = { installationId: string; spaceId: string | null; siteId: string | null }

export function sealPlacement(
  db: Tx,
  { installationId, spaceId, siteId }: ClearPlace,
  sealedConfiguration: string,
) {
  return db
    .updateTable('integrationPlacements')
    .set({ sealedConfiguration, configuration: null })
    .where('installationId', '=', installationId)
    .where('spaceId', 'is not distinct from', spaceId)
    .where('siteId', 'is not distinct from', siteId)
    .execute()
}
