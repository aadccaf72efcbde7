import type { Shown } from '../../../engines/site/answers.ts'
import type { OpenSpace, VisitedSite } from '../visited-site.ts'

export function shownPage({ site, claims }: VisitedSite, { siteSpace }: OpenSpace, page?: string): Shown {
  return {
    site: site.id,
    section: siteSpace.sectionId ?? undefined,
    siteSpace: siteSpace.id,
    space: siteSpace.space.id,
    page,
    isSignedIn: Object.keys(claims).some((name) => name !== 'unsigned'),
  }
}
