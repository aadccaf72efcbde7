import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, NOBODY, type Origin, type Person } from '../../domain/context.ts'
import { forbidden, Problem, unauthenticated } from '../../domain/problems.ts'
import { isByConsole, requireConsolePage } from './console-door.ts'
import type { RateLimitState, Spend } from './rate-limit.ts'
import { sessionIn } from './session-cookie.ts'

export type Caller = { actor: Actor; token?: string }

/** The owner of a bearer token; undefined if it is unknown or no longer valid. */
export type Identify = (token: string, origin?: Origin) => Promise<Actor | undefined>

/** The request as it is carried through the server; `caller` is declared to Fastify in server.ts. */
type AdmittedRequest = FastifyRequest & { caller?: Caller | null }

const STRANGER: Caller = { actor: NOBODY }

export function callerOf(request: AdmittedRequest): Caller {
  return request.caller ?? STRANGER
}

export type Door = {
  identify: Identify
  /** Who is signed in with a browser. */
  identifySession: Identify
  /** Where pages of ours are. */
  origin: URL
  spend?: Spend
}

/** Says who asks, before a byte of the body is read, and counts the request against their allowance. */
export async function admit(request: AdmittedRequest, reply: FastifyReply, door: Door, isPublic: boolean) {
  if (isByConsole(request)) return admitBrowser(request, reply, door)
  const token = bearerToken(request)
  const actor = token === undefined ? undefined : await door.identify(token, request)
  // Whoever guesses is slowed down by address, as each guess would have a fresh allowance of its own. A good token
  // never suffers from what others do at the same address.
  if (actor?.kind === 'user') spend(reply, door, `${actor.credential.kind} ${actor.credential.id}`)
  else if (actor?.kind === 'directory') spend(reply, door, `directory ${actor.directory.tokenId}`)
  else if (actor?.kind === 'installation') spend(reply, door, `installation ${actor.installation.id}`)
  else spendByAddress(request, reply, door)

  if (actor) request.caller = { actor, token }
  else if (token !== undefined)
    throw unauthenticated('This API token is not valid: unknown, revoked or expired')
  else if (!isPublic) throw unauthenticated('An API token is needed: send Authorization: Bearer <token>')
}

async function admitBrowser(request: AdmittedRequest, reply: FastifyReply, door: Door) {
  requireConsolePage(request, door.origin)
  const session = sessionIn(request.headers.cookie, door.origin)
  const actor = session === undefined ? undefined : await door.identifySession(session, request)
  if (actor?.kind !== 'user') {
    spendByAddress(request, reply, door)
    throw unauthenticated('Sign in: there is no session, or it has ended')
  }
  spend(reply, door, `session ${actor.credential.id}`)
  requireSecondFactor(actor)
  request.caller = { actor, token: session }
}

/** Whoever has to set one up first does nothing else in a browser. */
function requireSecondFactor({ credential }: Person) {
  if (credential.kind === 'session' && credential.lacksSecondFactor)
    throw forbidden('Set up a second factor first', { reason: 'second_factor_required' })
}

/** Counts a request of a client that is known only by its IP address. */
export function spendByAddress(request: FastifyRequest, reply: FastifyReply, door: Pick<Door, 'spend'>) {
  spend(reply, door, `address ${request.ip}`)
}

function spend(reply: FastifyReply, door: Pick<Door, 'spend'>, key: string) {
  const allowance = door.spend?.(key)
  if (allowance) declare(reply, allowance)
  if (allowance?.isSpent) refuse(reply, allowance)
}

function bearerToken(request: FastifyRequest) {
  const header = request.headers.authorization
  if (header === undefined) return
  const [, token] = /^Bearer +(\S+) *$/i.exec(header) ?? []
  if (!token) throw unauthenticated('The Authorization header must have the form: Bearer <token>')
  return token
}

function declare(reply: FastifyReply, { limit, remaining, resetSeconds }: RateLimitState) {
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetSeconds,
  })
}

function refuse(reply: FastifyReply, allowance: RateLimitState): never {
  declare(reply, allowance)
  const { limit, resetSeconds } = allowance
  throw new Problem('rate_limited', `More than ${limit} requests a minute; try again in ${resetSeconds} s`, {
    retryAfter: resetSeconds,
  })
}
