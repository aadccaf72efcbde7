// What a site has at which path, for people who write paths rather than ids. Pages of a space are asked for once somebody
// needs them: a site may have hundreds of spaces.
import type { Page } from '../../rooms/content/pages/schema.ts'
import type { RedirectDestination } from '../../rooms/sites/redirects/schema.ts'
import type { SiteSpace, SiteStructure } from '../../rooms/sites/sites/structure/schema.ts'
import type { Api } from '../api.ts'
import { pathsOfSpaces, sectionsIn } from './structure-items.ts'

export type SitePlaces = {
  /** Undefined where nothing is. */
  find(path: string): Promise<RedirectDestination | undefined>
  addressOf(destination: RedirectDestination): Promise<string>
}

type Placed = { siteSpace: SiteSpace; path: string }

export async function sitePlaces(api: Api, site: string): Promise<SitePlaces> {
  const structure = await api.get<SiteStructure>(`${site}/structure`)
  const spaces = pathsOfSpaces(structure)
  const known = new Map<string, Promise<Page[]>>()
  const pagesOf = ({ id }: { id: string }) => {
    const asked = known.get(id) ?? readPages(api, id)
    known.set(id, asked)
    return asked
  }
  const atHome = new Map<string, RedirectDestination>([
    ...sectionsIn(structure).map(({ id, path }) => [`/${path}`, sectionAt(id)] as const),
    ...spaces.map(({ siteSpace, path }) => [path || '/', spaceAt(siteSpace.id)] as const),
  ])

  /** A path can begin as those of several spaces: `/api` and what is first on the site. */
  async function find(sent: string) {
    const path = sent.replace(/(?<=.)\/+$/, '')
    let found = atHome.get(path)
    if (found) return found
    for (const { siteSpace, path: home } of spaces) {
      if (!path.startsWith(`${home}/`)) continue
      const page = (await pagesOf(siteSpace.space)).find((one) => `${home}/${one.path}` === path)
      if (page) found = { kind: 'site-page', siteSpaceId: siteSpace.id, pageId: page.id }
    }
    return found
  }

  async function addressOf(destination: RedirectDestination): Promise<string> {
    switch (destination.kind) {
      case 'external':
        return destination.url
      case 'site-page': {
        const placed = spaces.find(({ siteSpace }) => siteSpace.id === destination.siteSpaceId)
        return placed ? pageAddress(placed, destination.pageId) : ''
      }
      default: {
        const wanted = keyOf(destination)
        return [...atHome].find(([, one]) => keyOf(one) === wanted)?.[0] ?? ''
      }
    }
  }

  async function pageAddress({ siteSpace, path }: Placed, pageId: string) {
    const page = (await pagesOf(siteSpace.space)).find(({ id }) => id === pageId)
    return page ? `${path}/${page.path}` : ''
  }

  return { find, addressOf }
}

const sectionAt = (siteSectionId: string): RedirectDestination => ({ kind: 'site-section', siteSectionId })
const spaceAt = (siteSpaceId: string): RedirectDestination => ({ kind: 'site-space', siteSpaceId })

async function readPages(api: Api, spaceId: string): Promise<Page[]> {
  return withInside((await api.get<{ pages: Page[] }>(`/spaces/${spaceId}/content/pages`)).pages)
}

function withInside(pages: readonly Page[]): Page[] {
  return pages.flatMap((page) => [page, ...withInside('pages' in page ? (page.pages ?? []) : [])])
}

function keyOf(destination: RedirectDestination): string {
  return Object.values(destination).join(' ')
}
