import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'

export type AllowanceRow = Selectable<Tables['siteScriptAllowances']>
export type BlockRow = Selectable<Tables['siteScriptBlocks']>

export function findAllowance(
  db: Db,
  siteId: string,
  installationId: string,
): Promise<AllowanceRow | undefined> {
  return db
    .selectFrom('siteScriptAllowances')
    .selectAll()
    .where('siteId', '=', siteId)
    .where('installationId', '=', installationId)
    .executeTakeFirst()
}

export function listAllowances(db: Db, siteId: string): Promise<AllowanceRow[]> {
  return db.selectFrom('siteScriptAllowances').selectAll().where('siteId', '=', siteId).execute()
}

export async function upsertAllowance(db: Tx, row: Insertable<Tables['siteScriptAllowances']>) {
  const { installationId: _installation, siteId: _site, ...values } = row
  await db
    .insertInto('siteScriptAllowances')
    .values(row)
    .onConflict((conflict) => conflict.columns(['installationId', 'siteId']).doUpdateSet(values))
    .execute()
}

export async function deleteAllowance(db: Tx, siteId: string, installationId: string) {
  await db
    .deleteFrom('siteScriptAllowances')
    .where('siteId', '=', siteId)
    .where('installationId', '=', installationId)
    .execute()
}

export function listBlocks(db: Db, siteId: string, installationId: string): Promise<BlockRow[]> {
  return db
    .selectFrom('siteScriptBlocks')
    .selectAll()
    .where('siteId', '=', siteId)
    .where('installationId', '=', installationId)
    .orderBy('reports', 'desc')
    .orderBy('host')
    .orderBy('directive')
    .execute()
}

/** New ones only while there are few: who sends thousands of names fills nothing. */
export async function countBlock(
  db: Tx,
  { installationId, siteId, directive, host, lastAt }: Omit<BlockRow, 'reports' | 'firstAt'>,
  most: number,
) {
  await sql`
    insert into site_script_blocks (installation_id, site_id, directive, host, reports, first_at, last_at)
    select ${installationId}, ${siteId}, ${directive}, ${host}, 1, ${lastAt}, ${lastAt}
    where exists (select from site_script_blocks where installation_id = ${installationId}
        and site_id = ${siteId} and directive = ${directive} and host = ${host})
      or (select count(*) from site_script_blocks
        where installation_id = ${installationId} and site_id = ${siteId}) < ${most}
    on conflict (installation_id, site_id, directive, host)
    do update set reports = least(site_script_blocks.reports + 1, 1000000000), last_at = excluded.last_at`.execute(
    db,
  )
}

export async function deleteOldBlocks(db: Tx, before: Date) {
  await db.deleteFrom('siteScriptBlocks').where('lastAt', '<', before).execute()
}
