import { errors, type JWTPayload, jwtVerify } from 'jose'
import { type Claims, claimsAllowedBy, type GivenClaims } from '../../../engines/adaptive/claims.ts'
import { isPlainObject } from '../../../engines/adaptive/own-values.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { CacheKind } from '../../../kit/storage/fresh-cache.ts'
import { markOf } from './publishing-auth.ts'
import { type AdaptiveSchemaRow, findAdaptiveSchema, findPublishingAuth } from './store.ts'

/** Why a token proves nothing. */
export type TokenRefusal =
  | 'too-long'
  | 'malformed'
  /** Nobody asked for the key of the site yet, so nobody can have signed with it. */
  | 'no-key'
  | 'algorithm'
  /** Not signed with the key of this site, or changed since. */
  | 'signature'
  | 'no-expiry'
  | 'expired'
  | 'expires-too-late'
  /** Its `nbf` or `iat` lies in the future. */
  | 'not-yet-valid'
  | 'other-site'

/** `key`: which one it is signed with, see `keyInUse`. */
export type VisitorProof =
  | { kind: 'visitor'; claims: VisitorClaims; expiresAt: Date; key: string }
  | { kind: 'refused'; reason: TokenRefusal }

/** What conditions read as `visitor.claims`. `unsigned` is always there. */
type VisitorClaims = { readonly [name: string]: unknown; unsigned: unknown }

const MAX_BYTES = 8 * 1024
/** Clocks of two machines differ. What has expired has expired. */
const LEEWAY_SECONDS = 60
/** Also finds those who count in milliseconds, whose tokens would never end. */
const MAX_SECONDS = 10 * 366 * 24 * 60 * 60

/**
 * Who a token says that a visitor is, if it is signed with the key of this site. The algorithm and the key are ours to
 * choose: what the header says of keys (`kid`, `jku`, `jwk`, `x5u`) is never followed.
 */
export async function readVisitorToken(
  ctx: ReadContext,
  { id: siteId }: { id: string },
  token: string,
): Promise<VisitorProof> {
  if (Buffer.byteLength(token) > MAX_BYTES) return refused('too-long')
  const auth = await findPublishingAuth(ctx.db, siteId)
  if (!auth) return refused('no-key')
  const now = ctx.clock.now()
  const verified = await verify(token, ctx.vault.open(auth.sealedKey), now)
  if (typeof verified === 'string') return refused(verified)
  const { exp, iat, site } = verified
  const seconds = now.getTime() / 1000
  if (exp === undefined) return refused('no-expiry')
  if (exp <= seconds) return refused('expired')
  if (exp > seconds + MAX_SECONDS) return refused('expires-too-late')
  if (iat !== undefined && iat > seconds + LEEWAY_SECONDS) return refused('not-yet-valid')
  if (site !== undefined && site !== siteId) return refused('other-site')
  const claims = await visitorClaims(ctx, siteId, { signed: verified })
  return { kind: 'visitor', claims, expiresAt: new Date(exp * 1000), key: markOf(ctx, auth) }
}

function refused(reason: TokenRefusal): VisitorProof {
  return { kind: 'refused', reason }
}

async function verify(token: string, key: string, now: Date): Promise<JWTPayload | TokenRefusal> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ['HS256'],
      clockTolerance: LEEWAY_SECONDS,
      currentDate: now,
    })
    return payload
  } catch (error) {
    return refusalOf(error)
  }
}

function refusalOf(error: unknown): TokenRefusal {
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JWTExpired) return 'expired'
  const isEarly = error instanceof errors.JWTClaimValidationFailed && error.reason === 'check_failed'
  return isEarly ? 'not-yet-valid' : 'malformed'
}

/** Of the token itself rather than of the visitor. */
const REGISTERED = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'])

/**
 * What conditions may know of a visitor: what the schema of the site declares, whoever says it. Without a schema, all
 * that is signed and says something of the visitor; unsigned claims that nobody declared say nothing.
 */
const SCHEMA: CacheKind<AdaptiveSchemaRow | undefined> = { name: 'visitor schema' }

export async function visitorClaims(
  ctx: ReadContext,
  siteId: string,
  given: GivenClaims,
): Promise<VisitorClaims> {
  const found = await schemaOf(ctx, siteId)
  if (found) return withUnsigned(claimsAllowedBy(found.jsonSchema, given))
  const signed = isPlainObject(given.signed) ? Object.entries(given.signed) : []
  return withUnsigned(Object.fromEntries(signed.filter(([name]) => !REGISTERED.has(name))))
}

function schemaOf(ctx: ReadContext, siteId: string) {
  return ctx.cache.read(SCHEMA, siteId, async () => {
    const value = await findAdaptiveSchema(ctx.db, siteId)
    return { value, follows: [siteId], bytes: value ? JSON.stringify(value.jsonSchema).length * 3 : 0 }
  })
}

/** The same of somebody whom nobody signed for the site: what it did not declare, it does not get to know. */
export async function declaredClaims(ctx: ReadContext, siteId: string, given: GivenClaims) {
  const found = await schemaOf(ctx, siteId)
  return withUnsigned(found ? claimsAllowedBy(found.jsonSchema, given) : {})
}

function withUnsigned(claims: Claims | Record<string, unknown>): VisitorClaims {
  return { ...claims, unsigned: isPlainObject(claims.unsigned) ? claims.unsigned : {} }
}
