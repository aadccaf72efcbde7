import type { ReadContext } from '../../domain/context.ts'
import type { SearchAnswer } from '../../site/model.ts'
import { searchSite } from '../published/searching.ts'
import type { VisitedSite } from './visited-site.ts'

const MOST_SPACES = 20
const LONGEST = 512

/** What a visitor finds on the site, with where it is there. */
export async function searchPages(
  ctx: ReadContext,
  { site, structure, claims, home }: VisitedSite,
  written: string,
): Promise<SearchAnswer> {
  const query = written.trim().slice(0, LONGEST)
  if (query === '') return { pages: [] }
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

/** Search knows where a site is for everybody; this visitor may read it below another address. */
function below(home: string, address: string) {
  const { pathname, hash } = new URL(address)
  const path = home !== '' && pathname.startsWith(home) ? pathname : `${home}${pathname}`
  return `${path}${hash}`
}
