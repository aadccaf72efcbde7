import { SITES } from '../../../kit/domain/changes.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { JsonText } from '../../../kit/domain/json-text.ts'
import { notFound, Problem } from '../../../kit/domain/problems.ts'
import type { CacheKind } from '../../../kit/storage/fresh-cache.ts'
import type { SeenSpace } from '../../content/spaces/access.ts'
import { publishedAddress } from '../sites/present.ts'
import type { SiteRow } from '../sites/store.ts'
import { wayToSiteSpace } from '../sites/structure/structure.ts'
import { basenameIn, type Found, readingsOf, type Way, wayIn } from './addresses.ts'
import { signInAddress } from './admission/sign-in.ts'
import { type Visit, visit } from './admission/visit.ts'
import { minuteOf, signContentToken } from './content-tokens.ts'
import { findRedirected, firstThere } from './follow-redirects.ts'
import { findSitesAt, followsOfSite } from './published-sites.ts'
import type { Elsewhere, PublishedContent, PublishedLookup } from './schema.ts'

type Answer = JsonText<PublishedContent | Elsewhere>

const RESOLVED: CacheKind<Answer> = { name: 'resolved address' }

/** Which content an address of a published site leads to, for this visitor. */
export async function resolvePublished(ctx: ReadContext, lookup: PublishedLookup): Promise<Answer> {
  const { jwtToken, unsignedClaims } = lookup.visitor ?? {}
  if (jwtToken !== undefined || unsignedClaims !== undefined)
    return new JsonText(JSON.stringify((await resolve(ctx, lookup)).answer))
  // For those of whom nothing is known it is the same for all, and for as long as the token that they get.
  return ctx.cache.read(RESOLVED, `${minuteOf(ctx)} ${lookup.url}`, async () => {
    const { site, answer, isThere } = await resolve(ctx, lookup)
    const text = JSON.stringify(answer)
    return {
      value: new JsonText(text),
      follows: [SITES, ...(await followsOfSite(ctx, site.id))],
      bytes: text.length * 2,
      // Where a page went is known a moment after it went; and what lets somebody in is asked each time.
      isKept: isThere && (site.visibility === 'public' || site.visibility === 'unlisted'),
    }
  })
}

async function resolve(ctx: ReadContext, { url: address, visitor = {} }: PublishedLookup) {
  const url = new URL(address)
  const found = await findSiteAt(ctx, url)
  if (!found) throw notFound('published site')
  const { site, way } = found
  const shareKey = site.visibility === 'share-link' ? way.rest[0] : undefined
  const visited = await visit(ctx, site, {
    shareKey,
    token: visitor.jwtToken,
    unsigned: visitor.unsignedClaims,
  })
  if ('reason' in visited) {
    const redirect = await signInAddress(ctx, site, way, url)
    if (!redirect) throw new Problem('not_found', visited.reason)
    return { site, answer: { target: 'external' as const, redirect }, isThere: false }
  }
  return { site, ...(await follow(ctx, visited, { url, way, shareKey })) }
}

type Followed = { answer: PublishedContent | Elsewhere; isThere: boolean }

type Asked = { url: URL; way: Way; shareKey: string | undefined }

async function follow(ctx: ReadContext, visited: Visit, { url, way, shareKey }: Asked): Promise<Followed> {
  const { site, structure } = visited
  const rest = shareKey ? way.rest.slice(1) : way.rest
  const readings = readingsOf(structure, site, rest)
  const there = await firstThere(ctx, visited, readings)
  const target = there ?? readings.at(-1)
  if (!target) throw notFound('published content')
  if (!there) {
    const source = `/${rest.map(encodeURIComponent).join('/')}`
    const redirected = await findRedirected(ctx, visited, { source, shareKey })
    if (redirected?.isElsewhere)
      return { answer: { target: 'external', redirect: redirected.target }, isThere: false }
    const redirect = redirected && redirected.target + url.search
    if (redirect) return { answer: { target: 'content', redirect }, isThere: false }
  }
  const answer = await present(ctx, visited, { way, shareKey, target })
  return { answer, isThere: there !== undefined }
}

export async function findSiteAt(ctx: ReadContext, url: URL) {
  const publicUrl = ctx.links.of('')
  const basename = basenameIn(url, publicUrl)
  const ways = (await findSitesAt(ctx, { basename, host: url.hostname })).flatMap((site) => {
    const way = wayIn(url, site, publicUrl)
    return way ? [{ site, way }] : []
  })
  const owner = ownerOf(ways, url)
  // Of two sites behind one host, the one whose address says more.
  return ways
    .filter(({ site }) => site.organizationId === owner)
    .sort((a, b) => b.way.siteBasePath.length - a.way.siteBasePath.length)[0]
}

/** A host belongs to one organization: whose site has it as its name, or who named it first in front of a proxy. */
function ownerOf(ways: { site: SiteRow }[], { hostname }: URL) {
  const [first] = ways.toSorted((a, b) => (a.site.id < b.site.id ? -1 : 1))
  return (ways.find(({ site }) => site.hostname === hostname) ?? first)?.site.organizationId
}

/** A token goes into a header, which has no room for all spaces of a large site. */
const MOST_SPACES = 50

type Resolved = { way: Way; shareKey: string | undefined; target: Found<SeenSpace> }

async function present(
  ctx: ReadContext,
  { site, structure, claims, proof, until, key }: Visit,
  { way, shareKey, target }: Resolved,
): Promise<PublishedContent> {
  const { section, siteSpace, taken, rest } = target
  const siteSection = section?.id
  const { id: space } = siteSpace.space
  const names = {
    organization: site.organizationId,
    site: site.id,
    siteSection,
    siteSpace: siteSpace.id,
    space,
  }
  const some = structure.siteSpaces.slice(0, MOST_SPACES).map((one) => one.space.id)
  const spaces = [...new Set([space, ...some])].slice(0, MOST_SPACES)
  const token = { kind: 'site' as const, ...names, spaces, claims, proof, key }
  const apiToken = await signContentToken(ctx, token, until)
  const steps = (parts: string[]) => parts.map((part) => `${encodeURIComponent(part)}/`).join('')
  const page = rest.map(encodeURIComponent).join('/')
  const shared = shareKey ? [shareKey] : []
  return {
    ...names,
    pathname: `/${page}`,
    basePath: way.siteBasePath + steps([...shared, ...taken]),
    siteBasePath: way.siteBasePath + steps(shared),
    apiToken,
    shareKey,
    complete: target.isComplete,
    contextId:
      Object.keys(claims).length > 0 ? ctx.signer.sign('context', JSON.stringify(claims)) : undefined,
    canonicalUrl:
      publishedAddress(site, ctx.links) + steps(wayToSiteSpace(structure, site, siteSpace)) + page,
  }
}
