// What a site has at which path, for people who write paths rather than ids.
import type { Page } from '../../rooms/content/pages/schema.ts'
import type { RedirectDestination } from '../../rooms/sites/redirects/schema.ts'
import type { SiteStructure } from '../../rooms/sites/sites/structure/schema.ts'
import type { Api } from '../api.ts'
import { pathsOfSpaces, sectionsIn } from './structure-items.ts'

export type SitePlaces = {
  /** Undefined where nothing is. */
  find(path: string): RedirectDestination | undefined
  addressOf(destination: RedirectDestination): string
}

type Place = { path: string; destination: RedirectDestination }

export async function sitePlaces(api: Api, site: string): Promise<SitePlaces> {
  const structure = await api.get<SiteStructure>(`${site}/structure`)
  const places: Place[] = sectionsIn(structure).map(({ id, path }) => ({
    path: `/${path}`,
    destination: { kind: 'site-section', siteSectionId: id },
  }))
  for (const { siteSpace, path: home } of pathsOfSpaces(structure)) {
    const siteSpaceId = siteSpace.id
    places.push({ path: home || '/', destination: { kind: 'site-space', siteSpaceId } })
    const { pages } = await api.get<{ pages: Page[] }>(`/spaces/${siteSpace.space.id}/content/pages`)
    for (const { path, id } of withInside(pages))
      places.push({ path: `${home}/${path}`, destination: { kind: 'site-page', siteSpaceId, pageId: id } })
  }
  const byPath = new Map(places.map(({ path, destination }) => [path, destination]))
  const byTarget = new Map(places.map(({ path, destination }) => [keyOf(destination), path]))
  return {
    find: (path) => byPath.get(path.replace(/(?<=.)\/+$/, '')),
    addressOf: (destination) =>
      destination.kind === 'external' ? destination.url : (byTarget.get(keyOf(destination)) ?? ''),
  }
}

function withInside(pages: readonly Page[]): Page[] {
  return pages.flatMap((page) => [page, ...withInside('pages' in page ? (page.pages ?? []) : [])])
}

function keyOf(destination: RedirectDestination): string {
  return Object.values(destination).join(' ')
}
