// Which blobs the next sweep may delete. To put bytes and to delete them can meet: both go by the row of the mark.
import { sql } from 'kysely'
import type { Blobs } from '../../world/blobs/blobs.ts'
import { BlobFailure, hashOf } from '../../world/blobs/rules.ts'
import { prepared } from './database/prepared.ts'
import type { Db } from './db.ts'

export async function markBlobs(db: Db, hashes: string[], markedAt: Date) {
  await sql`insert into blob_marks (hash, marked_at)
    select hash, ${markedAt} from unnest(${hashes}::text[]) unnamed (hash) on conflict do nothing`.execute(db)
}

export async function listMarkedBlobs(db: Db, before: Date, most: number) {
  const rows = await db
    .selectFrom('blobMarks')
    .select('hash')
    .where('markedAt', '<', before)
    .orderBy('markedAt')
    .limit(most)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Blobs that are still marked; putting one of them waits until the transaction ends. */
export async function lockMarks(db: Db, hashes: string[]) {
  const { rows } = await sql<{ hash: string }>`
    select hash from blob_marks where hash = any(${hashes}::text[]) order by hash for update skip locked`.execute(
    db,
  )
  return rows.map(({ hash }) => hash)
}

const deleteMark = prepared(
  (_db, { hashes }: { hashes: string[] }) => sql`delete from blob_marks where hash = any(${hashes}::text[])`,
)

/** Also waits for a sweep that is about to delete one of them. */
export async function unmarkBlobs(db: Db, hashes: string[]) {
  await deleteMark(db, { hashes })
}

/** Blobs whose marks go before they are put: a sweep that comes later sees them as new. */
export function unmarkingBlobs(blobs: Blobs, db: Db): Blobs {
  return {
    ...blobs,
    async put(bytes) {
      await unmarkBlobs(db, [hashOf(bytes)])
      return blobs.put(bytes)
    },
    async putStream(stream, options) {
      const kept = await blobs.putStream(stream, options)
      // The hash is only known now. A sweep that was faster has deleted what was just put.
      await unmarkBlobs(db, [kept.hash])
      if (await blobs.has(kept.hash)) return kept
      throw new BlobFailure('BLOB_STORE_ERROR', 'The bytes were deleted as they came; send them again', {})
    },
  }
}
