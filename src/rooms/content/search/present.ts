import type { Links } from '../../../kit/domain/links.ts'
import type { SearchPageResult, SearchSpaceResult } from './schema.ts'
import type { FoundPage } from './search.ts'
import type { SearchedSpace } from './store.ts'

export function presentFoundPage({ space, page, path, sections }: FoundPage, links: Links): SearchPageResult {
  const app = `${links.space(space.organizationId, space.id).app}/${encodeURI(path)}`
  return {
    id: page.id,
    title: page.title,
    path,
    sections: sections.map(({ anchor, title, snippet }) => ({
      id: anchor || page.id,
      title: title || page.title,
      path: anchor ? `${path}#${anchor}` : path,
      body: snippet,
      urls: { app: anchor ? `${app}#${encodeURIComponent(anchor)}` : app },
    })),
    urls: { app },
  }
}

export function presentFoundSpace(
  { space, pages }: { space: SearchedSpace; pages: FoundPage[] },
  links: Links,
): SearchSpaceResult {
  return { id: space.id, title: space.title, pages: pages.map((page) => presentFoundPage(page, links)) }
}
