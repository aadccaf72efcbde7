import { visitorAudience } from '../../../engines/reading/audience.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { CursorPosition } from '../../../kit/storage/page.ts'
import { presentFoundPage } from '../../content/search/present.ts'
import { searchSpaces } from '../../content/search/search.ts'
import type { SeenSpace } from '../../content/spaces/access.ts'
import { publishedAddress } from '../sites/present.ts'
import { defaultSiteSpace, type StructureSpace, wayToSiteSpace } from '../sites/structure/structure.ts'
import type { PublishedSite } from './access.ts'
import type { SiteSearch } from './schema.ts'

type Asked = SiteSearch & { limit: number; after?: CursorPosition }

/** Members search a site as a visitor of whom nothing is known. */
export async function searchSite(ctx: ReadContext, published: PublishedSite, asked: Asked) {
  const claims = ctx.actor.kind === 'visitor' ? ctx.actor.visitor.claims : {}
  const audience = visitorAudience(claims, published.structure.siteSpaces)
  const siteSpaces = inScope(published, asked)
  const spaces = siteSpaces.map(({ space }) => space)
  const { rows, ...found } = await searchSpaces(ctx, spaces, audience, asked)
  const shown = rows.map(({ space, pages }) => {
    const base = addressOf(ctx, published, siteSpaces, space.id)
    return {
      id: space.id,
      title: space.title,
      pages: pages.map((page) => withAddress(presentFoundPage(page, ctx.links), base)),
    }
  })
  return { ...found, rows: shown }
}

function inScope({ site, structure }: PublishedSite, { scope, mode, siteSpaceIds, siteSpaceId }: Asked) {
  const all = structure.siteSpaces
  const how = scope?.mode ?? mode ?? 'default'
  const wanted = scope?.siteSpaceIds ?? siteSpaceIds ?? []
  switch (how) {
    case 'all':
      return all
    case 'specific':
      return all.filter(({ id }) => wanted.includes(id))
    case 'current':
      return all.filter(({ id }) => id === siteSpaceId)
    case 'default': {
      const current = all.find(({ id }) => id === scope?.currentSiteSpace)
      return all.filter((siteSpace) => {
        if (siteSpace.sectionId === current?.sectionId) return siteSpace === current
        const section = structure.sections.find(({ id }) => id === siteSpace.sectionId)
        return defaultSiteSpace(structure, section ?? site, siteSpace.sectionId) === siteSpace
      })
    }
    default:
      return how satisfies never
  }
}

function addressOf(
  { links }: ReadContext,
  { site, structure }: PublishedSite,
  siteSpaces: StructureSpace<SeenSpace>[],
  spaceId: string,
) {
  const siteSpace = siteSpaces.find(({ space }) => space.id === spaceId)
  const way = siteSpace ? wayToSiteSpace(structure, site, siteSpace) : []
  return publishedAddress(site, links) + way.map((step) => `${encodeURIComponent(step)}/`).join('')
}

type Found = ReturnType<typeof presentFoundPage>

/** Where readers find it, in place of where writers do. */
function withAddress(page: Found, base: string): Found {
  const at = (path: string) => ({ app: base + encodeURI(path) })
  return {
    ...page,
    sections: page.sections?.map((section) => ({ ...section, urls: at(section.path) })),
    urls: at(page.path),
  }
}
