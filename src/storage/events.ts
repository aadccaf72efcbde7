import type { Insertable } from 'kysely'
import type { Db, Tables } from './db.ts'

export async function insertEvents(db: Db, rows: Insertable<Tables['events']>[]) {
  await db.insertInto('events').values(rows).execute()
}
