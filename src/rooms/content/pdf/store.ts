import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'

export type PdfRow = Selectable<Tables['pdfs']>

type PdfName = Pick<PdfRow, 'spaceId' | 'key'>

/** Remembers that somebody asked. One that could not be made is tried anew when some time has passed. */
export function upsertPdf(
  db: Tx,
  { spaceId, key }: PdfName,
  askedAt: Date,
  triedBefore: Date,
): Promise<PdfRow> {
  return db
    .insertInto('pdfs')
    .values({ spaceId, key, blob: null, failure: null, askedAt, failedAt: null })
    .onConflict((conflict) =>
      conflict.columns(['spaceId', 'key']).doUpdateSet({
        askedAt,
        failure: sql`case when pdfs.failed_at < ${triedBefore} then null else pdfs.failure end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findPdf(db: Db, { spaceId, key }: PdfName): Promise<PdfRow | undefined> {
  return db
    .selectFrom('pdfs')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** The same, unless its space is in the trash. */
export function findPdfOfAliveSpace(db: Db, { spaceId, key }: PdfName): Promise<PdfRow | undefined> {
  return db
    .selectFrom('pdfs')
    .innerJoin('spaces', 'spaces.id', 'pdfs.spaceId')
    .selectAll('pdfs')
    .where('pdfs.spaceId', '=', spaceId)
    .where('pdfs.key', '=', key)
    .where('spaces.deletedAt', 'is', null)
    .executeTakeFirst()
}

export async function updatePdf(
  db: Tx,
  { spaceId, key }: PdfName,
  outcome: { blob: string | null; failure: string | null },
  now: Date,
) {
  const failedAt = outcome.failure === null ? null : now
  await db
    .updateTable('pdfs')
    .set({ ...outcome, failedAt })
    .where('spaceId', '=', spaceId)
    .where('key', '=', key)
    .execute()
}

export async function deletePdfsNotAskedSince(db: Tx, since: Date) {
  await db.deleteFrom('pdfs').where('askedAt', '<', since).execute()
}
