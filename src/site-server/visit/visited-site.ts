import type { Audience } from '../../engines/reading/audience.ts'
import type { Preview } from '../../engines/site/model.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import type { CacheKind } from '../../kit/storage/fresh-cache.ts'
import type { SeenSpace } from '../../rooms/content/spaces/access.ts'
import type { SiteLooks } from '../../rooms/sites/customization/read-customization.ts'
import {
  findPublishedSite,
  type ReadOfSite,
  readFor,
  structureFor,
  type VisitorClaims,
} from '../../rooms/sites/published/published-sites.ts'
import type { SiteRow } from '../../rooms/sites/sites/store.ts'
import type { Structure, StructureSpace } from '../../rooms/sites/sites/structure/structure.ts'
import type { ReviewedChanges } from './reviewed-changes.ts'
import { addressOfPage, addressOfSiteSpace, type SiteHome } from './site-addresses.ts'
import { type PlacedPage, type ReadSpace, readSpace } from './spaces-read.ts'

/** A site as one visitor reads it. */
export type VisitedSite = {
  site: SiteRow
  structure: Structure<SeenSpace>
  claims: VisitorClaims
  audience: Audience
  home: SiteHome
  unpublished?: Unpublished
}

/** What is read by those who work on it, the way readers would: a site, a space, a change request, a revision. */
export type Unpublished = {
  preview: Pick<Preview, 'title' | 'state' | 'back' | 'links' | 'problems'>
  /** Below this is the editor of each page, for those who may edit it. */
  editor?: string
  /** Where there is no site whose look it could have. */
  look?: SiteLooks
  /** Whether it is what the index of search describes: the spaces as they are now. */
  isIndexed: boolean
  reviewed?: ReviewedChanges
}

/** One of its spaces, opened. */
export type OpenSpace = {
  siteSpace: StructureSpace<SeenSpace>
  /** Where it begins; empty on a host name of its own. */
  base: string
  read: ReadSpace
}

export async function openSiteSpace(
  ctx: ReadContext,
  { site, structure, audience, home }: VisitedSite,
  siteSpace: StructureSpace<SeenSpace>,
): Promise<OpenSpace> {
  const base = addressOfSiteSpace(home, structure, site, siteSpace)
  return { siteSpace, base, read: await readSpace(ctx, siteSpace.space, audience, structure.siteSpaces) }
}

export function hrefOf({ base, read }: OpenSpace, placed: PlacedPage) {
  return addressOfPage(base, placed.path, placed === read.first)
}

/** As it is now: for what is kept, everything is read after it was asked for. */
export async function revisit(ctx: ReadContext, visited: VisitedSite): Promise<VisitedSite> {
  const [site, structure] = [
    await findPublishedSite(ctx, visited.site.id),
    await structureFor(ctx, visited.site, visited.claims),
  ]
  return { ...visited, site: site ?? visited.site, structure }
}

/**
 * Something that follows from a site and from what is known of a visitor. What is not published is read by few people,
 * each with rights of their own, and so it is not kept.
 */
export async function keptFor<Value>(
  ctx: ReadContext,
  kind: CacheKind<Value>,
  asked: VisitedSite,
  load: (visited: VisitedSite) => Promise<ReadOfSite<Value>>,
): Promise<Value> {
  if (asked.unpublished) return (await load(asked)).value
  return readFor(ctx, kind, asked.site, asked.claims, async () => load(await revisit(ctx, asked)))
}

export async function openSpaceWith(ctx: ReadContext, visited: VisitedSite, siteSpaceId: string | undefined) {
  const siteSpace = visited.structure.siteSpaces.find(({ id }) => id === siteSpaceId)
  return siteSpace && openSiteSpace(ctx, visited, siteSpace)
}

/** Whether others may not keep what one visitor gets. */
export function isPrivate({ visibility, hasAdaptiveContent }: SiteRow) {
  return hasAdaptiveContent || visibility === 'share-link' || visibility === 'visitor-auth'
}
