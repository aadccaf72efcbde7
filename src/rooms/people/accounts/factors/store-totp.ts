import type { Insertable } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'

export function findTotp(db: Db, userId: string) {
  return db.selectFrom('totpSecrets').selectAll().where('userId', '=', userId).executeTakeFirst()
}

/** Replaces one that was never confirmed, and nothing else: false where one is in use. */
export async function upsertUnconfirmedTotp(db: Tx, row: Insertable<Tables['totpSecrets']>) {
  const { secret, createdAt } = row
  const written = await db
    .insertInto('totpSecrets')
    .values(row)
    .onConflict((taken) =>
      taken.column('userId').doUpdateSet({ secret, createdAt }).where('totpSecrets.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  return written !== undefined
}

/** False where a code of this step or a later one was accepted before: of two at once, one gets it. */
export async function updateLastStep(db: Tx, userId: string, lastStep: number, confirmedAt?: Date) {
  const { numUpdatedRows } = await db
    .updateTable('totpSecrets')
    .set({ lastStep, ...(confirmedAt && { confirmedAt }) })
    .where('userId', '=', userId)
    .where('lastStep', '<', lastStep)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function deleteTotp(db: Tx, userId: string) {
  return db.deleteFrom('totpSecrets').where('userId', '=', userId).returning('confirmedAt').executeTakeFirst()
}
