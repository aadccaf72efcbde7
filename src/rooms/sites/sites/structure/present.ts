// The structure of a site as one caller meets it: what they may not see of it is left out.
import type { Links } from '../../../../kit/domain/links.ts'
import { type SeenSpace, spaceAbilities } from '../../../content/spaces/access.ts'
import { presentSpace } from '../../../content/spaces/present.ts'
import { publishedAddress } from '../present.ts'
import type { SiteExternalLink } from '../schema-external-links.ts'
import type { SiteRow } from '../store.ts'
import type { NavigationItem, SiteSection, SiteSectionGroup, SiteSpace, SiteStructure } from './schema.ts'
import {
  defaultSection,
  defaultSiteSpace,
  type ExternalLink,
  itemsIn,
  type StructureSpace as SiteSpaceNode,
  type Structure,
  type StructureGroup,
  type StructureSection,
  siteSpacesIn,
  wayToSection,
  wayToSiteSpace,
} from './structure.ts'

/** A site with its structure, and the share link that addresses are to lead through, if any. */
export type StructureView = {
  site: SiteRow
  structure: Structure<SeenSpace>
  links: Links
  shareKey?: string
}

export function presentStructure(view: StructureView): SiteStructure {
  const { groups, sections, externalLinks, siteSpaces } = view.structure
  // Groups and links without sections are no reason to hide the spaces that are in none.
  if (sections.length > 0 || (groups.length + externalLinks.length > 0 && siteSpaces.length === 0))
    return { type: 'sections', structure: itemsOf(view, null) }
  return { type: 'siteSpaces', structure: siteSpacesOf(view, null) }
}

function itemsOf(view: StructureView, groupId: string | null): NavigationItem[] {
  return itemsIn(view.structure, groupId).map((item) => {
    switch (item.kind) {
      case 'group':
        return presentGroup(view, item.group)
      case 'section':
        return presentSection(view, item.section)
      case 'link':
        return presentExternalLink(item.link)
      default:
        return item satisfies never
    }
  })
}

export function presentExternalLink(link: ExternalLink): SiteExternalLink {
  const { id, title, description, icon, url, groupId, condition } = link
  return {
    object: 'site-external-link',
    id,
    title,
    description: description ?? undefined,
    icon: icon ?? undefined,
    url,
    sectionGroup: groupId ?? undefined,
    draft: false,
    condition: condition ?? undefined,
  }
}

export function presentGroup(view: StructureView, group: StructureGroup): SiteSectionGroup {
  const { id, title, icon, parentId } = group
  const children = itemsOf(view, id)
  return {
    object: 'site-section-group',
    id,
    title,
    icon: icon ?? undefined,
    sectionGroup: parentId ?? undefined,
    sections: children.filter((child) => child.object === 'site-section'),
    children,
  }
}

export function presentSection(view: StructureView, section: StructureSection): SiteSection {
  const { site, structure } = view
  const { id, title, description, path, condition, groupId, icon } = section
  return {
    object: 'site-section',
    id,
    title,
    description: description ?? undefined,
    default: defaultSection(structure, site)?.id === id,
    path,
    condition: condition ?? undefined,
    sectionGroup: groupId ?? undefined,
    siteSpaces: siteSpacesOf(view, id),
    urls: urlsOf(view, wayToSection(structure, site, section)),
    icon: icon ?? undefined,
  }
}

function siteSpacesOf(view: StructureView, sectionId: string | null) {
  return siteSpacesIn(view.structure, sectionId)
    .filter(isSeen)
    .map((siteSpace) => presentSiteSpace(view, siteSpace))
}

export function isSeen({ space }: SiteSpaceNode<SeenSpace>) {
  return spaceAbilities(space).view
}

export function presentSiteSpace(view: StructureView, siteSpace: SiteSpaceNode<SeenSpace>): SiteSpace {
  const { site, structure, links } = view
  const { id, path, sectionId, condition, space } = siteSpace
  const section = structure.sections.find((section) => section.id === sectionId)
  return {
    object: 'site-space',
    id,
    path,
    section: sectionId ?? undefined,
    space: presentSpace(space, links),
    title: space.title,
    default: defaultSiteSpace(structure, section ?? site, sectionId)?.id === id,
    condition: condition ?? undefined,
    hasAdvancedCustomizationFeature: true,
    urls: urlsOf(view, wayToSiteSpace(structure, site, siteSpace)),
  }
}

function urlsOf({ site, links, shareKey }: StructureView, way: string[]) {
  if (!site.isPublished) return {}
  const steps = [...(shareKey ? [shareKey] : []), ...way].map((step) => `${encodeURIComponent(step)}/`)
  return { published: publishedAddress(site, links) + steps.join('') }
}
