import type { Db, Tx } from '../../../../kit/storage/db.ts'

/** Until the transaction ends, nobody else takes a way in from them. */
export async function lockUser(db: Tx, userId: string) {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** `issuers`: of the providers that there are. */
export function findCredentials(db: Db, userId: string, issuers: string[]) {
  return db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .select((is) => [
      is
        .exists(is.selectFrom('passwords').select('userId').whereRef('passwords.userId', '=', 'users.id'))
        .as('hasPassword'),
      is
        .selectFrom('passkeys')
        .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('count'))
        .whereRef('passkeys.userId', '=', 'users.id')
        .as('passkeys'),
      is
        .selectFrom('identities')
        .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('count'))
        .whereRef('identities.userId', '=', 'users.id')
        .where('issuer', 'in', ['', ...issuers])
        .as('identities'),
    ])
    .executeTakeFirst()
}

/** What administrators who are not suspended have to sign in with. */
export function findAdministratorCredentials(db: Db, { now, issuers }: { now: Date; issuers: string[] }) {
  const administrators = db
    .selectFrom('users')
    .where('users.isAdministrator', '=', true)
    .where('users.suspendedAt', 'is', null)
  return administrators
    .select((is) => [
      'users.emailVerifiedAt',
      is
        .exists(is.selectFrom('passwords').select('userId').whereRef('passwords.userId', '=', 'users.id'))
        .as('hasPassword'),
      is
        .exists(is.selectFrom('passkeys').select('id').whereRef('passkeys.userId', '=', 'users.id'))
        .as('hasPasskey'),
      is
        .exists(
          is
            .selectFrom('identities')
            .select('id')
            .whereRef('identities.userId', '=', 'users.id')
            .where('issuer', 'in', ['', ...issuers]),
        )
        .as('hasIdentity'),
      is
        .exists(
          is
            .selectFrom('apiTokens')
            .select('id')
            .whereRef('apiTokens.userId', '=', 'users.id')
            .where('scopes', 'is', null)
            .where((token) => token.or([token('expiresAt', 'is', null), token('expiresAt', '>', now)])),
        )
        .as('hasToken'),
    ])
    .execute()
}
