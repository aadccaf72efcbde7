// From what somebody shows to a session: a method proves who they are, a second factor is asked for where the account has
// one, then a session starts. There is no other way to a session.
import type { OutsideContext, WriteContext } from '../../../kit/domain/context.ts'
import { identify, isTokenGood } from '../identity/tokens.ts'
import { findUserById, findUserWithEmail } from '../identity/users.ts'
import { beginAttempt, deviceOf, endAttempt, type Trying } from './attempts.ts'
import { hasSecondFactor } from './factors/factors.ts'
import { acceptPasskey } from './factors/passkey-answers.ts'
import { createLink } from './links/one-time-links.ts'
import { isMethodOff, isOn } from './methods/methods.ts'
import { checkPassword, type HashedPassword, keepUpgradedPassword } from './passwords/passwords.ts'
import {
  type Browser,
  confirmSession,
  endSession,
  type Method,
  type StartedSession,
  startSession,
} from './sessions/sessions.ts'
import { keepSsoProof, type SsoProof } from './sessions/sso-proofs.ts'

/** Who somebody proved to be, and by what. */
export type Proof = {
  userId: string
  methods: readonly [Method, ...Method[]]
  trying?: Trying
  upgraded?: HashedPassword
  tokenId?: string
  /** An identity provider asked for a second factor, and is trusted to. */
  isTwoFactor?: boolean
  /** Of the provider of the installation that showed them. */
  issuer?: string
  /** They were shown by a provider of an organization, which is good for that alone. */
  sso?: SsoProof
}

/** A passkey is kept by a device and unlocked by its owner: two factors at once. */
const SECOND_FACTORS: readonly Method[] = ['passkey', 'totp', 'recovery-code']

/** Undefined for a wrong password as for an unknown address, after the same time. */
export async function provePassword(
  ctx: OutsideContext,
  { password, ...trying }: Trying & { password: string },
): Promise<Proof | undefined> {
  if (!isOn(ctx, 'password')) return
  await beginAttempt(ctx, trying)
  const user = await findUserWithEmail(ctx, trying.account.trim())
  const checked = await checkPassword(ctx, user?.id, password)
  if (!checked || !user || user.suspendedAt) return
  return { userId: user.id, methods: ['password'], trying, upgraded: checked.upgraded }
}

/** A pasted API token lets a browser in for as long as the token is good. It is too long to be guessed. */
export async function proveToken(ctx: OutsideContext, token: string): Promise<Proof | undefined> {
  if (!isOn(ctx, 'token')) return
  const actor = await identify(ctx, token)
  if (actor?.kind !== 'user' || actor.credential.kind !== 'token') return
  // A browser would have no limits.
  if (actor.credential.scopes !== null || actor.credential.isLimited) return
  return { userId: actor.id, methods: ['token'], tokenId: actor.credential.id }
}

/** A passkey alone, unlocked on its device. Nobody can guess one, so nothing is counted. */
export async function provePasskey(ctx: WriteContext, answer: string): Promise<Proof | undefined> {
  if (!isOn(ctx, 'passkey')) return
  const userId = await acceptPasskey(ctx, answer, { use: 'sign-in' })
  return userId === undefined ? undefined : { userId, methods: ['passkey'] }
}

/** Where a browser comes from, the session it has, and where it wants to go. */
export type Arrival = { browser: Browser; session?: string; next: string }

export type SignInOutcome =
  | { kind: 'signed-in'; session: StartedSession; device?: string }
  /** They were signed in, and are known to be there. */
  | { kind: 'confirmed'; session: StartedSession }
  /** No session yet: the secret stands for what was shown so far. */
  | { kind: 'second-factor'; secret: string; expiresAt: Date }
  /** Suspended, or the token was revoked, while they were at it. */
  | { kind: 'refused' }

/** The one way to a session, and to the confirmation of one. */
export async function signIn(ctx: WriteContext, proof: Proof, arrival: Arrival): Promise<SignInOutcome> {
  const { userId, methods, trying, upgraded, tokenId, issuer, sso } = proof
  if (trying) await endAttempt(ctx, trying)
  if (upgraded) await keepUpgradedPassword(ctx, userId, upgraded)
  const user = await findUserById(ctx, userId)
  if (isMethodOff(ctx, methods[0])) return { kind: 'refused' }
  if (!user || user.suspendedAt || (tokenId && !(await isTokenGood(ctx, tokenId)))) return { kind: 'refused' }
  if (!isEnough(proof) && (await hasSecondFactor(ctx, userId))) {
    const { next } = arrival
    const link = await createLink(ctx, 'second-factor', {
      userId,
      methods: [...methods],
      tokenId,
      issuer,
      next,
      ...linked(sso),
    })
    return { kind: 'second-factor', ...link }
  }
  const confirmed = await confirmOwn(ctx, userId, sso)
  if (confirmed) return { kind: 'confirmed', session: confirmed }
  if (arrival.session) await endSession(ctx, arrival.session)
  const session = await startSession(ctx, userId, shownBy(proof), {
    ...arrival.browser,
    tokenId,
    issuer,
    sso,
  })
  return { kind: 'signed-in', session, device: tokenId || sso ? undefined : deviceOf(ctx, user.email) }
}

function isEnough({ methods, isTwoFactor = false }: Proof) {
  return isTwoFactor || methods.some((method) => SECOND_FACTORS.includes(method))
}

function shownBy({ methods, isTwoFactor }: Proof): Proof['methods'] {
  return isTwoFactor ? [...methods, 'mfa'] : methods
}

/** Whoever is signed in already keeps the session they have. */
async function confirmOwn(ctx: WriteContext, userId: string, sso: SsoProof | undefined) {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.id !== userId || actor.credential.kind !== 'session') return
  const { id: sessionId, isLimited = false } = actor.credential
  const session = await confirmSession(ctx, sessionId, { isOwn: !sso, isLimited })
  if (session && sso) await keepSsoProof(ctx, sso, { userId, sessionId })
  return session
}

/** As a link keeps it that waits for the second factor. */
function linked(sso: SsoProof | undefined) {
  return sso && { organization: sso.organizationId, provider: sso.providerId, until: sso.until.toISOString() }
}
