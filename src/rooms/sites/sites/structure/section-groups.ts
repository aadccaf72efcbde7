import type { WriteContext } from '../../../../kit/domain/context.ts'
import { positionBetween } from '../../../../kit/domain/positions.ts'
import { invalid } from '../../../../kit/domain/problems.ts'
import type { SiteKey } from '../lock-site.ts'
import {
  announceStructure,
  type LockedSite,
  lockSite,
  requireNamed,
  requirePart,
  requireRoom,
} from '../lock-site.ts'
import { placeItem } from './place-item.ts'
import type { GroupChanges, NewGroup } from './schema.ts'
import { deletePart, insertGroup, updateGroup, updateSection } from './store.ts'
import { depthOf, itemsIn, positionOf } from './structure.ts'

/** How many groups may lie in each other. */
export const DEEPEST = 3

export async function addGroup(ctx: WriteContext, key: SiteKey, group: NewGroup) {
  const { title, icon = null, sections = [], parent } = group
  const locked = await lockSite(ctx, key)
  const { site, structure } = locked
  requireRoom(locked, 'groups')
  const parentId = parent === undefined ? null : requireNamed(structure.groups, parent, 'body.parent').id
  if (depthOf(structure, parentId) >= DEEPEST)
    throw invalid(`Groups can be nested at most ${DEEPEST} levels deep`, { field: 'body.parent' })
  const last = itemsIn(structure, parentId).at(-1)
  const id = ctx.ids.next()
  const position = positionBetween(last && positionOf(last))
  await insertGroup(ctx.db, { id, siteId: site.id, parentId, title, icon, position })
  let at: string | undefined
  for (const [index, sectionId] of [...new Set(sections)].entries()) {
    requireNamed(structure.sections, sectionId, `body.sections[${index}]`)
    at = positionBetween(at)
    await updateSection(ctx.db, site.id, sectionId, { groupId: id, position: at })
  }
  await announceStructure(ctx, locked)
  return id
}

export async function changeGroup(ctx: WriteContext, key: SiteKey, groupId: string, changes: GroupChanges) {
  const locked = await lockSite(ctx, key)
  requirePart(locked.structure.groups, groupId, 'section group')
  await updateGroup(ctx.db, locked.site.id, groupId, changes)
  await announceStructure(ctx, locked)
}

/** What was in it comes to where it stood. */
export async function removeGroup(ctx: WriteContext, key: SiteKey, groupId: string) {
  const locked = await lockSite(ctx, key)
  const group = locked.structure.groups.find(({ id }) => id === groupId)
  if (!group) return false
  await letOut(ctx, locked, groupId, group.parentId)
  await deletePart(ctx.db, 'siteSectionGroups', locked.site.id, groupId)
  await announceStructure(ctx, locked)
  return true
}

async function letOut(ctx: WriteContext, locked: LockedSite, groupId: string, into: string | null) {
  const { site, structure } = locked
  const around = itemsIn(structure, into)
  const at = around.findIndex((item) => item.kind === 'group' && item.group.id === groupId)
  const next = around[at + 1]
  let before = around[at] && positionOf(around[at])
  for (const item of itemsIn(structure, groupId)) {
    before = positionBetween(before, next && positionOf(next))
    await placeItem(ctx, site.id, item, { into, position: before })
  }
}

/** At the end of the group. */
export async function addToGroup(ctx: WriteContext, key: SiteKey, groupId: string, sectionId: string) {
  const locked = await lockSite(ctx, key)
  const { site, structure } = locked
  requirePart(structure.groups, groupId, 'section group')
  requireNamed(structure.sections, sectionId, 'body.sectionId')
  const last = itemsIn(structure, groupId).at(-1)
  const position = positionBetween(last && positionOf(last))
  await updateSection(ctx.db, site.id, sectionId, { groupId, position })
  await announceStructure(ctx, locked)
}

/** To the end of what is above the group. */
export async function takeOutOfGroup(ctx: WriteContext, key: SiteKey, groupId: string, sectionId: string) {
  const locked = await lockSite(ctx, key)
  const { site, structure } = locked
  const group = requirePart(structure.groups, groupId, 'section group')
  if (!structure.sections.some((section) => section.id === sectionId && section.groupId === groupId))
    return false
  const last = itemsIn(structure, group.parentId).at(-1)
  const position = positionBetween(last && positionOf(last))
  await updateSection(ctx.db, site.id, sectionId, { groupId: group.parentId, position })
  await announceStructure(ctx, locked)
  return true
}
