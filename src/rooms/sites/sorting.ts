// One way to move anything in a structure; the three older operations come here too.
import type { WriteContext } from '../../domain/context.ts'
import { positionBetween } from '../../domain/positions.ts'
import { invalid } from '../../domain/problems.ts'
import type { ItemPointer } from './schema-structure.ts'
import { DEEPEST } from './section-groups.ts'
import { updateGroup, updateSection, updateSiteSpace } from './store-structure.ts'
import { depthOf, freePath, heightOf, type Item, itemsIn, positionOf, siteSpacesIn } from './structure.ts'
import type { SiteKey } from './writing.ts'
import { announceStructure, type LockedSite, lockSite, requirePart } from './writing.ts'

type Wish = { before?: ItemPointer; after?: ItemPointer }
type Target = { side: 'before' | 'after'; to: ItemPointer }

/** Without a place to go to, to the end of where it is. */
export async function sortStructure(ctx: WriteContext, key: SiteKey, item: ItemPointer, wish: Wish) {
  const locked = await lockSite(ctx, key)
  const target = targetOf(wish)
  if (item.type === 'site-space') await moveSiteSpace(ctx, locked, item.id, target)
  else await moveItem(ctx, locked, item, target)
  await announceStructure(ctx, locked)
}

function targetOf({ before, after }: Wish): Target | undefined {
  if (before && after)
    throw invalid('body.position names both before and after: name one of them', { field: 'body.position' })
  if (before) return { side: 'before', to: before }
  return after && { side: 'after', to: after }
}

async function moveSiteSpace(
  ctx: WriteContext,
  { site, structure }: LockedSite,
  id: string,
  target: Target | undefined,
) {
  const moved = requirePart(structure.siteSpaces, id, 'site space')
  const anchor = structure.siteSpaces.find((siteSpace) => siteSpace.id === target?.to.id)
  if (target && (target.to.type !== 'site-space' || !anchor))
    throw badPosition(target, 'no site space of this site')
  const sectionId = anchor ? anchor.sectionId : moved.sectionId
  const others = siteSpacesIn(structure, sectionId).filter((siteSpace) => siteSpace.id !== id)
  if (sectionId !== moved.sectionId && siteSpacesIn(structure, moved.sectionId).length === 1)
    throw invalid('It is the only space of its section, which must keep one', { field: 'body.item' })
  const position = positionAmong(others, anchor && { ...anchor, side: target?.side ?? 'after' })
  const isTaken = others.some(({ path }) => path === moved.path)
  await updateSiteSpace(ctx.db, site.id, id, {
    sectionId,
    position,
    path: isTaken ? freePath(moved.path, others) : undefined,
  })
}

async function moveItem(
  ctx: WriteContext,
  { site, structure }: LockedSite,
  { type, id }: ItemPointer,
  target: Target | undefined,
) {
  const isGroup = type === 'site-section-group'
  const group = isGroup ? requirePart(structure.groups, id, 'section group') : undefined
  const section = isGroup ? undefined : requirePart(structure.sections, id, 'section')
  const own = group ? group.parentId : (section?.groupId ?? null)
  const anchor = target && findItem(structure, target.to)
  if (target && !anchor) throw badPosition(target, 'no section or group of this site')
  const into = anchor ? levelOf(anchor) : own
  if (group && target) requireNotInside(structure, group.id, into, target)
  const others = itemsIn(structure, into)
    .map((item) => ({ id: idOf(item), position: positionOf(item) }))
    .filter((item) => item.id !== id)
  const position = positionAmong(
    others,
    anchor && { id: idOf(anchor), position: positionOf(anchor), side: target?.side ?? 'after' },
  )
  if (group) await updateGroup(ctx.db, site.id, id, { parentId: into, position })
  else await updateSection(ctx.db, site.id, id, { groupId: into, position })
}

function findItem(
  { groups, sections }: LockedSite['structure'],
  { type, id }: ItemPointer,
): Item | undefined {
  const group = type === 'site-section-group' ? groups.find((one) => one.id === id) : undefined
  if (group) return { kind: 'group', group }
  const section = type === 'site-section' ? sections.find((one) => one.id === id) : undefined
  return section && { kind: 'section', section }
}

const idOf = (item: Item) => (item.kind === 'group' ? item.group.id : item.section.id)
const levelOf = (item: Item) => (item.kind === 'group' ? item.group.parentId : item.section.groupId)

function requireNotInside(
  structure: LockedSite['structure'],
  groupId: string,
  into: string | null,
  target: Target,
) {
  for (let at = into; at !== null; at = structure.groups.find(({ id }) => id === at)?.parentId ?? null)
    if (at === groupId) throw badPosition(target, 'something inside of the group that is moved')
  if (depthOf(structure, into) + heightOf(structure, groupId) > DEEPEST)
    throw invalid(`Groups lie at most ${DEEPEST} deep in each other`, { field: 'body.position' })
}

type Placed = { id: string; position: string }

function positionAmong(others: Placed[], anchor: (Placed & { side: 'before' | 'after' }) | undefined) {
  if (!anchor) return positionBetween(others.at(-1)?.position)
  const at = others.findIndex(({ id }) => id === anchor.id)
  // Next to itself: it stays.
  if (at === -1) return anchor.position
  return anchor.side === 'before'
    ? positionBetween(others[at - 1]?.position, others[at]?.position)
    : positionBetween(others[at]?.position, others[at + 1]?.position)
}

function badPosition({ side }: Target, what: string) {
  const field = `body.position.${side}`
  return invalid(`${field} names ${what}`, { field })
}
