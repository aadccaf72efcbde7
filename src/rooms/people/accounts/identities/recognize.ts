// Whose account it is that somebody showed an identity for. A first sign-in with an address that has an account here proves
// one side only: the other is shown by signing in to that account.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import type { OidcClaims } from '../../../../world/oidc/client.ts'
import type { OidcProvider } from '../../../../world/oidc/provider.ts'
import { createUser, findUserById, findUserWithEmail, verifyEmail } from '../../identity/users.ts'
import { consumeLink, createLink, peekLink } from '../links/one-time-links.ts'
import { browserHash } from '../methods/sign-in-links.ts'
import { findSession } from '../sessions/store-sessions.ts'
import type { Proof } from '../sign-in.ts'
import { type Identity, linkIdentity, shownIdentity } from './identities.ts'

type Recognized =
  /** `newcomer`: an account was made for them just now. */
  | { kind: 'known'; proof: Proof; newcomer?: { id: string; email: string } }
  /** The address has an account: the secret stands for the identity until its owner has signed in. */
  | { kind: 'asks'; secret: string }
  | { kind: 'no-account' }
  /** The provider does not vouch for an address, or may not bring it. */
  | { kind: 'no-address' }

export async function recognize(
  ctx: WriteContext,
  provider: OidcProvider,
  claims: OidcClaims,
  { browser, next }: { browser: string; next: string },
): Promise<Recognized> {
  const { issuer } = provider
  const isTwoFactor = hadSecondFactor(provider, claims)
  const known = await shownIdentity(ctx, issuer, claims.subject)
  const proofOf = (userId: string): Proof => ({ userId, methods: ['oidc'], issuer, isTwoFactor })
  if (known) return { kind: 'known', proof: proofOf(known.userId) }
  const email = addressIn(provider, claims)
  if (email === undefined) return { kind: 'no-address' }
  const identity = { issuer, subject: claims.subject, email }
  const owner = await findUserWithEmail(ctx, email)
  if (owner) {
    const details = {
      browser: browserHash(browser),
      next,
      provider: provider.id,
      subject: claims.subject,
      email,
    }
    const { secret } = await createLink(ctx, 'link-identity', { ...details, userId: owner.id })
    return { kind: 'asks', secret }
  }
  if (!provider.createsAccounts) return { kind: 'no-account' }
  const user = await createUser(ctx, { email, displayName: claims.name?.slice(0, 64) })
  await verifyEmail(ctx, user.id)
  await linkIdentity(ctx, user.id, identity)
  return { kind: 'known', proof: proofOf(user.id), newcomer: { id: user.id, email } }
}

/** Of somebody who is signed in and began it on the page of their account: both sides are shown. */
export async function linkShown(
  ctx: WriteContext,
  provider: OidcProvider,
  claims: OidcClaims,
  userId: string,
) {
  const email = addressIn(provider, claims)
  if (email === undefined) return false
  await linkIdentity(ctx, userId, { issuer: provider.issuer, subject: claims.subject, email })
  return true
}

export type WaitingIdentity = Identity & { userId: string; next: string; provider: OidcProvider }

/** An identity that waits for the other side. It is good in the browser in which it was shown. */
export async function findWaiting(
  ctx: ReadContext,
  secret: string,
  browser: string | undefined,
): Promise<WaitingIdentity | undefined> {
  const link = await peekLink(ctx, 'link-identity', secret)
  if (!link?.userId || browser === undefined || link.details.browser !== browserHash(browser)) return
  const { provider: id, subject = '', email = '', next = '' } = link.details
  const provider = ctx.oidcProviders.find((one) => one.id === id)
  const user = await findUserById(ctx, link.userId)
  if (!provider || !user || user.suspendedAt || user.email.toLowerCase() !== email.toLowerCase()) return
  return { userId: user.id, issuer: provider.issuer, subject, email, next, provider }
}

/** Whether a session shows that an account is theirs: a pasted token may be anybody's. */
export async function showsOwner(ctx: ReadContext, sessionId: string) {
  const session = await findSession(ctx.db, { id: sessionId }, ctx.clock.now())
  return session !== undefined && session.methods[0] !== 'token' && !session.isLimited
}

export async function linkWaiting(ctx: WriteContext, secret: string, waiting: WaitingIdentity) {
  if (!(await consumeLink(ctx, 'link-identity', secret))) return false
  await linkIdentity(ctx, waiting.userId, waiting)
  // Its provider vouches for the address, and its password was known: nobody else made the account.
  await verifyEmail(ctx, waiting.userId)
  return true
}

/** Verified by the provider, and one that it may bring. */
function addressIn({ emailDomains }: OidcProvider, { email, isEmailVerified }: OidcClaims) {
  if (!isEmailVerified || !email || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) return
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return emailDomains.length === 0 || emailDomains.includes(domain) ? email : undefined
}

function hadSecondFactor({ secondFactor }: OidcProvider, { amr, acr }: OidcClaims) {
  return (
    secondFactor.amr.some((one) => amr.includes(one)) || (acr !== undefined && secondFactor.acr.includes(acr))
  )
}
