// What somebody can read in one place, as lists for people: in order of their titles, and not without end.
import type { Db } from '../../kit/storage/db.ts'
import { listSpecs, listVersions } from '../../rooms/api-references/openapi/store.ts'
import { listCollectionsSeenBy } from '../../rooms/content/collections/store.ts'
import { listSpacesShowing } from '../../rooms/content/computed/store.ts'
import { listableSpaces } from '../../rooms/content/spaces/store.ts'
import { listOrganizationsOf } from '../../rooms/people/organizations/store.ts'
import { listSites } from '../../rooms/sites/sites/store.ts'

const MOST = 1_000

export async function listTheirOrganizations(db: Db, userId: string) {
  return byTitle((await listOrganizationsOf(db, userId, { limit: MOST })).rows)
}

export function listTheirSpaces(db: Db, organizationId: string, userId: string) {
  return listableSpaces(db, userId)
    .where('spaces.organizationId', '=', organizationId)
    .orderBy('spaces.position')
    .orderBy('spaces.id')
    .limit(MOST)
    .execute()
}

export async function listTheirCollections(db: Db, organizationId: string, userId: string) {
  return byTitle(
    (await listCollectionsSeenBy(db, organizationId, userId, { limit: MOST, nested: true })).rows,
  )
}

export async function listAllSites(db: Db, organizationId: string) {
  return byTitle((await listSites(db, organizationId, { limit: MOST })).rows)
}

export async function listAllSpecs(db: Db, organizationId: string) {
  return (await listSpecs(db, organizationId, { limit: MOST })).rows
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

function byTitle<Row extends { title: string }>(rows: Row[]) {
  return rows.sort((a, b) => a.title.localeCompare(b.title))
}
