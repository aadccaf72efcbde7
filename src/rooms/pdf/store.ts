import type { Selectable } from 'kysely'
import type { Db, Tables } from '../../storage/db.ts'

export type PdfRow = Selectable<Tables['pdfs']>

type PdfName = Pick<PdfRow, 'spaceId' | 'key'>

/** Remembers that somebody asked. One that could not be made is asked for anew. */
export function upsertPdf(db: Db, { spaceId, key }: PdfName, askedAt: Date): Promise<PdfRow> {
  return db
    .insertInto('pdfs')
    .values({ spaceId, key, blob: null, failure: null, askedAt })
    .onConflict((conflict) => conflict.columns(['spaceId', 'key']).doUpdateSet({ askedAt, failure: null }))
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
  db: Db,
  { spaceId, key }: PdfName,
  outcome: { blob: string | null; failure: string | null },
) {
  await db.updateTable('pdfs').set(outcome).where('spaceId', '=', spaceId).where('key', '=', key).execute()
}

export async function deletePdfsNotAskedSince(db: Db, since: Date) {
  await db.deleteFrom('pdfs').where('askedAt', '<', since).execute()
}
