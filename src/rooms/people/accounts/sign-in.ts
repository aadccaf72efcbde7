// From what somebody shows to a session: a method proves who they are, then a session starts.
import type { OutsideContext, WriteContext } from '../../../kit/domain/context.ts'
import { identify } from '../identity/tokens.ts'
import { findUserWithEmail } from '../identity/users.ts'
import { beginAttempt, deviceOf, endAttempt, type Trying } from './attempts.ts'
import { checkPassword, type HashedPassword, keepUpgradedPassword } from './passwords/passwords.ts'
import { type Browser, type Method, type StartedSession, startSession } from './sessions.ts'

/** Who somebody proved to be, and by what. */
export type Proof = {
  userId: string
  methods: readonly [Method, ...Method[]]
  trying?: Trying
  upgraded?: HashedPassword
  tokenId?: string
}

/** Undefined for a wrong password as for an unknown address, after the same time. */
export async function provePassword(
  ctx: OutsideContext,
  { password, ...trying }: Trying & { password: string },
): Promise<Proof | undefined> {
  await beginAttempt(ctx, trying)
  const user = await findUserWithEmail(ctx, trying.account.trim())
  const checked = await checkPassword(ctx, user?.id, password)
  if (!checked || !user || user.suspendedAt) return
  return { userId: user.id, methods: ['password'], trying, upgraded: checked.upgraded }
}

/** A pasted API token lets a browser in for as long as the token is good. It is too long to be guessed. */
export async function proveToken(ctx: OutsideContext, token: string): Promise<Proof | undefined> {
  const actor = await identify(ctx, token)
  if (actor?.kind !== 'user' || actor.credential.kind !== 'token') return
  // A browser would have no limits.
  if (actor.credential.scopes !== null) return
  return { userId: actor.id, methods: ['token'], tokenId: actor.credential.id }
}

export type SignedIn = { session: StartedSession; device?: string }

export async function completeSignIn(ctx: WriteContext, proof: Proof, browser: Browser): Promise<SignedIn> {
  const { userId, methods, trying, upgraded, tokenId } = proof
  if (trying) await endAttempt(ctx, trying)
  if (upgraded) await keepUpgradedPassword(ctx, userId, upgraded)
  const session = await startSession(ctx, userId, methods, { ...browser, tokenId })
  return { session, device: trying && deviceOf(ctx, trying.account) }
}
