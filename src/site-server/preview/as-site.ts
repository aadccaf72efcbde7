// What is not published as a site that can be read: whoever asks has shown that they may read it, at each request.

import { visitorAudience, WRITER } from '../../engines/reading/audience.ts'
import type { Link } from '../../engines/site/model.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import { problemsIn } from '../../rooms/content/pages/computed/sources.ts'
import type { SeenSpace } from '../../rooms/content/spaces/access.ts'
import { openView } from '../../rooms/content/spaces/revisions/revisions.ts'
import { organizationAbilities } from '../../rooms/people/organizations/access.ts'
import type { SeenChangeRequest } from '../../rooms/review/change-requests/access.ts'
import { DEFAULTS } from '../../rooms/sites/customization/defaults.ts'
import { customizationsOf, type SiteLooks } from '../../rooms/sites/customization/read-customization.ts'
import type { SitePreview } from '../../rooms/sites/published/previews.ts'
import { visibleStructure } from '../../rooms/sites/published/visible-structure.ts'
import type { SiteRow } from '../../rooms/sites/sites/store.ts'
import { isSeen } from '../../rooms/sites/sites/structure/present.ts'
import { viewStructure } from '../../rooms/sites/sites/structure/read-structure.ts'
import { EMPTY_STRUCTURE, type Structure } from '../../rooms/sites/sites/structure/structure.ts'
import { reviewedChanges } from '../visit/reviewed-changes.ts'
import type { Unpublished, VisitedSite } from '../visit/visited-site.ts'
import { findPlaceOnSite } from './store.ts'

/** A whole site as one of its members meets it: with all of its spaces that they may read, whoever they are meant for. */
export async function siteForMember(
  ctx: ReadContext,
  site: Pick<SiteRow, 'id' | 'organizationId'>,
  { home, back }: { home: string; back: Link },
): Promise<VisitedSite> {
  const whole = await wholeSite(ctx, site)
  const { title, isPublished } = whole.site
  const preview = { title, state: isPublished ? undefined : ('unpublished' as const), back }
  return { ...whole, claims: {}, audience: WRITER, home, unpublished: { preview, isIndexed: true } }
}

/** The same for whoever has the address of a preview: with what the one who made it may read, as a visitor would. */
export async function siteForVisitor(
  ctx: ReadContext,
  { site, siteSpaceId, claims, by }: SitePreview,
  home: string,
): Promise<VisitedSite> {
  const whole = await wholeSite({ ...ctx, actor: by }, site)
  const { title, isPublished } = whole.site
  const structure = visibleStructure(opened(whole.structure, siteSpaceId), claims)
  return {
    site: whole.site,
    structure,
    claims,
    audience: visitorAudience(claims, structure.siteSpaces),
    home,
    unpublished: { preview: { title, state: isPublished ? undefined : 'unpublished' }, isIndexed: true },
  }
}

async function wholeSite(ctx: ReadContext, key: Pick<SiteRow, 'id' | 'organizationId'>) {
  const { site, structure } = await viewStructure(ctx, key)
  return { site, structure: { ...structure, siteSpaces: structure.siteSpaces.filter(isSeen) } }
}

/** What a preview was made for is in it, whatever conditions say. */
function opened(structure: Structure<SeenSpace>, siteSpaceId: string | undefined): Structure<SeenSpace> {
  const named = structure.siteSpaces.find(({ id }) => id === siteSpaceId)
  if (!named) return structure
  const open = <Part extends { id: string }>(parts: Part[], id: string | null) =>
    parts.map((part) => (part.id === id ? { ...part, condition: null } : part))
  return {
    ...structure,
    sections: open(structure.sections, named.sectionId),
    siteSpaces: open(structure.siteSpaces, named.id),
  }
}

type Place = { home: string; back: Link }

export function spaceAsSite(ctx: ReadContext, space: SeenSpace, { home, back }: Place): Promise<VisitedSite> {
  return oneSpace(ctx, space, home, {
    preview: { title: space.title, state: 'members', back },
    isIndexed: true,
  })
}

export function revisionAsSite(
  ctx: ReadContext,
  space: SeenSpace,
  revisionId: string,
  { home, back }: Place,
): Promise<VisitedSite> {
  const preview = { title: space.title, state: 'revision' as const, back }
  return oneSpace(ctx, { ...space, revisionId }, home, { preview, isIndexed: false })
}

export async function changeRequestAsSite(
  ctx: ReadContext,
  seen: SeenChangeRequest,
  home: string,
): Promise<VisitedSite> {
  const { space, revisionId, number, subject, status: state } = seen
  const back = { title: space.title, href: appPath(ctx, space) }
  const preview = { title: `#${number} ${subject}`.trim(), state, back }
  const reviewed = await reviewedChanges(ctx, seen)
  return oneSpace(ctx, { ...space, revisionId }, home, { preview, isIndexed: false, reviewed })
}

/** Where members read a space. */
export function appPath({ links }: Pick<ReadContext, 'links'>, { organizationId, id }: SeenSpace) {
  return new URL(links.space(organizationId, id).app).pathname
}

async function oneSpace(
  ctx: ReadContext,
  space: SeenSpace,
  home: string,
  about: Omit<Unpublished, 'look'>,
): Promise<VisitedSite> {
  const siteSpace = { id: space.id, sectionId: null, path: '', condition: null, position: '', space }
  return {
    site: siteOf(space),
    structure: { ...EMPTY_STRUCTURE, siteSpaces: [siteSpace] },
    claims: {},
    audience: WRITER,
    home,
    unpublished: {
      ...about,
      preview: { ...about.preview, problems: await problemsOf(ctx, space) },
      look: await lookOf(ctx, space),
    },
  }
}

/** The look of the site that it is on, for those who may see that site. */
async function lookOf(ctx: ReadContext, { organizationId, id, standing }: SeenSpace): Promise<SiteLooks> {
  const place = organizationAbilities(standing).listSites
    ? await findPlaceOnSite(ctx.db, organizationId, id)
    : undefined
  if (!place) return { site: DEFAULTS, siteSpaces: {} }
  const { site, siteSpaces } = await customizationsOf(ctx, place.siteId)
  return { site: siteSpaces[place.siteSpaceId] ?? site, siteSpaces: {} }
}

/** As if the space were all of a site. */
function siteOf({ id, organizationId, title, createdAt }: SeenSpace): SiteRow {
  return {
    id,
    organizationId,
    type: 'basic',
    title,
    basename: id,
    hostname: null,
    proxy: null,
    visibility: 'visitor-auth',
    isPublished: false,
    hasAdaptiveContent: true,
    agentsContext: 'excluded',
    defaultSectionId: null,
    defaultSiteSpaceId: null,
    icon: null,
    createdAt,
    siteSpaces: 1,
  }
}

/** Why pages that scripts compute are not there, or not those that they should be. */
async function problemsOf(ctx: ReadContext, { id, revisionId }: SeenSpace) {
  const view = await openView(ctx, id, revisionId)
  return (await problemsIn(ctx, id, view)).map(({ page, problem }) => `${page.title}: ${problem}`)
}
