import type { Db, Tx } from '../../../../kit/storage/db.ts'

export async function replaceRecoveryCodes(db: Tx, userId: string, hashes: Buffer[]) {
  await deleteRecoveryCodes(db, userId)
  await db
    .insertInto('recoveryCodes')
    .values(hashes.map((hash) => ({ userId, hash, usedAt: null })))
    .execute()
}

/** False where there is no such code, or it was used before. */
export async function updateUsedCode(db: Tx, userId: string, hash: Buffer, usedAt: Date) {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCodes')
    .set({ usedAt })
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countUnusedCodes(db: Db, userId: string) {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteRecoveryCodes(db: Tx, userId: string) {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}
