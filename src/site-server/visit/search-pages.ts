import type { SearchAnswer } from '../../engines/site/model.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import { type FoundSection, searchSpaces } from '../../rooms/content/search/search.ts'
import { searchSite } from '../../rooms/sites/published/search-site.ts'
import { searchAsWritten } from './search-unpublished.ts'
import type { PlacedPage } from './spaces-read.ts'
import { hrefOf, type OpenSpace, openSiteSpace, type VisitedSite } from './visited-site.ts'

const MOST_SPACES = 20
export const LONGEST = 512

/** What a visitor finds on the site, with where it is there. */
export async function searchPages(
  ctx: ReadContext,
  visited: VisitedSite,
  written: string,
): Promise<SearchAnswer> {
  const query = written.trim().slice(0, LONGEST)
  if (query === '') return { pages: [] }
  if (visited.unpublished) return searchUnpublished(ctx, visited, query)
  const { site, structure, claims, home } = visited
  const published = { site, structure, claims, mayView: true }
  const { rows } = await searchSite(ctx, published, { query, mode: 'all', limit: MOST_SPACES })
  const isOneSpace = structure.siteSpaces.length === 1
  return {
    pages: rows.flatMap(({ title: space, pages }) =>
      pages.map(({ title, urls, sections = [] }) => ({
        title,
        href: below(home, urls.app),
        section: isOneSpace ? undefined : space,
        sections: sections.map((section) => ({
          title: section.title,
          href: below(home, section.urls.app),
          snippet: section.body,
        })),
      })),
    ),
  }
}

/** The index describes spaces as they are now; of anything else the texts themselves are asked. */
async function searchUnpublished(
  ctx: ReadContext,
  visited: VisitedSite,
  query: string,
): Promise<SearchAnswer> {
  const { structure, audience, unpublished } = visited
  const spaces = structure.siteSpaces.map(({ space }) => space)
  const { rows } = await searchSpaces(ctx, spaces, audience, { query, limit: MOST_SPACES })
  const bySpace = new Map(rows.map(({ space, pages }) => [space.id, pages]))
  const pages: SearchAnswer['pages'][number][] = []
  for (const siteSpace of structure.siteSpaces) {
    const found = bySpace.get(siteSpace.space.id) ?? []
    if (found.length === 0 && !unpublished?.reviewed) continue
    const open = await openSiteSpace(ctx, visited, siteSpace)
    const asWritten = unpublished?.isIndexed
      ? undefined
      : searchAsWritten(ctx, { space: open, audience }, query)
    const shown = new Set<string>()
    const show = (placed: PlacedPage, sections: readonly FoundSection[]) => {
      shown.add(placed.page.id)
      pages.push(presentFound(visited, open, placed, sections))
    }
    for (const { page, sections } of found) {
      const placed = open.read.byId.get(page.id)
      if (placed) show(placed, asWritten ? await asWritten.sectionsOf(placed) : sections)
    }
    const changed = [...(unpublished?.reviewed?.pages.keys() ?? [])].filter((id) => !shown.has(id))
    for (const placed of (await asWritten?.among(changed)) ?? [])
      show(placed, (await asWritten?.sectionsOf(placed)) ?? [])
  }
  return { pages }
}

function presentFound(
  { structure }: VisitedSite,
  open: OpenSpace,
  placed: PlacedPage,
  sections: readonly FoundSection[],
) {
  const href = hrefOf(open, placed)
  return {
    title: placed.page.title,
    href,
    section: structure.siteSpaces.length === 1 ? undefined : open.siteSpace.space.title,
    sections: sections.map(({ anchor, title, snippet }) => ({
      title: title || placed.page.title,
      href: anchor ? `${href}#${encodeURIComponent(anchor)}` : href,
      snippet,
    })),
  }
}

/** Search knows where a site is for everybody; this visitor may read it below another address. */
function below(home: string, address: string) {
  const { pathname, hash } = new URL(address)
  const path = home !== '' && pathname.startsWith(home) ? pathname : `${home}${pathname}`
  return `${path}${hash}`
}
