// What a provider of an organization showed of somebody, kept with their session: it opens that organization to them.
import type { WriteContext } from '../../../../kit/domain/context.ts'
import { SSO_LIFETIME } from '../../identity/closed-organizations.ts'
import { keepProof } from './store-sso.ts'

export type SsoProof = { organizationId: string; providerId: string; until: Date }

/** Until the provider wants them to come again, or for as long as such a sign-in counts. */
export function ssoProofOf(
  { clock }: Pick<WriteContext, 'clock'>,
  provider: { id: string; organizationId: string },
  sessionUntil: Date | undefined,
): SsoProof {
  const longest = clock.now().getTime() + SSO_LIFETIME
  const until = new Date(Math.min(longest, sessionUntil?.getTime() ?? longest))
  return { organizationId: provider.organizationId, providerId: provider.id, until }
}

export function keepSsoProof(ctx: WriteContext, proof: SsoProof, of: { userId: string; sessionId: string }) {
  return keepProof(ctx.db, { ...proof, ...of, now: ctx.clock.now() })
}
