// Sites that members read with their account: whom they are for, and what conditions know of them.
import type { Person, ReadContext } from '../../../kit/domain/context.ts'
import { findPublishingAuth, findVisitingMember } from './store.ts'
import { declaredClaims } from './visitor-tokens.ts'

/** Undefined where visitors sign in elsewhere. */
export async function accountRules(
  ctx: ReadContext,
  siteId: string,
): Promise<{ admitsGuests: boolean } | undefined> {
  const auth = await findPublishingAuth(ctx.db, siteId)
  return auth?.backend === 'account' ? { admitsGuests: auth.admitsGuests } : undefined
}

/** Of these, conditions know what the site has declared. */
export async function memberClaims(
  ctx: ReadContext,
  { id, organizationId }: { id: string; organizationId: string },
  person: Person,
) {
  const member = await findVisitingMember(ctx.db, organizationId, person.id)
  const signed = {
    name: member?.displayName,
    role: member?.role ?? 'guest',
    teams: member?.teams,
    ...(person.isEmailVerified && { email: person.email }),
  }
  return declaredClaims(ctx, id, { signed })
}
