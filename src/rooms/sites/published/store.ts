import { sql } from 'kysely'
import type { Db } from '../../../kit/storage/db.ts'
import type { SpaceRow } from '../../content/spaces/store.ts'
import type { SiteRow } from '../sites/store.ts'

function selectPublished(db: Db) {
  return db
    .selectFrom('sites')
    .selectAll()
    .select(sql<number>`0`.as('siteSpaces'))
    .where('isPublished', '=', true)
}

export function findPublished(db: Db, id: string): Promise<SiteRow | undefined> {
  return selectPublished(db).where('id', '=', id).executeTakeFirst()
}

/** Sites that may be meant by an address: by the name in its path, by its host, by where a proxy shows them. */
export function listPublishedAt(db: Db, { basename, host }: { basename: string | undefined; host: string }) {
  return selectPublished(db)
    .where((eb) =>
      eb.or([
        eb(sql`lower(basename)`, '=', basename?.toLowerCase() ?? ''),
        eb('hostname', '=', host),
        eb(sql`split_part(proxy, '/', 1)`, '=', host),
      ]),
    )
    .limit(1_000)
    .execute()
}

/** Whether a site has it, shown or not. */
export async function hasSiteSpace(db: Db, siteId: string, id: string) {
  const row = await db
    .selectFrom('siteSpaces')
    .select('id')
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** What a site shows: spaces that are neither in the trash nor private. */
export async function listShownSpaces(db: Db, siteId: string) {
  const rows = await db
    .selectFrom('siteSpaces')
    .innerJoin('spaces', 'spaces.id', 'siteSpaces.spaceId')
    .selectAll('spaces')
    .select([
      'siteSpaces.id as siteSpaceId',
      'siteSpaces.sectionId',
      'siteSpaces.path as sitePath',
      'siteSpaces.condition',
      'siteSpaces.position as sitePosition',
    ])
    .where('siteSpaces.siteId', '=', siteId)
    .where('spaces.deletedAt', 'is', null)
    .where('spaces.visibility', 'not in', ['private', 'in-collection'])
    .orderBy('siteSpaces.position')
    .orderBy('siteSpaces.id')
    .execute()
  return rows.map(({ siteSpaceId, sectionId, sitePath, condition, sitePosition, ...space }) => ({
    id: siteSpaceId,
    sectionId,
    path: sitePath,
    condition,
    position: sitePosition,
    space: space as SpaceRow,
  }))
}

/** Pages of these spaces that show something of a specification, whatever their conditions say. */
export function listPagesShowing(db: Db, spaceIds: readonly string[], spec: string, most: number) {
  return db
    .selectFrom('searchSpecs')
    .select(['spaceId', 'pageId'])
    .where('spec', '=', spec)
    .where(sql<boolean>`space_id = any(${spaceIds}::text[])`)
    .orderBy('spaceId')
    .orderBy('pageId')
    .limit(most)
    .execute()
}

/** Of the whole installation, those that everybody can find. */
export function listPublicSites(db: Db, limit: number) {
  return selectPublished(db).where('visibility', '=', 'public').limit(limit).execute()
}
