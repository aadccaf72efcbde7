import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Blobs } from '../../../world/blobs/blobs.ts'
import type { Database } from '../db.ts'

/** More than fits into a page of a table that has some room left, so that a full disk shows. */
const PROBE_BYTES = 32 * 1024

/** Fails where nothing can be written, as on a full disk. Leaves nothing behind. */
export async function probeStorage({ database, blobs }: { database: Database; blobs: Blobs }) {
  const value = randomBytes(PROBE_BYTES)
  await database.inTransaction(async (db) => {
    await sql`savepoint probe`.execute(db)
    await db.insertInto('instanceSettings').values({ name: 'write-probe', value }).execute()
    await sql`rollback to savepoint probe`.execute(db)
  })
  await blobs.delete(await blobs.put(value))
}
