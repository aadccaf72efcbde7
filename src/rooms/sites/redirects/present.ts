import type { RedirectDestination, SiteRedirect } from './schema.ts'
import type { RedirectRow } from './store.ts'

export function presentRedirect(redirect: RedirectRow): SiteRedirect {
  const { id, source } = redirect
  return { object: 'site-redirect', id, source, destination: destinationOf(redirect) }
}

function destinationOf({ sectionId, siteSpaceId, pageId, url }: RedirectRow): RedirectDestination {
  if (url !== null) return { kind: 'external', url }
  if (sectionId !== null) return { kind: 'site-section', siteSectionId: sectionId }
  if (siteSpaceId === null) throw new Error('A redirect leads to a section or to a site space')
  return pageId === null ? { kind: 'site-space', siteSpaceId } : { kind: 'site-page', siteSpaceId, pageId }
}
