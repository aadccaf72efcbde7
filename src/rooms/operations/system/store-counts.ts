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

const MOST_ORGANIZATIONS = 20

/** Of the organizations that hold most, the largest first; without a title are those that the viewer is not in, together. */
export async function listFileSums(db: Db, viewerId: string) {
  const { rows } = await sql<{ id: string | null; title: string | null; files: number; bytes: number }>`
    select organizations.id, organizations.title, sum(files)::int as files, sum(bytes)::float8 as bytes
    from file_sums join spaces on spaces.id = file_sums.space_id
    left join members on members.organization_id = spaces.organization_id and members.user_id = ${viewerId}
    left join organizations on organizations.id = members.organization_id
    group by organizations.id, organizations.title having sum(files) > 0
    order by bytes desc, id`.execute(db)
  return {
    files: rows.reduce((sum, { files }) => sum + files, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    organizations: rows.slice(0, MOST_ORGANIZATIONS),
  }
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
