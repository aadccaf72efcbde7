import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../kit/storage/db.ts'

async function readNumber(db: Db, query: RawBuilder<{ value: number | null }>) {
  const { rows } = await query.execute(db)
  return Number(rows[0]?.value ?? 0)
}

export function sizeOfDatabase(db: Db) {
  return readNumber(db, sql`select pg_database_size(current_database()) as value`)
}

const MOST_TABLES = 8

export async function listLargestTables(db: Db) {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
    order by bytes desc, name limit ${MOST_TABLES}`.execute(db)
  return rows
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
