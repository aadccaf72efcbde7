import type { Db } from '../../../../kit/storage/db.ts'

/** Whether a password alone does not let somebody in: asked at every sign-in. */
export async function findSecondFactors(db: Db, userId: string) {
  return db
    .selectNoFrom((is) => [
      is
        .exists(
          is
            .selectFrom('totpSecrets')
            .select('userId')
            .where('userId', '=', userId)
            .where('confirmedAt', 'is not', null),
        )
        .as('totp'),
      is.exists(is.selectFrom('passkeys').select('id').where('userId', '=', userId)).as('passkey'),
    ])
    .executeTakeFirstOrThrow()
}
