import type { Db } from '../../../kit/storage/db.ts'

function administrators(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('passwords', 'passwords.userId', 'users.id')
    .select(['users.id', 'users.email'])
    .where('users.isAdministrator', '=', true)
    .where('users.suspendedAt', 'is', null)
}

export async function hasAdministratorWithSignIn(db: Db) {
  const found = await administrators(db)
    .where((is) =>
      is.or([
        is('passwords.userId', 'is not', null),
        is.exists(
          is.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.userId', '=', 'users.id'),
        ),
        is.exists(
          is.selectFrom('identities').select('identities.id').whereRef('identities.userId', '=', 'users.id'),
        ),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}

/** The first one, if no administrator can sign in; locked, so that one set-up wins. */
export async function findAdministratorWithoutSignIn(db: Db) {
  if (await hasAdministratorWithSignIn(db)) return
  return administrators(db).orderBy('users.id').forUpdate('users').executeTakeFirst()
}
