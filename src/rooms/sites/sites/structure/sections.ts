import type { WriteContext } from '../../../../kit/domain/context.ts'
import { positionBetween } from '../../../../kit/domain/positions.ts'
import { invalid } from '../../../../kit/domain/problems.ts'
import { requireCondition } from '../conditions.ts'
import {
  announceStructure,
  type LockedSite,
  lockSite,
  requireFreePath,
  requirePart,
  requireRoom,
  type SiteKey,
} from '../lock-site.ts'
import { updateSite } from '../store.ts'
import type { NewSection, SectionChanges } from './schema.ts'
import { placeSpaces, takeSpaces } from './site-spaces.ts'
import { deletePart, insertSection, moveIntoSection, updateSection } from './store.ts'
import { defaultSiteSpace, freePath, itemsIn, positionOf, type StructureSection } from './structure.ts'

/** A section with its first space. What stood in no section so far comes into one of its own, before it. */
export async function addSection(ctx: WriteContext, key: SiteKey, { spaceId, title, icon }: NewSection) {
  const spaces = await takeSpaces(ctx, key, [spaceId])
  const locked = await lockSite(ctx, key)
  requireRoom(locked, 'sections', 2)
  await gatherInSection(ctx, locked)
  const name = title ?? titleOf(spaces[0]?.title)
  const section = await appendSection(ctx, locked, { title: name, icon: icon ?? null })
  await placeSpaces(ctx, locked, spaces, section.id)
  await announceStructure(ctx, locked)
  return section.id
}

/** The first section of a site that had none: readers find everything where it was. */
async function gatherInSection(ctx: WriteContext, locked: LockedSite) {
  const { site, structure } = locked
  const first = defaultSiteSpace(structure, site, null)
  if (!first) return
  const section = await appendSection(ctx, locked, { title: titleOf(first.space.title), icon: null })
  await moveIntoSection(ctx.db, site.id, section.id)
  await updateSection(ctx.db, site.id, section.id, { defaultSiteSpaceId: site.defaultSiteSpaceId })
  await updateSite(ctx.db, site.organizationId, site.id, {
    defaultSectionId: section.id,
    defaultSiteSpaceId: null,
  })
  locked.structure.siteSpaces = structure.siteSpaces.map((siteSpace) => ({
    ...siteSpace,
    sectionId: section.id,
  }))
}

async function appendSection(
  ctx: WriteContext,
  { site, structure }: LockedSite,
  { title, icon }: { title: string; icon: string | null },
): Promise<StructureSection> {
  const last = itemsIn(structure, null).at(-1)
  const section: StructureSection = {
    id: ctx.ids.next(),
    groupId: null,
    title,
    description: null,
    icon,
    path: freePath(title, structure.sections),
    condition: null,
    defaultSiteSpaceId: null,
    position: positionBetween(last && positionOf(last)),
  }
  await insertSection(ctx.db, { ...section, siteId: site.id })
  structure.sections.push(section)
  return section
}

/** Sections have longer names than spaces may have: at least two letters. */
function titleOf(title = '') {
  return title.length < 2 ? `Section ${title}`.trim() : title
}

export async function changeSection(
  ctx: WriteContext,
  key: SiteKey,
  sectionId: string,
  { defaultSiteSpace, ...changes }: SectionChanges,
) {
  if (changes.condition) requireCondition(changes.condition, 'body.condition')
  const locked = await lockSite(ctx, key)
  const { site, structure } = locked
  requirePart(structure.sections, sectionId, 'section')
  if (changes.path !== undefined)
    requireFreePath(
      changes.path,
      structure.sections.filter(({ id }) => id !== sectionId),
    )
  const isOurs = structure.siteSpaces.some(
    (siteSpace) => siteSpace.id === defaultSiteSpace && siteSpace.sectionId === sectionId,
  )
  if (defaultSiteSpace !== undefined && !isOurs)
    throw invalid('body.defaultSiteSpace is not a site space of this section', {
      field: 'body.defaultSiteSpace',
    })
  await updateSection(ctx.db, site.id, sectionId, { ...changes, defaultSiteSpaceId: defaultSiteSpace })
  await announceStructure(ctx, locked)
}

/** With its site spaces; the spaces themselves stay. */
export async function removeSection(ctx: WriteContext, key: SiteKey, sectionId: string) {
  const locked = await lockSite(ctx, key)
  const isRemoved = await deletePart(ctx.db, 'siteSections', locked.site.id, sectionId)
  if (isRemoved) await announceStructure(ctx, locked)
  return isRemoved
}
