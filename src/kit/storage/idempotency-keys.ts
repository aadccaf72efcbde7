import type { Updateable } from 'kysely'
import type { Db, Tables, Tx } from './db.ts'

type KeyOf = { tokenId: string; key: string }

/** Whether the key was free (or its holder older than `expired`) and is ours now. Waits for a holder under way. */
export async function insertKey(db: Tx, row: KeyOf & { fingerprint: Buffer }, now: Date, expired: Date) {
  const { tokenId, key, fingerprint } = row
  const inserted = await db
    .insertInto('idempotencyKeys')
    .values({ tokenId, key, fingerprint, createdAt: now })
    .onConflict((taken) =>
      taken
        .columns(['tokenId', 'key'])
        .doUpdateSet({ fingerprint, createdAt: now, status: null, headers: null, answer: null })
        .where('idempotencyKeys.createdAt', '<', expired),
    )
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findKey(db: Db, { tokenId, key }: KeyOf) {
  return db
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('tokenId', '=', tokenId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function updateKey(
  db: Tx,
  { tokenId, key }: KeyOf,
  values: Updateable<Tables['idempotencyKeys']>,
) {
  await db
    .updateTable('idempotencyKeys')
    .set(values)
    .where('tokenId', '=', tokenId)
    .where('key', '=', key)
    .execute()
}

export async function deleteKeysBefore(db: Tx, time: Date) {
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', time).execute()
}
