// One way to move anything in a structure; the three older operations come here too.
import type { WriteContext } from '../../../../kit/domain/context.ts'
import { positionBetween } from '../../../../kit/domain/positions.ts'
import { invalid, notFound } from '../../../../kit/domain/problems.ts'
import type { SiteKey } from '../lock-site.ts'
import { announceStructure, type LockedSite, lockSite, requirePart } from '../lock-site.ts'
import { placeItem } from './place-item.ts'
import type { ItemPointer } from './schema.ts'
import { DEEPEST } from './section-groups.ts'
import { updateSiteSpace } from './store.ts'
import {
  depthOf,
  freePath,
  heightOf,
  itemsIn,
  partOf,
  type StructureItem,
  siteSpacesIn,
} from './structure.ts'

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
  pointer: ItemPointer,
  target: Target | undefined,
) {
  const moved = findItem(structure, pointer)
  if (!moved) throw notFound(NAMES[pointer.type])
  const anchor = target && findItem(structure, target.to)
  if (target && !anchor) throw badPosition(target, 'no section, group or external link of this site')
  const into = levelOf(anchor ?? moved)
  if (moved.kind === 'group' && target) requireNotInside(structure, moved.group.id, into, target)
  const others = itemsIn(structure, into)
    .map(partOf)
    .filter((part) => part.id !== pointer.id)
  const position = positionAmong(others, anchor && { ...partOf(anchor), side: target?.side ?? 'after' })
  await placeItem(ctx, site.id, moved, { into, position })
}

const NAMES = {
  'site-space': 'site space',
  'site-section': 'section',
  'site-section-group': 'section group',
  'site-external-link': 'external link',
}

function findItem(
  { groups, sections, externalLinks }: LockedSite['structure'],
  { type, id }: ItemPointer,
): StructureItem | undefined {
  const group = type === 'site-section-group' ? groups.find((one) => one.id === id) : undefined
  if (group) return { kind: 'group', group }
  const section = type === 'site-section' ? sections.find((one) => one.id === id) : undefined
  if (section) return { kind: 'section', section }
  const link = type === 'site-external-link' ? externalLinks.find((one) => one.id === id) : undefined
  return link && { kind: 'link', link }
}

function levelOf(item: StructureItem) {
  const part = partOf(item)
  return 'parentId' in part ? part.parentId : part.groupId
}

function requireNotInside(
  structure: LockedSite['structure'],
  groupId: string,
  into: string | null,
  target: Target,
) {
  for (let at = into; at !== null; at = structure.groups.find(({ id }) => id === at)?.parentId ?? null)
    if (at === groupId) throw badPosition(target, 'something inside of the group that is moved')
  if (depthOf(structure, into) + heightOf(structure, groupId) > DEEPEST)
    throw invalid(`Groups can be nested at most ${DEEPEST} levels deep`, { field: 'body.position' })
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
