import type { Links } from '../../kit/domain/links.ts'
import { publishedAddress } from '../../rooms/sites/sites/present.ts'
import type { SiteRow } from '../../rooms/sites/sites/store.ts'
import type {
  ChosenDefaults,
  Structure,
  StructureSpace,
} from '../../rooms/sites/sites/structure/structure.ts'
import { wayToSiteSpace } from '../../rooms/sites/sites/structure/structure.ts'

/** Where a site begins, without a slash at the end. */
export type SiteHome = string

export function addressOfSiteSpace(
  home: SiteHome,
  structure: Structure,
  chosen: ChosenDefaults,
  siteSpace: StructureSpace,
) {
  return [home, ...wayToSiteSpace(structure, chosen, siteSpace).map(encodeURIComponent)].join('/')
}

/** A page below where its site space begins; the first page is there itself. */
export function addressOfPage(base: string, path: string, isFirst: boolean) {
  if (isFirst) return base === '' || base.endsWith('/') ? '/' : base
  return `${base}/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** With the host in front, as everybody knows it: for addresses that are read elsewhere than in a browser. */
export function wholeAddresses({ links }: { links: Links }, site: SiteRow, home: SiteHome) {
  const base = publishedAddress(site, links)
  return (href: string) => base + href.slice(home.length).replace(/^\//, '')
}
