// Where addresses of a site lead at which there is no page: by a redirect of the site, by one of the repository that a
// space came from, or because a page stood there once. Decision 028 has the order, and why.
import { findPagesWithPaths } from '../../../engines/content/nodes/revision.ts'
import type { Root } from '../../../engines/content/records.ts'
import { visitorAudience } from '../../../engines/reading/audience.ts'
import { isVisiblePage } from '../../../engines/reading/pages/visible-pages.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import type { CacheKind } from '../../../kit/storage/fresh-cache.ts'
import { findPageAtOldPath, type Seen } from '../../content/pages/former-paths/find-moved-page.ts'
import { findPageNow } from '../../content/pages/reading/answers.ts'
import { openNodes, openView } from '../../content/spaces/revisions/revisions.ts'
import type { SpaceRow } from '../../content/spaces/store.ts'
import { presentRedirect } from '../redirects/present.ts'
import { findRedirect } from '../redirects/redirects.ts'
import type { SiteRedirect } from '../redirects/schema.ts'
import { plainSource } from '../redirects/sources.ts'
import { publishedAddress } from '../sites/present.ts'
import type { SiteRow } from '../sites/store.ts'
import {
  type Structure,
  type StructureSpace,
  wayToSection,
  wayToSiteSpace,
} from '../sites/structure/structure.ts'
import type { PublishedSite } from './access.ts'
import { type Found, partsOf, readingsOf } from './addresses.ts'
import type { VisitorClaims } from './published-sites.ts'

const ROOT: CacheKind<Root> = { name: 'root of a space' }

type PublishedSpace = Pick<SpaceRow, 'id' | 'revisionId'>

/** A site as one visitor meets it. */
type Met = { site: SiteRow; structure: Structure<PublishedSpace>; claims: VisitorClaims }

/** What is asked for: a path below the address of the site, without the key of a share link. */
type Asked = { source: string; shareKey?: string }

/** `isElsewhere`: where nothing is sent along that readers have in their address. */
type Redirected = { redirect: SiteRedirect; target: string; isElsewhere?: boolean }

type Moved = { redirect: SiteRedirect; way: string[]; url?: string }

/** For clients that ask about a path. */
export async function followRedirect(ctx: ReadContext, published: PublishedSite, asked: Asked) {
  const claims = ctx.actor.kind === 'visitor' ? ctx.actor.visitor.claims : {}
  const redirected = await findRedirected(ctx, { ...published, claims }, asked)
  if (!redirected) throw notFound('redirect')
  const { redirect, target } = redirected
  return { redirect, target }
}

/** Undefined where a path leads nowhere else, as far as this visitor may know. */
export async function findRedirected(
  ctx: ReadContext,
  met: Met,
  { source, shareKey }: Asked,
): Promise<Redirected | undefined> {
  const found = await findMoved(ctx, met, source)
  if (!found) return
  if (found.url !== undefined) return { redirect: found.redirect, target: found.url, isElsewhere: true }
  const steps = [...(shareKey ? [shareKey] : []), ...found.way].map(encodeURIComponent)
  return { redirect: found.redirect, target: publishedAddress(met.site, ctx.links) + steps.join('/') }
}

/** With the way to it from where the site begins. */
export async function findMoved(ctx: ReadContext, met: Met, source: string): Promise<Moved | undefined> {
  return (await bySite(ctx, met, source)) ?? (await byOldPath(ctx, met, source))
}

/** The first way at the end of which there is something. */
export async function firstThere<Space extends PublishedSpace>(
  ctx: ReadContext,
  met: Met,
  readings: Found<Space>[],
): Promise<Found<Space> | undefined> {
  for (const found of readings) if (await isThere(ctx, met, found)) return found
}

async function isThere(ctx: ReadContext, met: Met, { siteSpace, rest }: Found<PublishedSpace>) {
  if (rest.length === 0) return true
  return (await findPageNow(ctx, await open(ctx, met, siteSpace), rest.join('/'))) !== undefined
}

async function bySite(ctx: ReadContext, met: Met, source: string): Promise<Moved | undefined> {
  const { site, structure } = met
  const row = await findRedirect(ctx, site.id, source)
  if (!row) return
  const redirect = presentRedirect(row)
  if (row.url !== null) return { redirect, way: [], url: row.url }
  const section = structure.sections.find(({ id }) => id === row.sectionId)
  if (section) return { redirect, way: wayToSection(structure, site, section) }
  const siteSpace = structure.siteSpaces.find(({ id }) => id === row.siteSpaceId)
  if (!siteSpace) return
  if (row.pageId === null) return { redirect, way: wayToSiteSpace(structure, site, siteSpace) }
  const way = await wayToPage(ctx, met, siteSpace, row.pageId)
  return way && { redirect, way }
}

async function byOldPath(ctx: ReadContext, met: Met, source: string) {
  const parts = partsOf(source)
  const readings = readingsOf(met.structure, met.site, parts)
  const found = readings.at(-1)
  if (!found || (await firstThere(ctx, met, readings))) return
  const { siteSpace, rest } = found
  const page = await findPageAtOldPath(ctx, await open(ctx, met, siteSpace), rest.join('/'))
  const way = page && (await wayToPage(ctx, met, siteSpace, page.id))
  if (!page || !way) return
  // Nobody made it, and nobody can change it: the id names what it follows from.
  const redirect: SiteRedirect = {
    object: 'site-redirect',
    id: `${siteSpace.id}-${page.id}`,
    source: plainSource(`/${parts.map(encodeURIComponent).join('/')}`),
    destination: { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: page.id },
  }
  return { redirect, way }
}

async function open(
  ctx: ReadContext,
  { claims, structure }: Met,
  { space }: StructureSpace<PublishedSpace>,
): Promise<Seen> {
  const root = await ctx.cache.read(ROOT, `${space.id} ${space.revisionId}`, async () => {
    const view = await openView(ctx, space.id, space.revisionId)
    return { value: view.root, follows: [space.id], bytes: 1_000 }
  })
  const audience = visitorAudience(claims, structure.siteSpaces)
  return { spaceId: space.id, view: { nodes: openNodes(ctx), root }, audience }
}

/** Undefined where the visitor may not see the page, or nobody may. */
async function wayToPage(
  ctx: ReadContext,
  met: Met,
  siteSpace: StructureSpace<PublishedSpace>,
  pageId: string,
) {
  const { view, audience } = await open(ctx, met, siteSpace)
  const path = (await findPagesWithPaths(view, [pageId])).get(pageId)?.path
  if (path === undefined || !(await isVisiblePage(ctx.links, { view, audience }, pageId))) return
  return [...wayToSiteSpace(met.structure, met.site, siteSpace), ...path.split('/')]
}
