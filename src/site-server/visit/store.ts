import type { Db, Tx } from '../../kit/storage/db.ts'

export function findWrittenText(db: Db, key: string) {
  return db.selectFrom('writtenTexts').select(['written', 'usedAt']).where('key', '=', key).executeTakeFirst()
}

/** Stands alone: it follows from a text, and whoever reads a page is in no transaction. */
export async function insertWrittenText(db: Db, key: string, written: Buffer, usedAt: Date) {
  await db
    .insertInto('writtenTexts')
    .values({ key, written, usedAt })
    .onConflict((taken) => taken.column('key').doUpdateSet({ usedAt }))
    .execute()
}

export async function deleteWrittenTextsBefore(db: Tx, time: Date) {
  await db.deleteFrom('writtenTexts').where('usedAt', '<', time).execute()
}
