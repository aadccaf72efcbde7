import { sql } from 'kysely'
import type { Db, Tx } from '../../../kit/storage/db.ts'
import type { Missed } from './missing-pages.ts'

const MOST = 100

export async function countMissing(db: Tx, siteId: string, day: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('site_missing_pages'), hashtext(${siteId}))`.execute(db)
  const { count } = await db
    .selectFrom('siteMissingPages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('siteId', '=', siteId)
    .where('day', '=', sql<Date>`${day}::date`)
    .executeTakeFirstOrThrow()
  return count
}

export async function addMissing(db: Tx, siteId: string, day: string, missed: readonly Missed[]) {
  await sql`
    insert into site_missing_pages (site_id, day, path, referrer, times)
    select ${siteId}, ${day}::date, path, referrer, sum(times)
    from unnest(
      ${missed.map(({ path }) => path)}::text[], ${missed.map(({ referrer }) => referrer)}::text[],
      ${missed.map(({ times }) => times)}::int[]
    ) as given (path, referrer, times)
    group by path, referrer
    on conflict (site_id, day, path, referrer) do update
      set times = site_missing_pages.times + excluded.times`.execute(db)
}

export type MissingRow = { path: string; times: number; referrers: string[]; lastDay: string }

/** Those that were asked for most, with the places that led there most often. */
export async function listMissing(db: Db, siteId: string, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<MissingRow>`
    with found as (
      select path, referrer, sum(times) as times, max(day) as last_day
      from site_missing_pages
      where site_id = ${siteId} and day between ${from}::date and ${to}::date
      group by path, referrer
    )
    select path, sum(times)::int as times, to_char(max(last_day), 'YYYY-MM-DD') as last_day,
      coalesce((array_agg(referrer order by times desc, referrer) filter (where referrer <> ''))[1:5], '{}') as referrers
    from found group by path order by 2 desc, path limit ${MOST}`.execute(db)
  return rows
}

export async function deleteMissingBefore(db: Tx, day: string) {
  await sql`delete from site_missing_pages where day < ${day}::date`.execute(db)
}
