import type { Db } from '../../../kit/storage/db.ts'

/** Of these users, those who have something to sign in with. */
export async function listUsersWithSignIn(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('passwords')
    .select('userId')
    .where('userId', 'in', ids)
    .union(db.selectFrom('passkeys').select('userId').where('userId', 'in', ids))
    .union(db.selectFrom('identities').select('userId').where('userId', 'in', ids))
    .execute()
  return new Set(rows.map(({ userId }) => userId))
}
