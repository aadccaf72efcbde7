import type { WriteContext } from '../../../../kit/domain/context.ts'
import { revokeTokens } from '../../identity/tokens.ts'
import { verifyEmail } from '../../identity/users.ts'
import { hasSecondFactor } from '../factors/factors.ts'
import { deleteIdentities } from '../identities/store-identities.ts'
import { removePassword } from '../passwords/passwords.ts'
import { endSessionsOf } from '../sessions/sessions.ts'

/**
 * Mail to its address reaches whoever is here. Nobody had shown that before, so the account may have been made by somebody
 * else: what they left in it is removed. A browser that signed in to it before is theirs, and nothing is. With a second
 * factor nobody gets in without that, and the address stays unverified.
 */
export async function claimAddress(
  ctx: WriteContext,
  user: { id: string; emailVerifiedAt: Date | null },
  { isKnownBrowser }: { isKnownBrowser: boolean },
) {
  if (user.emailVerifiedAt !== null || (await hasSecondFactor(ctx, user.id))) return
  if (!isKnownBrowser) {
    await removePassword(ctx, user.id)
    await revokeTokens(ctx, user.id)
    await deleteIdentities(ctx.db, user.id)
    await endSessionsOf(ctx, user.id)
  }
  await verifyEmail(ctx, user.id)
}
