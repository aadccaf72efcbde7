import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'

export type LinkRow = Selectable<Tables['oneTimeLinks']>

export async function insertLink(db: Tx, row: Insertable<Tables['oneTimeLinks']>) {
  await db.insertInto('oneTimeLinks').values(row).execute()
}

export function findLink(db: Db, hash: Buffer, purpose: string, now: Date) {
  return db
    .selectFrom('oneTimeLinks')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

export function deleteLink(db: Tx, hash: Buffer, purpose: string) {
  return db
    .deleteFrom('oneTimeLinks')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteLinksOf(db: Tx, userId: string | null, ...purposes: string[]) {
  await db
    .deleteFrom('oneTimeLinks')
    .where('userId', 'is not distinct from', userId)
    .where('purpose', 'in', purposes)
    .execute()
}

export async function deleteLinksOfEverybody(db: Tx, purposes: readonly string[]) {
  await db.deleteFrom('oneTimeLinks').where('purpose', 'in', purposes).execute()
}

/** The newest of somebody for an address. */
export function updateLinkHash(
  db: Tx,
  which: { userId: string; purpose: string; email: string; now: Date },
  hash: Buffer,
) {
  const newest = db
    .selectFrom('oneTimeLinks')
    .select('hash')
    .where('userId', '=', which.userId)
    .where('purpose', '=', which.purpose)
    .where('expiresAt', '>', which.now)
    .where(sql<boolean>`details ->> 'email' = ${which.email}`)
    .orderBy('createdAt', 'desc')
    .limit(1)
  return db
    .updateTable('oneTimeLinks')
    .set({ hash })
    .where('hash', '=', newest)
    .returning('expiresAt')
    .executeTakeFirst()
}

export async function deleteLinksSince(db: Tx, userId: string, purpose: string, time: Date) {
  await db
    .deleteFrom('oneTimeLinks')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('createdAt', '>=', time)
    .execute()
}

export async function deleteLinksBefore(db: Tx, time: Date) {
  await db.deleteFrom('oneTimeLinks').where('expiresAt', '<=', time).execute()
}
