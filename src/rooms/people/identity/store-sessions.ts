import type { Insertable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { selectTokensWithOwners } from './store.ts'

export async function insertSession(db: Tx, row: Insertable<Tables['sessions']>) {
  await db.insertInto('sessions').values(row).execute()
}

/** The token that was pasted there, with its owner. */
export function findSession(db: Db, hash: Buffer, now: Date) {
  return selectTokensWithOwners(db)
    .innerJoin('sessions', 'sessions.tokenId', 'apiTokens.id')
    .where('sessions.hash', '=', hash)
    .where('sessions.expiresAt', '>', now)
    .executeTakeFirst()
}

export async function deleteSession(db: Tx, hash: Buffer) {
  await db.deleteFrom('sessions').where('hash', '=', hash).execute()
}

export async function deleteSessionsBefore(db: Tx, time: Date) {
  await db.deleteFrom('sessions').where('expiresAt', '<=', time).execute()
}
