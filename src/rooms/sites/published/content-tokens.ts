// Tokens with which a renderer reads what one visitor may see of one site. Everything they say is checked against the
// site at every request: what was taken back is closed at once, however long a token would still be good.
import { jwtVerify, SignJWT } from 'jose'
import type { Actor, ReadContext } from '../../../kit/domain/context.ts'
import type { CacheKind } from '../../../kit/storage/fresh-cache.ts'
import { keyInUse } from '../site-access/publishing-auth.ts'
import { isShareLinkActive } from '../site-access/share-links.ts'
import type { SiteRow } from '../sites/store.ts'
import type { Proof } from './admission/visit.ts'
import { findPublishedSite, readFor, structureFor, type VisitorClaims } from './published-sites.ts'

const PURPOSE = 'content token'
const LIFETIME_SECONDS = 60 * 60
const LONGEST = 16 * 1024

/** What the public clients of such tokens read off them, and what we need to check them. */
export type ContentToken = {
  kind: 'site'
  organization: string
  site: string
  siteSection?: string
  siteSpace: string
  space: string
  /** Some of those there are; which may be read is looked up. */
  spaces: string[]
  claims?: VisitorClaims
  proof: Proof
  /** Of who was signed in: which key of the site said so. */
  key?: string
}

/** Tokens are as of the minute, so that all that is asked within it can be answered by the same one. */
export function minuteOf(ctx: ReadContext) {
  return Math.floor(ctx.clock.now().getTime() / 60_000)
}

/** Good for an hour, and no longer than what the visitor proved. */
export function signContentToken(ctx: ReadContext, token: ContentToken, until?: Date): Promise<string> {
  const now = minuteOf(ctx) * 60
  const end = Math.floor((until?.getTime() ?? Number.POSITIVE_INFINITY) / 1000)
  return new SignJWT({ ...token })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(Math.min(now + LIFETIME_SECONDS, end))
    .sign(ctx.signer.keyFor(PURPOSE))
}

/** Three parts with dots between them, which no token of a user is. */
export function looksLikeContentToken(token: string) {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) && token.length <= LONGEST
}

export async function identifyVisitor(ctx: ReadContext, token: string): Promise<Actor | undefined> {
  const opened = await open(ctx, token)
  const site = opened && (await findPublishedSite(ctx, opened.site))
  if (!site || site.organizationId !== opened.organization) return
  if (!(await isStillAdmitted(ctx, site, opened))) return
  const claims = site.hasAdaptiveContent ? (opened.claims ?? {}) : {}
  return readFor(ctx, VISITOR, site, claims, async () => {
    const { siteSpaces } = await structureFor(ctx, site, claims)
    const spaceIds = siteSpaces.map(({ space }) => space.id)
    const visitor = { organizationId: site.organizationId, siteId: site.id, spaceIds, claims }
    return {
      value: { kind: 'visitor', id: '', isAdministrator: false, visitor },
      bytes: spaceIds.length * 40,
    }
  })
}

const VISITOR: CacheKind<Actor> = { name: 'visitor' }

/** What was signed stays signed: a token that is good is verified once. */
const OPENED: CacheKind<ContentToken & { exp: number }> = { name: 'opened token' }

async function open(ctx: ReadContext, token: string): Promise<ContentToken | undefined> {
  try {
    const opened = await ctx.cache.read(OPENED, token, async () => {
      const { payload } = await jwtVerify<ContentToken & { exp: number }>(token, ctx.signer.keyFor(PURPOSE), {
        algorithms: ['HS256'],
        currentDate: ctx.clock.now(),
        requiredClaims: ['exp', 'site', 'proof'],
      })
      return { value: payload, follows: [], bytes: token.length * 2 }
    })
    return opened.exp * 1000 > ctx.clock.now().getTime() ? opened : undefined
  } catch {
    return
  }
}

/** Somebody who was let in before the audience of the site changed must prove what is asked now. */
async function isStillAdmitted(ctx: ReadContext, { id, visibility }: SiteRow, { proof, key }: ContentToken) {
  // Also where nothing is asked: what was said of them is no longer proved.
  if (key !== undefined && key !== (await keyInUse(ctx, id))) return false
  switch (visibility) {
    case 'public':
    case 'unlisted':
      return true
    case 'share-link':
      return proof.kind === 'share-link' && (await isShareLinkActive(ctx, id, proof.linkId))
    case 'visitor-auth':
      return proof.kind === 'token' && key !== undefined
    default:
      return visibility satisfies never
  }
}
