import type { Insertable, Selectable } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'

export type ScimTokenRow = Selectable<Tables['scimTokens']>

export async function insertScimToken(db: Tx, row: Insertable<Tables['scimTokens']>) {
  await db.insertInto('scimTokens').values(row).execute()
}

export function findScimToken(db: Db, hash: Buffer) {
  return db.selectFrom('scimTokens').selectAll().where('hash', '=', hash).executeTakeFirst()
}

export function listScimTokens(db: Db, organizationId: string) {
  return db
    .selectFrom('scimTokens')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute()
}

/** A statement alone, beside whatever the request does. */
export async function updateScimTokenUse(db: Db, id: string, lastUsedAt: Date) {
  await db.updateTable('scimTokens').set({ lastUsedAt }).where('id', '=', id).execute()
}

export async function deleteScimToken(db: Tx, organizationId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('scimTokens')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
