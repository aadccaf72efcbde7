// The structure of a site as a list of places: what stands beside what, and what is in what.
import type { SiteExternalLink } from '../../rooms/sites/sites/schema-external-links.ts'
import type {
  NavigationItem,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
} from '../../rooms/sites/sites/structure/schema.ts'

export type StructurePart = SiteSpace | NavigationItem
/** Something at its place: what is around it at the same level, in order. */
export type PlacedPart = { part: StructurePart; level: readonly StructurePart[]; depth: number }

const isSection = (part: StructurePart): part is SiteSection => part.object === 'site-section'
const isGroup = (part: StructurePart): part is SiteSectionGroup => part.object === 'site-section-group'
export const isLink = (part: StructurePart): part is SiteExternalLink => part.object === 'site-external-link'

/** All of it, each before what is in it. */
export function placedParts({ structure }: SiteStructure): PlacedPart[] {
  return placedIn(structure, 0)
}

function placedIn(level: readonly StructurePart[], depth: number): PlacedPart[] {
  return level.flatMap((part) => [{ part, level, depth }, ...placedIn(insideOf(part), depth + 1)])
}

function insideOf(part: StructurePart): readonly StructurePart[] {
  if (isGroup(part)) return part.children
  // A section of one space is shown as that: who reads it sees no choice.
  return isSection(part) && part.siteSpaces.length > 1 ? part.siteSpaces : []
}

export function sectionsIn(structure: SiteStructure): SiteSection[] {
  return placedParts(structure).flatMap(({ part }) => (isSection(part) ? part : []))
}

export function groupsIn(structure: SiteStructure): SiteSectionGroup[] {
  return placedParts(structure).flatMap(({ part }) => (isGroup(part) ? part : []))
}

/** Spaces at their paths below the address of the site; empty for what readers see first. */
export function pathsOfSpaces(structure: SiteStructure): { siteSpace: SiteSpace; path: string }[] {
  const below = (above: string) => (siteSpace: SiteSpace) => ({
    siteSpace,
    path: siteSpace.default ? above : `${above}/${siteSpace.path}`,
  })
  if (structure.type === 'siteSpaces') return structure.structure.map(below(''))
  return sectionsIn(structure).flatMap(({ siteSpaces, path, default: isFirst }) =>
    siteSpaces.map(below(isFirst ? '' : `/${path}`)),
  )
}

function siteSpacesIn(structure: SiteStructure): SiteSpace[] {
  return pathsOfSpaces(structure).map(({ siteSpace }) => siteSpace)
}

/** The space of a variant, or of a section that has no other. */
export function onlySpaceOf(part: StructurePart): SiteSpace | undefined {
  if (part.object === 'site-space') return part
  return isSection(part) && part.siteSpaces.length === 1 ? part.siteSpaces[0] : undefined
}

/** Ids of the spaces that it shows. */
export function spacesIn(structure: SiteStructure): Set<string> {
  return new Set(siteSpacesIn(structure).map(({ space }) => space.id))
}

/** Of the spaces that it shows, each once. */
export function titlesIn(structure: SiteStructure): string[] {
  return [...new Set(siteSpacesIn(structure).map(({ space }) => space.title))]
}
