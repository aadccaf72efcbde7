// The structure of a site as plain values: groups, sections and site spaces, each list in order of position.
import { freeSlug, slugOf } from '../../../../engines/content/draft/slugs.ts'

export const LONGEST_SECTION_TITLE = 128

export type StructureGroup = {
  id: string
  parentId: string | null
  title: string
  icon: string | null
  position: string
}

export type StructureSection = {
  id: string
  groupId: string | null
  title: string
  description: string | null
  icon: string | null
  path: string
  condition: string | null
  defaultSiteSpaceId: string | null
  position: string
}

/** A link in the navigation that leads elsewhere. */
export type ExternalLink = {
  id: string
  groupId: string | null
  title: string
  description: string | null
  icon: string | null
  url: string
  condition: string | null
  position: string
}

export type StructureSpace<Space = unknown> = {
  id: string
  sectionId: string | null
  path: string
  condition: string | null
  position: string
  space: Space
}

export type Structure<Space = unknown> = {
  groups: StructureGroup[]
  sections: StructureSection[]
  externalLinks: ExternalLink[]
  siteSpaces: StructureSpace<Space>[]
}

export const EMPTY_STRUCTURE: Structure<never> = {
  groups: [],
  sections: [],
  externalLinks: [],
  siteSpaces: [],
}

/** What somebody chose to be seen first. */
export type ChosenDefaults = { defaultSectionId: string | null; defaultSiteSpaceId: string | null }

/** A level of the tree above site spaces. */
export type StructureItem =
  | { kind: 'group'; group: StructureGroup }
  | { kind: 'section'; section: StructureSection }
  | { kind: 'link'; link: ExternalLink }

/** Groups, sections and links of one level; at the top for null. */
export function itemsIn(
  { groups, sections, externalLinks }: Structure,
  groupId: string | null,
): StructureItem[] {
  const items: StructureItem[] = [
    ...groups
      .filter(({ parentId }) => parentId === groupId)
      .map((group) => ({ kind: 'group' as const, group })),
    ...sections
      .filter((section) => section.groupId === groupId)
      .map((section) => ({ kind: 'section' as const, section })),
    ...externalLinks
      .filter((link) => link.groupId === groupId)
      .map((link) => ({ kind: 'link' as const, link })),
  ]
  return items.sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1))
}

export function partOf(item: StructureItem): StructureGroup | StructureSection | ExternalLink {
  switch (item.kind) {
    case 'group':
      return item.group
    case 'section':
      return item.section
    case 'link':
      return item.link
    default:
      return item satisfies never
  }
}

export function positionOf(item: StructureItem) {
  return partOf(item).position
}

/** Comes before every character of a position, so that texts of several compare as lists of them. */
const BETWEEN = ' '

/** Says where a part comes in the site, as text to sort by: what is inside comes behind what it is in. */
export function placesOf({ groups, sections, externalLinks, siteSpaces }: Structure): Map<string, string> {
  const above = new Map(groups.map((group) => [group.id, group]))
  const groupPlace = (id: string | null): string => {
    const group = above.get(id ?? '')
    return group ? groupPlace(group.parentId) + group.position + BETWEEN : ''
  }
  const places = new Map(groups.map(({ id }) => [id, groupPlace(id)]))
  for (const { id, groupId, position } of [...sections, ...externalLinks])
    places.set(id, groupPlace(groupId) + position + BETWEEN)
  for (const { id, sectionId, position } of siteSpaces)
    places.set(id, (places.get(sectionId ?? '') ?? '') + position + BETWEEN)
  return places
}

/**
 * The one that readers come across first. Asked for every section and space that is listed, so nothing is sorted for it:
 * sites with hundreds of sections were.
 */
function firstSection(structure: Structure, groupId: string | null = null): StructureSection | undefined {
  const sections = structure.sections.filter((section) => section.groupId === groupId)
  const first = sections.reduce<StructureSection | undefined>(
    (best, section) => (best && best.position < section.position ? best : section),
    undefined,
  )
  const groups = structure.groups
    .filter(({ parentId, position }) => parentId === groupId && (!first || position < first.position))
    .sort((a, b) => (a.position < b.position ? -1 : 1))
  for (const { id } of groups) {
    const inside = firstSection(structure, id)
    if (inside) return inside
  }
  return first
}

export function siteSpacesIn<Space>({ siteSpaces }: Structure<Space>, sectionId: string | null) {
  return siteSpaces.filter((siteSpace) => siteSpace.sectionId === sectionId)
}

/** The one that was chosen, or the first: there is exactly one as soon as there is any. */
export function defaultSection(
  structure: Structure,
  { defaultSectionId }: ChosenDefaults,
): StructureSection | undefined {
  return structure.sections.find(({ id }) => id === defaultSectionId) ?? firstSection(structure)
}

/** Of a section, or of a site without sections. */
export function defaultSiteSpace<Space>(
  structure: Structure<Space>,
  { defaultSiteSpaceId }: Pick<ChosenDefaults, 'defaultSiteSpaceId'>,
  sectionId: string | null,
): StructureSpace<Space> | undefined {
  const isHere = (siteSpace: StructureSpace) => siteSpace.sectionId === sectionId
  const chosen = structure.siteSpaces.find(({ id }) => id === defaultSiteSpaceId)
  return chosen && isHere(chosen) ? chosen : structure.siteSpaces.find(isHere)
}

/** The way from the address of the site to a section; empty for what is seen first. */
export function wayToSection(structure: Structure, chosen: ChosenDefaults, section: StructureSection) {
  return defaultSection(structure, chosen)?.id === section.id ? [] : [section.path]
}

export function wayToSiteSpace(structure: Structure, chosen: ChosenDefaults, siteSpace: StructureSpace) {
  const section = structure.sections.find(({ id }) => id === siteSpace.sectionId)
  const above = section ? wayToSection(structure, chosen, section) : []
  const first = defaultSiteSpace(structure, section ?? chosen, siteSpace.sectionId)
  return first?.id === siteSpace.id ? above : [...above, siteSpace.path]
}

/** A path made of a title that none of the others has. */
export function freePath(title: string, others: { path: string }[]) {
  return freeSlug(slugOf(title), new Set(others.map(({ path }) => path)))
}

/** How many groups a group lies in. */
export function depthOf({ groups }: Structure, groupId: string | null): number {
  let depth = 0
  for (let at = groupId; at !== null; depth++) at = groups.find(({ id }) => id === at)?.parentId ?? null
  return depth
}

/** How many groups lie in each other below a group, with itself. */
export function heightOf({ groups }: Pick<Structure, 'groups'>, groupId: string): number {
  const inside = groups.filter(({ parentId }) => parentId === groupId)
  return 1 + Math.max(0, ...inside.map(({ id }) => heightOf({ groups }, id)))
}
