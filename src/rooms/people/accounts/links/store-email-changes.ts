import type { Insertable, Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'

/** A newer one takes the place of what waited before. */
export async function upsertEmailChange(db: Tx, row: Insertable<Tables['emailChanges']>) {
  const { userId, ...values } = row
  await db
    .insertInto('emailChanges')
    .values(row)
    .onConflict((taken) => taken.column('userId').doUpdateSet(values))
    .execute()
}

export function findEmailChange(db: Db, userId: string, email: string) {
  return db
    .selectFrom('emailChanges')
    .selectAll()
    .where('userId', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst()
}

export function updateEmailChange(
  db: Tx,
  userId: string,
  email: string,
  values: Updateable<Tables['emailChanges']>,
) {
  return db
    .updateTable('emailChanges')
    .set(values)
    .where('userId', '=', userId)
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteEmailChange(db: Tx, userId: string) {
  await db.deleteFrom('emailChanges').where('userId', '=', userId).execute()
}

export async function deleteEmailChangesBefore(db: Tx, time: Date) {
  await db.deleteFrom('emailChanges').where('createdAt', '<', time).execute()
}
