import type { Db } from '../../../kit/storage/db.ts'

/** The revision that readers of a space of an organization see. */
export async function findSpaceHead(db: Db, organizationId: string, spaceId: string) {
  const row = await db
    .selectFrom('spaces')
    .select('revisionId')
    .where('id', '=', spaceId)
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.revisionId
}

/** Undefined where the space is gone. */
export async function findSpaceOwner(db: Db, spaceId: string) {
  const row = await db
    .selectFrom('spaces')
    .select('organizationId')
    .where('id', '=', spaceId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.organizationId
}

/** Undefined where there is no such site. */
export async function findSiteOwner(db: Db, siteId: string) {
  const row = await db
    .selectFrom('sites')
    .select('organizationId')
    .where('id', '=', siteId)
    .executeTakeFirst()
  return row?.organizationId
}
