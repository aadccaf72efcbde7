// What of a site everybody may know: no hidden page, and nothing that depends on who reads.

import { visitorAudience } from '../../engines/reading/audience.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import type { SeenSpace } from '../../rooms/content/spaces/access.ts'
import type { StructureSpace } from '../../rooms/sites/sites/structure/structure.ts'
import { type PlacedPage, wayTo } from './spaces-read.ts'
import { type OpenSpace, openSiteSpace, revisit, type VisitedSite } from './visited-site.ts'

/** Pages that are there for everybody, and want to be found. */
export function listed({ read }: Pick<OpenSpace, 'read'>): PlacedPage[] {
  return read.order.filter((placed) => isListed({ read }, placed))
}

export function isListed({ read }: Pick<OpenSpace, 'read'>, placed: PlacedPage): boolean {
  return isFindable({ read }, placed) && wayTo(read, placed).every(({ page }) => !page.condition)
}

/** Whether a page may be found by those for whom it is there. */
export function isFindable({ read }: Pick<OpenSpace, 'read'>, placed: PlacedPage): boolean {
  const { noRobotsIndex, noIndex } = placed.page
  return !noRobotsIndex && !noIndex && wayTo(read, placed).every(({ page }) => !page.hidden)
}

/** Those that do not depend on who reads. */
export async function openSpaces(ctx: ReadContext, visited: VisitedSite): Promise<OpenSpace[]> {
  const spaces: OpenSpace[] = []
  for (const siteSpace of visited.structure.siteSpaces)
    if (isForAll(visited, siteSpace)) spaces.push(await openSiteSpace(ctx, visited, siteSpace))
  return spaces
}

export function isForAll({ structure }: VisitedSite, { condition, sectionId }: StructureSpace<SeenSpace>) {
  const section = structure.sections.find(({ id }) => id === sectionId)
  return !condition && !section?.condition
}

/** The site as somebody reads it now of whom nothing is known. */
export async function asEverybody(ctx: ReadContext, visited: VisitedSite): Promise<VisitedSite> {
  const everybody = await revisit(ctx, { ...visited, claims: {} })
  return { ...everybody, audience: visitorAudience({}, everybody.structure.siteSpaces) }
}
