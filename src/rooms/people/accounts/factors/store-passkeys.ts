import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'

export type PasskeyRow = Selectable<Tables['passkeys']>

/** False where a passkey with this id exists, whoever has it. */
export async function insertPasskey(db: Tx, row: Insertable<Tables['passkeys']>) {
  const written = await db
    .insertInto('passkeys')
    .values(row)
    .onConflict((taken) => taken.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** Locked: of two uses with the same counter, one is good. */
export function lockPasskey(db: Tx, id: Buffer) {
  return db.selectFrom('passkeys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export function listPasskeys(db: Db, userId: string) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

export async function updatePasskey(
  db: Tx,
  userId: string,
  id: Buffer,
  changes: Updateable<Tables['passkeys']>,
) {
  await db.updateTable('passkeys').set(changes).where('userId', '=', userId).where('id', '=', id).execute()
}

export async function deletePasskey(db: Tx, userId: string, id: Buffer) {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deletePasskeys(db: Tx, userId: string) {
  const { numDeletedRows } = await db.deleteFrom('passkeys').where('userId', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}
