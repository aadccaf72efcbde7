import type { ContentRef, PageRecord } from '../../../engines/content/records.ts'
import { type InstallationAddresses, refOfAddress } from '../../../engines/reading/addresses.ts'
import type { Audience } from '../../../engines/reading/audience.ts'
import type { MetaLink, MetaLinks } from './schema-meta-links.ts'

/**
 * In the shape of a page: to visitors addresses elsewhere alone. Which pages are there for one of them takes a look at
 * these, and what is answered for a page is kept for all.
 */
export function presentMetaLinks(
  addresses: InstallationAddresses,
  page: PageRecord,
  audience: Audience,
): MetaLinks | undefined {
  const told = linksTold(addresses, page, audience.kind === 'writer' ? () => true : isElsewhere)
  return told.canonical || told.alternates ? told : undefined
}

/** Paths in a repository are nothing for visitors. */
export function isElsewhere(link: MetaLink) {
  return link.kind === 'url' && /^https?:/i.test(link.url)
}

export function linksTold(
  addresses: InstallationAddresses,
  page: PageRecord,
  isTold: (link: MetaLink) => boolean,
): MetaLinks {
  const canonical = page.canonical ? linkOf(addresses, page.canonical) : undefined
  const alternates = (page.alternates ?? []).map((ref) => linkOf(addresses, ref)).filter(isTold)
  return {
    ...(canonical && isTold(canonical) && { canonical }),
    ...(alternates.length > 0 && { alternates }),
  }
}

export function linkOf(addresses: InstallationAddresses, ref: ContentRef): MetaLink {
  if (ref.kind === 'page') return ref
  const url = ref.kind === 'url' ? ref.url : ''
  const meant = refOfAddress(addresses, url)
  return meant?.kind === 'page' ? meant : { kind: 'url', url }
}
