import type { ReadContext } from '../../../../kit/domain/context.ts'
import { notFound } from '../../../../kit/domain/problems.ts'
import { type CursorPosition, toPage } from '../../../../kit/storage/page.ts'
import { withLevel } from '../../../content/collections/access.ts'
import type { SeenSpace } from '../../../content/spaces/access.ts'
import type { SiteKey } from '../lock-site.ts'
import { requirePart } from '../lock-site.ts'
import { findSite, listSitesByIds } from '../store.ts'
import {
  isSeen,
  presentExternalLink,
  presentGroup,
  presentSection,
  presentSiteSpace,
  presentStructure,
  type StructureView,
} from './present.ts'
import type { ItemPointer } from './schema.ts'
import { listExternalLinks, listGroups, listSections, listSiteSpaces } from './store.ts'
import { placesOf, type Structure, type StructureSpace } from './structure.ts'

/** Several at once, each of its organization. */
export async function sitesByIds(ctx: ReadContext, keys: SiteKey[]) {
  const organizations = [...new Set(keys.map(({ organizationId }) => organizationId))]
  const ids = keys.map(({ id }) => id)
  const rows = keys.length > 0 ? await listSitesByIds(ctx.db, organizations, ids) : []
  return new Map(rows.map((row) => [row.id, row]))
}

/** A site with its structure, as the caller meets it now. */
export async function viewStructure(
  ctx: ReadContext,
  { organizationId, id }: SiteKey,
  shareKey?: string,
): Promise<StructureView> {
  const [site, frame, rows] = await Promise.all([
    findSite(ctx.db, organizationId, id),
    readFrame(ctx, { id }),
    listSiteSpaces(ctx.db, id, ctx.actor.id),
  ])
  if (!site) throw notFound('site')
  const siteSpaces = rows.map((row): StructureSpace<SeenSpace> => {
    const { siteSpaceId, sectionId, sitePath, condition, sitePosition, ...space } = row
    return {
      id: siteSpaceId,
      sectionId,
      path: sitePath,
      condition,
      position: sitePosition,
      space: withLevel(space),
    }
  })
  const structure: Structure<SeenSpace> = { ...frame, siteSpaces }
  return { site, structure, links: ctx.links, shareKey }
}

/** Groups, sections and links, whoever asks. */
export async function readFrame(ctx: ReadContext, { id }: Pick<SiteKey, 'id'>) {
  const [groups, sections, externalLinks] = await Promise.all([
    listGroups(ctx.db, id),
    listSections(ctx.db, id),
    listExternalLinks(ctx.db, id),
  ])
  return { groups, sections, externalLinks }
}

export async function answerStructure(ctx: ReadContext, site: SiteKey, shareKey?: string) {
  return presentStructure(await viewStructure(ctx, site, shareKey))
}

type Slice = { limit: number; after?: CursorPosition; shareKey?: string }

export async function answerSiteSpaces(
  ctx: ReadContext,
  site: SiteKey,
  query: Slice & { default?: boolean },
) {
  const view = await viewStructure(ctx, site, query.shareKey)
  const shown = view.structure.siteSpaces
    .filter(isSeen)
    .map((siteSpace) => presentSiteSpace(view, siteSpace))
    .filter((siteSpace) => query.default === undefined || siteSpace.default === query.default)
  return slice(view.structure, shown, query)
}

export async function answerSections(ctx: ReadContext, site: SiteKey, query: Slice) {
  const view = await viewStructure(ctx, site, query.shareKey)
  const page = slice(view.structure, view.structure.sections, query)
  return { ...page, rows: page.rows.map((section) => presentSection(view, section)) }
}

export async function answerGroups(ctx: ReadContext, site: SiteKey, query: Slice) {
  const view = await viewStructure(ctx, site)
  const page = slice(view.structure, view.structure.groups, query)
  return { ...page, rows: page.rows.map((group) => presentGroup(view, group)) }
}

/** In the order of the site. */
function slice<Row extends { id: string }>(structure: Structure, rows: Row[], { limit, after }: Slice) {
  const places = placesOf(structure)
  const placeOf = ({ id }: Row): [string, string] => [places.get(id) ?? '', id]
  const [last = '', lastId = ''] = (after ?? []).map(String)
  const behind = rows
    .filter((row) => isBefore([last, lastId], placeOf(row)))
    .sort((a, b) => (isBefore(placeOf(a), placeOf(b)) ? -1 : 1))
  return toPage(behind.slice(0, limit + 1), limit, placeOf)
}

function isBefore([place, id]: [string, string], [otherPlace, otherId]: [string, string]) {
  return place === otherPlace ? id < otherId : place < otherPlace
}

export async function answerSiteSpace(ctx: ReadContext, site: SiteKey, id: string) {
  const view = await viewStructure(ctx, site)
  return presentSiteSpace(view, requirePart(view.structure.siteSpaces, id, 'site space'))
}

export async function answerSection(ctx: ReadContext, site: SiteKey, id: string) {
  const view = await viewStructure(ctx, site)
  return presentSection(view, requirePart(view.structure.sections, id, 'section'))
}

export async function answerGroup(ctx: ReadContext, site: SiteKey, id: string) {
  const view = await viewStructure(ctx, site)
  return presentGroup(view, requirePart(view.structure.groups, id, 'section group'))
}

export async function answerExternalLink(ctx: ReadContext, site: SiteKey, id: string) {
  const { structure } = await viewStructure(ctx, site)
  return presentExternalLink(requirePart(structure.externalLinks, id, 'external link'))
}

export function answerItem(ctx: ReadContext, site: SiteKey, { type, id }: ItemPointer) {
  switch (type) {
    case 'site-space':
      return answerSiteSpace(ctx, site, id)
    case 'site-section':
      return answerSection(ctx, site, id)
    case 'site-section-group':
      return answerGroup(ctx, site, id)
    case 'site-external-link':
      return answerExternalLink(ctx, site, id)
    default:
      return type satisfies never
  }
}
