// Organizations that want their own sign-in. Which of them somebody may see is asked with who they are, at every request.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../kit/storage/db.ts'

/**
 * Those of somebody that are closed to what they showed: where `proof` finds nothing about `m.organization_id`, and either
 * the organization wants its own sign-in, or what they showed is good for organizations that were proved alone. And those
 * that refuse the `token` by which they came.
 */
export function organizationsClosedTo(
  proof: RawBuilder<unknown>,
  isLimited: RawBuilder<unknown>,
  token: RawBuilder<unknown> = sql`null::text`,
) {
  return sql<string[]>`array(select m.organization_id from members m
    join organizations o on o.id = m.organization_id
    where m.user_id = users.id and (o.sso or ${isLimited}) and not exists (${proof}))
    || array(select refused.organization_id from refused_tokens refused where refused.token_id = ${token})`
}

/** Whether a provider of the organization signed them in not too long ago, in any browser. */
export function signedInSince(since: Date) {
  return sql<SqlBool>`exists (select from sso_members of_them where of_them.user_id = users.id
    and of_them.organization_id = m.organization_id and of_them.signed_in_at > ${since})`
}

/** Of somebody who is not there: what they are mailed, and what they gave away follows from when they signed in last. */
export async function listClosedTo(db: Db, userId: string, since: Date): Promise<readonly string[]> {
  const found = await db
    .selectFrom('users')
    .select(organizationsClosedTo(sql`select where ${signedInSince(since)}`, sql`false`).as('closedTo'))
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return found?.closedTo ?? []
}
