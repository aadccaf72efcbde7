import type { ReadContext } from '../../domain/context.ts'
import type { SearchAnswer } from '../../site/model.ts'
import { searchSite } from '../published/searching.ts'
import { searchSpaces } from '../search/search.ts'
import { hrefOf, openSiteSpace, type VisitedSite } from './visited-site.ts'

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

/** The index describes spaces as they are now. Of anything else it tells which pages may be meant, and no text of theirs. */
async function searchUnpublished(
  ctx: ReadContext,
  visited: VisitedSite,
  query: string,
): Promise<SearchAnswer> {
  const { structure, audience } = visited
  const spaces = structure.siteSpaces.map(({ space }) => space)
  const { rows } = await searchSpaces(ctx, spaces, audience, { query, limit: MOST_SPACES })
  const pages: SearchAnswer['pages'][number][] = []
  for (const row of rows) {
    const siteSpace = structure.siteSpaces.find(({ space }) => space.id === row.space.id)
    const open = siteSpace && (await openSiteSpace(ctx, visited, siteSpace))
    for (const { page, sections } of row.pages) {
      const placed = open?.read.byId.get(page.id)
      if (!open || !placed) continue
      const href = hrefOf(open, placed)
      pages.push({
        title: placed.page.title,
        href,
        section: structure.siteSpaces.length === 1 ? undefined : row.space.title,
        sections: (visited.unpublished?.isIndexed ? sections : []).map(({ anchor, title, snippet }) => ({
          title: title || placed.page.title,
          href: anchor ? `${href}#${encodeURIComponent(anchor)}` : href,
          snippet,
        })),
      })
    }
  }
  return { pages }
}

/** Search knows where a site is for everybody; this visitor may read it below another address. */
function below(home: string, address: string) {
  const { pathname, hash } = new URL(address)
  const path = home !== '' && pathname.startsWith(home) ? pathname : `${home}${pathname}`
  return `${path}${hash}`
}
