// Whoever changes the structure of a site locks the site first: then order, paths and defaults are worked out on what
// is there, and nobody else changes it meanwhile.
import type { Selectable } from 'kysely'
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid, notFound, unfit } from '../../../kit/domain/problems.ts'
import type { Tables } from '../../../kit/storage/db.ts'
import { listSitesWith, lockSiteRow } from './store.ts'
import { listExternalLinks, listGroups, listPlaces, listSections } from './structure/store.ts'
import type { Structure } from './structure/structure.ts'

type PlacedSpace = { id: string; title: string }
export type LockedSite = { site: Selectable<Tables['sites']>; structure: Structure<PlacedSpace> }

export type SiteKey = { organizationId: string; id: string }

export async function lockSite(ctx: WriteContext, { organizationId, id }: SiteKey): Promise<LockedSite> {
  const site = await lockSiteRow(ctx.db, organizationId, id)
  if (!site) throw notFound('site')
  const [groups, sections, externalLinks, places] = [
    await listGroups(ctx.db, id),
    await listSections(ctx.db, id),
    await listExternalLinks(ctx.db, id),
    await listPlaces(ctx.db, id),
  ]
  const siteSpaces = places.map(({ spaceId, title, deletedAt: _, ...place }) => ({
    ...place,
    space: { id: spaceId, title },
  }))
  return { site, structure: { groups, sections, externalLinks, siteSpaces } }
}

/** How much one site may hold: all of it is read to show a page. */
const MOST = { siteSpaces: 1_000, sections: 200, groups: 100, externalLinks: 100 }
const NAMES = {
  siteSpaces: 'spaces',
  sections: 'sections',
  groups: 'groups',
  externalLinks: 'external links',
}

export function requireRoom({ structure }: LockedSite, part: keyof typeof MOST, more = 1) {
  if (structure[part].length + more > MOST[part])
    throw conflict(`A site has at most ${MOST[part]} ${NAMES[part]}`, {
      limit: MOST[part],
    })
}

/** The other ones at the same place must not have this path. */
export function requireFreePath(path: string, others: { path: string }[]) {
  if (others.some((other) => other.path === path))
    throw conflict('This path is already in use: choose another one', { field: 'body.path' })
}

/** Sites that publish one of these spaces, once for each of them. */
export function sitesWith(ctx: ReadContext, spaceIds: string[]) {
  return listSitesWith(ctx.db, spaceIds)
}

/** What a site publishes belongs to the same organization. */
export async function requireOnNoSite(ctx: WriteContext, spaceIds: string[]) {
  const [site] = await sitesWith(ctx, spaceIds)
  if (site)
    throw unfit(`It is on the site “${site.title}”: remove it from there first`, {
      site: site.id,
      space: site.spaceId,
    })
}

export function announceStructure(ctx: WriteContext, { site }: LockedSite) {
  return ctx.emit('site.structure_changed', { organizationId: site.organizationId, siteId: site.id })
}

export function requirePart<Part extends { id: string }>(parts: Part[], id: string, what: string): Part {
  const found = parts.find((part) => part.id === id)
  if (!found) throw notFound(what)
  return found
}

export function requireNamed<Part extends { id: string }>(parts: Part[], id: string, field: string): Part {
  const found = parts.find((part) => part.id === id)
  if (!found) throw invalid(`${field} is not part of this site`, { field })
  return found
}
