import type { Insertable } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'

export function findPassword(db: Db, userId: string) {
  return db.selectFrom('passwords').selectAll().where('userId', '=', userId).executeTakeFirst()
}

export async function upsertPassword(db: Tx, row: Insertable<Tables['passwords']>) {
  const { hash, changedAt } = row
  await db
    .insertInto('passwords')
    .values(row)
    .onConflict((taken) => taken.column('userId').doUpdateSet({ hash, changedAt }))
    .execute()
}

export async function deletePassword(db: Tx, userId: string) {
  await db.deleteFrom('passwords').where('userId', '=', userId).execute()
}
