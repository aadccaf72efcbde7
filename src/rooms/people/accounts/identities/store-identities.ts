import { type Insertable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'

/** False where somebody has it: of two at once, one gets it. */
export async function insertIdentity(db: Tx, row: Insertable<Tables['identities']>) {
  const written = await db
    .insertInto('identities')
    .values(row)
    .onConflict((taken) => taken.constraint('identities_by_subject').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

export function findIdentity(db: Db, issuer: string, subject: string) {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export function listIdentities(db: Db, userId: string) {
  return db
    .selectFrom('identities')
    .leftJoin('ssoProviders', (join) =>
      join.on(sql`'sso:' || sso_providers.id`, '=', sql`substr(identities.issuer, 1, 30)`),
    )
    .selectAll('identities')
    .select('ssoProviders.label')
    .where('userId', '=', userId)
    .orderBy('identities.id')
    .execute()
}

export async function updateIdentityUse(db: Tx, id: string, lastUsedAt: Date) {
  await db.updateTable('identities').set({ lastUsedAt }).where('id', '=', id).execute()
}

export function deleteIdentity(db: Tx, userId: string, id: string) {
  return db
    .deleteFrom('identities')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('issuer')
    .executeTakeFirst()
}

export async function deleteIdentities(db: Tx, userId: string) {
  await db.deleteFrom('identities').where('userId', '=', userId).execute()
}
