import type { Insertable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'

/** Whose host name it is; one installation has each once. */
export function findSiteAt(db: Db, hostname: string) {
  return db
    .selectFrom('sites')
    .select(['organizationId', 'id as siteId'])
    .where('hostname', '=', hostname)
    .executeTakeFirst()
}

export async function isHostname(db: Db, hostname: string) {
  return (await findSiteAt(db, hostname)) !== undefined
}

export async function findHostnameOf(db: Db, siteId: string) {
  const row = await db.selectFrom('sites').select('hostname').where('id', '=', siteId).executeTakeFirst()
  return row?.hostname ?? undefined
}

export async function findOrganizationIdAt(db: Db, hostname: string) {
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('hostname', '=', hostname)
    .executeTakeFirst()
  return row?.id
}

export function findCheck(db: Db, siteId: string, hostname: string) {
  return db
    .selectFrom('siteHostnameChecks')
    .select(['status', 'checkedAt'])
    .where('siteId', '=', siteId)
    .where('hostname', '=', hostname)
    .executeTakeFirst()
}

/** In place of the check before. A site that is gone meanwhile has none. */
export async function replaceCheck(db: Tx, row: Insertable<Tables['siteHostnameChecks']>) {
  await db
    .insertInto('siteHostnameChecks')
    .columns(['siteId', 'hostname', 'status', 'checkedAt'])
    .expression((eb) =>
      eb
        .selectFrom('sites')
        .select((site) => [
          'sites.id',
          'sites.hostname',
          site.val(row.status).as('status'),
          site.val(row.checkedAt).as('checkedAt'),
        ])
        .where('sites.id', '=', row.siteId)
        .where('sites.hostname', '=', row.hostname),
    )
    .onConflict((known) =>
      known.column('siteId').doUpdateSet(({ ref }) => ({
        hostname: ref('excluded.hostname'),
        status: ref('excluded.status'),
        checkedAt: ref('excluded.checkedAt'),
      })),
    )
    .execute()
}

/** Of the host names that sites have now. */
export function countChecks(db: Db) {
  return db
    .selectFrom('siteHostnameChecks')
    .innerJoin('sites', (join) =>
      join
        .onRef('sites.id', '=', 'siteHostnameChecks.siteId')
        .onRef('sites.hostname', '=', 'siteHostnameChecks.hostname'),
    )
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .orderBy('status')
    .execute()
}

/** All host names, in some order; at most so many. */
export function listHostnames(db: Db, most: number) {
  return db
    .selectFrom('sites')
    .select('hostname')
    .where('hostname', 'is not', null)
    .$narrowType<{ hostname: string }>()
    .orderBy('hostname')
    .limit(most)
    .execute()
}
