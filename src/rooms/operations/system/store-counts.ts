import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kit/storage/db.ts'

async function readNumber(db: Db, query: RawBuilder<{ value: number | null }>) {
  const { rows } = await query.execute(db)
  return Number(rows[0]?.value ?? 0)
}

export function sizeOfDatabase(db: Db) {
  return readNumber(db, sql`select pg_database_size(current_database()) as value`)
}

/** In seconds, of the job that is due longest. */
export function longestWait(db: Db, now: Date) {
  return readNumber(
    db,
    sql`select greatest(0, extract(epoch from ${now}::timestamptz - min(start_after)))::float8 as value
      from jobs where state = 'waiting' and start_after <= ${now}`,
  )
}

export function countMarkedBlobs(db: Db) {
  return readNumber(db, sql`select count(*) as value from blob_marks`)
}
