// Signed addresses at which a site can be looked at before it is published, or as somebody else would see it. Whoever
// has one needs nothing more, so it ends after an hour, and with the rights of whoever made it.
import { jwtVerify, SignJWT } from 'jose'
import { isPlainObject } from '../../../engines/adaptive/own-values.ts'
import { type Actor, NO_CREDENTIAL, type ReadContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import { closedToAbsent } from '../../people/identity/closed-organizations.ts'
import { visitorClaims } from '../site-access/visitor-tokens.ts'
import { type SeenSite, siteAbilities, site as siteSubject } from '../sites/access.ts'
import type { VisitorClaims } from './published-sites.ts'
import { readRison } from './rison.ts'
import { hasSiteSpace } from './store.ts'

const PURPOSE = 'preview token'
const LIFETIME_SECONDS = 60 * 60

type PreviewToken = {
  organization: string
  site: string
  siteSpace?: string
  claims?: VisitorClaims
  by: string
}

/** What to look at, and as whom. */
export type PreviewQuery = { siteSpace?: string; claims?: string }

export async function previewAddress(ctx: ReadContext, site: SeenSite, query: PreviewQuery) {
  const claims = query.claims === undefined ? undefined : readClaims(query.claims)
  if (query.siteSpace !== undefined && !(await hasSiteSpace(ctx.db, site.id, query.siteSpace)))
    throw invalid('query.siteSpace is not a site space of this site', { field: 'query.siteSpace' })
  const token = await signPreview(ctx, {
    organization: site.organizationId,
    site: site.id,
    siteSpace: query.siteSpace,
    claims,
    by: ctx.actor.id,
  })
  return ctx.links.of(`/preview/sites/${site.id}/?token=${token}`)
}

function readClaims(text: string): VisitorClaims {
  const claims = text.startsWith('{') ? parsed(text) : readRison(text)
  if (isPlainObject(claims)) return claims
  throw invalid(
    'query.claims must be an object in JSON or Rison, as {"isBetaUser":true} or (isBetaUser:!t)',
    {
      field: 'query.claims',
    },
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return
  }
}

function signPreview(ctx: ReadContext, token: PreviewToken) {
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  return new SignJWT({ ...token })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + LIFETIME_SECONDS)
    .sign(ctx.signer.keyFor(PURPOSE))
}

/** `by`: who made it, and so whose rights it has. */
export type SitePreview = {
  site: SeenSite
  siteSpaceId?: string
  claims: VisitorClaims
  by: Actor
  until: Date
}

/** Undefined for a token that is not ours, not of this site, too old, or of somebody who may no longer give it out. */
export async function openPreview(
  ctx: ReadContext,
  siteId: string,
  token: string,
): Promise<SitePreview | undefined> {
  const opened = await verify(ctx, token)
  if (!opened || opened.site !== siteId) return
  const { organization: organizationId, siteSpace: siteSpaceId, claims: given, by, exp } = opened
  const maker: Actor = {
    kind: 'user',
    id: by,
    email: '',
    isAdministrator: false,
    isEmailVerified: false,
    closedTo: await closedToAbsent(ctx, by),
    credential: NO_CREDENTIAL,
  }
  const site = await siteSubject.find({ ...ctx, actor: maker }, { organizationId, siteId })
  if (!site || !siteAbilities(site).edit) return
  // As of a visitor who is signed in: what the schema of the site declares, and nothing where it adapts to nobody.
  const claims = site.hasAdaptiveContent ? await visitorClaims(ctx, siteId, { signed: given }) : {}
  return { site, siteSpaceId, claims, by: maker, until: new Date(exp * 1000) }
}

async function verify(ctx: ReadContext, token: string) {
  try {
    const { payload } = await jwtVerify<PreviewToken & { exp: number }>(token, ctx.signer.keyFor(PURPOSE), {
      algorithms: ['HS256'],
      currentDate: ctx.clock.now(),
      requiredClaims: ['exp', 'site', 'by'],
    })
    return payload
  } catch {
    return
  }
}
