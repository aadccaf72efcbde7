import { sql } from 'kysely'
import type { Db } from '../../../kit/storage/db.ts'

export async function countMembersWithoutFactor(db: Db, organizationId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from members
    where organization_id = ${organizationId} and not disabled
      and not exists (select from passkeys where passkeys.user_id = members.user_id)
      and not exists (select from totp_secrets
        where totp_secrets.user_id = members.user_id and confirmed_at is not null)`.execute(db)
  return rows[0]?.count ?? 0
}

/** More than anybody reads. */
const MOST = 20

export function listRequiringOf(db: Db, userId: string) {
  return db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organizationId', 'organizations.id')
    .select('organizations.title')
    .where('members.userId', '=', userId)
    .where('members.disabled', '=', false)
    .where('organizations.requiresSecondFactor', '=', true)
    .orderBy('organizations.title')
    .limit(MOST)
    .execute()
}
