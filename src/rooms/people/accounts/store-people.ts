import { sql } from 'kysely'
import type { Db } from '../../../kit/storage/db.ts'
import { contains } from '../../../kit/storage/like.ts'

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number]

/** Everybody, in the order in which they came, behind one of them. */
export function listPeople(
  db: Db,
  { search, after, limit }: { search: string; after: string; limit: number },
) {
  let query = db
    .selectFrom('users')
    .select([
      'id',
      'displayName',
      'email',
      'isAdministrator',
      'suspendedAt',
      'lastSignedInAt',
      'lastSignedInBy',
      sql<number>`(select count(*)::int from sessions where sessions.user_id = users.id)`.as('sessions'),
      sql<boolean>`(exists (select from passkeys where passkeys.user_id = users.id)
        or exists (select from totp_secrets where totp_secrets.user_id = users.id and confirmed_at is not null))`.as(
        'hasSecondFactor',
      ),
    ])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
  const pattern = contains(search)
  if (search !== '')
    query = query.where((eb) => eb.or([eb('displayName', 'ilike', pattern), eb('email', 'ilike', pattern)]))
  return query.execute()
}
