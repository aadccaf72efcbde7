// What of a site one visitor gets to see.
import { meets, scopeFor, visitorAudience } from '../../../engines/reading/audience.ts'
import type { Structure } from '../sites/structure/structure.ts'

/**
 * Without site spaces, sections and links whose condition is not met, and without sections and groups in which nothing
 * is left. Links are shown beside sections only.
 */
export function visibleStructure<Space>(
  { groups, sections, externalLinks, siteSpaces }: Structure<Space>,
  claims: Readonly<Record<string, unknown>>,
): Structure<Space> {
  const scope = scopeFor(visitorAudience(claims), {})
  const isOpen = ({ condition }: { condition: string | null }) => meets(condition, scope)
  const openSections = new Set(sections.filter(isOpen).map(({ id }) => id))
  const shown = siteSpaces.filter(
    (siteSpace) =>
      isOpen(siteSpace) && (siteSpace.sectionId === null || openSections.has(siteSpace.sectionId)),
  )
  const filled = new Set(shown.map(({ sectionId }) => sectionId))
  const shownSections = sections.filter(({ id }) => openSections.has(id) && filled.has(id))
  const shownLinks = shownSections.length > 0 ? externalLinks.filter(isOpen) : []
  const used = new Set<string | null>()
  for (const { groupId } of [...shownSections, ...shownLinks])
    for (let at = groupId; at !== null && !used.has(at); ) {
      used.add(at)
      at = groups.find(({ id }) => id === at)?.parentId ?? null
    }
  return {
    groups: groups.filter(({ id }) => used.has(id)),
    sections: shownSections,
    externalLinks: shownLinks,
    siteSpaces: shown,
  }
}
