import { sql } from 'kysely'
import type { Db } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'

type Asked = { organizationId: string; now: Date; tokenId?: string }

/** Of members, guests among them, who may act here; not those that have expired, or that the organization refuses. */
function tokensThatReach(db: Db, { organizationId, now, tokenId }: Asked) {
  const query = db
    .selectFrom('apiTokens')
    .innerJoin('users', 'users.id', 'apiTokens.userId')
    .innerJoin('members', (join) =>
      join.onRef('members.userId', '=', 'users.id').on('members.organizationId', '=', organizationId),
    )
    .selectAll('apiTokens')
    .select(['users.displayName', 'users.email'])
    .where('members.disabled', '=', false)
    .where('users.suspendedAt', 'is', null)
    .where((eb) => eb.or([eb('apiTokens.expiresAt', 'is', null), eb('apiTokens.expiresAt', '>', now)]))
    .where(
      sql<boolean>`not exists (select from refused_tokens refused
        where refused.token_id = api_tokens.id and refused.organization_id = ${organizationId})`,
    )
  return tokenId === undefined ? query : query.where('apiTokens.id', '=', tokenId)
}

export type ReachingTokenRow = NonNullable<Awaited<ReturnType<typeof findTokenThatReaches>>>

export function findTokenThatReaches(db: Db, asked: Asked) {
  return tokensThatReach(db, asked).executeTakeFirst()
}

export function listTokensThatReach(db: Db, asked: Asked, page: PageQuery) {
  return pageOf(tokensThatReach(db, asked), page, {
    columns: ['apiTokens.id'],
    order: 'desc',
    position: ({ id }) => [id],
  })
}
