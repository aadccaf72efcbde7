// Browsers in which somebody is signed in. A browser keeps a secret of its own, of which we keep the hash; who it belongs
// to is asked anew for every request, so a session that ended is over everywhere at once.
import type { Actor, Person, ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { hashSecret } from '../../../../world/secrets/secrets.ts'
import { noteSignIn } from '../../identity/users.ts'
import { deleteLinksOfEverybody } from '../links/store-links.ts'
import { isMethodOff } from '../methods/methods.ts'
import { keepSsoProof, type SsoProof } from './sso-proofs.ts'
import {
  deleteAllSessions,
  deleteSession,
  deleteSessions,
  deleteSessionsBefore,
  findSession,
  insertSession,
  updateAuthentication,
  updateLastSeen,
} from './store-sessions.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Without a request, and in all. */
export const IDLE = 14 * DAY
export const LONGEST = 90 * DAY
/** How exact "last seen" is: a write for every read would cost more than it tells. */
const EXACT_TO = 5 * MINUTE

/** How somebody proved who they are; the first one names the sign-in. */
export type Method =
  | 'password'
  | 'link'
  | 'passkey'
  | 'totp'
  | 'recovery-code'
  | 'oidc'
  | 'saml'
  | 'token'
  /** A second factor that an identity provider asked for. */
  | 'mfa'

export type Browser = { userAgent: string; address: string }
export type StartedSession = { value: string; until: Date }

/** Always a new secret: one that was there before the sign-in is good for nothing after it. */
export async function startSession(
  ctx: WriteContext,
  userId: string,
  methods: readonly [Method, ...Method[]],
  browser: Browser & { tokenId?: string; sso?: SsoProof; issuer?: string },
): Promise<StartedSession> {
  const now = ctx.clock.now()
  const value = ctx.ids.secret()
  const id = ctx.ids.next()
  await insertSession(ctx.db, {
    id,
    hash: hashSecret(value),
    userId,
    tokenId: browser.tokenId ?? null,
    methods: [...methods],
    authenticatedAt: now,
    createdAt: now,
    lastSeenAt: now,
    userAgent: browser.userAgent.slice(0, 300),
    address: browser.address.slice(0, 64),
    isLimited: browser.sso !== undefined,
    issuer: browser.issuer ?? null,
  })
  if (browser.sso) await keepSsoProof(ctx, browser.sso, { userId, sessionId: id })
  await noteSignIn(ctx, userId, methods[0])
  return { value, until: new Date(now.getTime() + LONGEST) }
}

/** Who signed in there, as long as they may. */
export async function identifySession(ctx: ReadContext, value: string): Promise<Actor | undefined> {
  const now = ctx.clock.now()
  const found = await findSession(ctx.db, { hash: hashSecret(value) }, now)
  if (!found || isOver(ctx, found)) return
  if (now.getTime() - found.lastSeenAt.getTime() > EXACT_TO) await updateLastSeen(ctx.db, found.id, now)
  return personOf(ctx, found)
}

/** The same by the id of a session, of which somebody else keeps the secret. */
export async function identifySessionById(ctx: ReadContext, id: string): Promise<Person | undefined> {
  const found = await findSession(ctx.db, { id }, ctx.clock.now())
  return found && !isOver(ctx, found) ? personOf(ctx, found) : undefined
}

function personOf(ctx: ReadContext, found: FoundSession): Person {
  const { userId: id, email, id: sessionId, authenticatedAt, isLimited, closedTo } = found
  const lacksSecondFactor = isWithoutRequiredFactor(ctx, found)
  return {
    kind: 'user',
    id,
    email,
    isEmailVerified: found.emailVerifiedAt !== null,
    isAdministrator: found.isAdministrator && !isLimited,
    closedTo,
    credential: { kind: 'session', id: sessionId, authenticatedAt, isLimited, lacksSecondFactor },
  }
}

/** What a session does not lead to; undefined where it is over. */
export async function closedToSession(ctx: ReadContext, id: string) {
  const found = await findSession(ctx.db, { id }, ctx.clock.now())
  return found && !isOver(ctx, found) ? found.closedTo : undefined
}

/**
 * Whoever showed a second one to an identity provider that is trusted to ask for it lacks none. A session that a provider
 * of an organization began opens that organization alone, which says there what people must show.
 */
function isWithoutRequiredFactor({ signInRules }: ReadContext, found: FoundSession) {
  if (found.isLimited || found.hasSecondFactor || found.methods.includes('mfa')) return false
  return signInRules.isSecondFactorRequired || found.isSecondFactorRequired
}

type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

function isOver(ctx: ReadContext, found: FoundSession) {
  const { lastSeenAt, createdAt, suspendedAt, tokenExpiresAt, methods, issuer } = found
  const now = ctx.clock.now()
  const time = now.getTime()
  if (suspendedAt !== null || isMethodOff(ctx, methods[0])) return true
  if (issuer !== null && !ctx.oidcProviders.some((one) => one.issuer === issuer)) return true
  if (time > lastSeenAt.getTime() + IDLE || time > createdAt.getTime() + LONGEST) return true
  return tokenExpiresAt !== null && tokenExpiresAt <= now
}

/**
 * Somebody who is signed in proved once more who they are: from now on the session may do more, so it has another secret.
 * A provider of an organization does not speak for the account: it confirms only a session that it began. Undefined where
 * the session ended meanwhile.
 */
export async function confirmSession(
  ctx: WriteContext,
  sessionId: string,
  { isOwn, isLimited }: { isOwn: boolean; isLimited: boolean },
): Promise<StartedSession | undefined> {
  const value = ctx.ids.secret()
  const session = await updateAuthentication(ctx.db, sessionId, {
    hash: hashSecret(value),
    ...((isOwn || isLimited) && { authenticatedAt: ctx.clock.now() }),
    // By something of their own it is theirs altogether, wherever it began.
    ...(isOwn && { isLimited: false }),
  })
  return session && { value, until: new Date(session.createdAt.getTime() + LONGEST) }
}

/** The secret may be known elsewhere by now: it ends for all. */
export async function endSession(ctx: WriteContext, value: string) {
  const ended = await deleteSession(ctx.db, { hash: hashSecret(value) })
  if (ended) await ctx.emit('user.signed_out', { userId: ended.userId })
}

export async function endSessionOf(ctx: WriteContext, userId: string, sessionId: string) {
  const ended = await deleteSession(ctx.db, { userId, id: sessionId })
  if (ended) await ctx.emit('user.signed_out', { userId })
  return ended !== undefined
}

/** All of somebody, or all but the one they are using. */
export async function endSessionsOf(ctx: WriteContext, userId: string, { except }: { except?: string } = {}) {
  const ended = await deleteSessions(ctx.db, userId, except)
  if (ended > 0) await ctx.emit('user.signed_out', { userId })
}

/** Of everybody, with every sign-in that waits for its second half; but for the browser of whoever asks. */
export async function endSessionsOfEverybody(ctx: WriteContext, { except }: { except?: string } = {}) {
  const ended = await deleteAllSessions(ctx.db, except)
  await deleteLinksOfEverybody(ctx.db, WAITING)
  await ctx.emit('sessions.ended', { count: ended })
  return ended
}

/** What a sign-in leaves while it is under way. */
const WAITING = ['second-factor', 'passkey-challenge', 'oidc', 'link-identity', 'sign-in'] as const

export function forgetSessions({ db, clock }: WriteContext) {
  const now = clock.now().getTime()
  return deleteSessionsBefore(db, { idle: new Date(now - IDLE), created: new Date(now - LONGEST) })
}
