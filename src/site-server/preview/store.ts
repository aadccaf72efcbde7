// What somebody can read in one place, as lists for people: in order of their titles, and not without end.
import type { Db } from '../../kit/storage/db.ts'
import { listVersions } from '../../rooms/api-references/openapi/store.ts'
import { listSpacesShowing } from '../../rooms/content/pages/computed/store.ts'
import { listableSpaces } from '../../rooms/content/spaces/store.ts'

const MOST = 1_000

export function listTheirSpaces(db: Db, organizationId: string, userId: string) {
  return listableSpaces(db, userId)
    .where('spaces.organizationId', '=', organizationId)
    .orderBy('spaces.position')
    .orderBy('spaces.id')
    .limit(MOST)
    .execute()
}

export async function listNewestVersions(db: Db, specId: string, limit: number) {
  return (await listVersions(db, specId, { limit })).rows
}

/** Ids of spaces that have its pages, or blocks that show something of it. */
export async function listSpacesUsing(db: Db, organizationId: string, slug: string) {
  const computed = await listSpacesShowing(db, organizationId, slug)
  const rows = await db
    .selectFrom('searchSpecs')
    .innerJoin('spaces', 'spaces.id', 'searchSpecs.spaceId')
    .select('spaces.id')
    .distinct()
    .where('spaces.organizationId', '=', organizationId)
    .where('searchSpecs.spec', '=', slug)
    .limit(MOST)
    .execute()
  return new Set([...computed, ...rows.map(({ id }) => id)])
}

/** Where a space is on a site: on a published one, if there is any. */
export function findPlaceOnSite(db: Db, organizationId: string, spaceId: string) {
  return db
    .selectFrom('siteSpaces')
    .innerJoin('sites', 'sites.id', 'siteSpaces.siteId')
    .select(['sites.id as siteId', 'siteSpaces.id as siteSpaceId'])
    .where('sites.organizationId', '=', organizationId)
    .where('siteSpaces.spaceId', '=', spaceId)
    .orderBy('sites.isPublished', 'desc')
    .orderBy('sites.id')
    .executeTakeFirst()
}
