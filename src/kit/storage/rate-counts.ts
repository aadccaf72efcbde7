import { sql } from 'kysely'
import type { Db } from './db.ts'

export type NewCount = { key: Buffer; count: number; milliseconds: number }
export type SharedCount = { key: Buffer; count: number; milliseconds: number }

/**
 * Adds to the counts of these keys, and says what they are over all processes and for how long from now. By the time of
 * the database alone, since clocks differ. In one order, so that two processes wait for each other and no more.
 */
export async function addRateCounts(db: Db, counts: NewCount[]): Promise<SharedCount[]> {
  const keys = counts.map(({ key }) => key)
  const added = counts.map(({ count }) => count)
  const left = counts.map(({ milliseconds }) => Math.round(milliseconds))
  const { rows } = await sql<SharedCount>`
    insert into rate_counts as known (key, count, ends_at)
    select key, count, clock_timestamp() + left_for * interval '1 millisecond'
    from unnest(${keys}::bytea[], ${added}::int[], ${left}::int[]) told (key, count, left_for)
    order by key
    on conflict (key) do update set
      count = excluded.count + case when known.ends_at > clock_timestamp() then known.count else 0 end,
      ends_at = case when known.ends_at > clock_timestamp() then known.ends_at else excluded.ends_at end
    returning key, count, (extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as milliseconds`.execute(
    db,
  )
  return rows
}

export async function deleteOldRateCounts(db: Db) {
  await sql`delete from rate_counts where ends_at < clock_timestamp()`.execute(db)
}
