import type { WriteContext } from '../../../../kit/domain/context.ts'
import { positionBetween } from '../../../../kit/domain/positions.ts'
import { invalid, notFound } from '../../../../kit/domain/problems.ts'
import { isClosed } from '../../../content/spaces/access.ts'
import { copyTitle, duplicateSpace } from '../../../content/spaces/spaces.ts'
import {
  announceStructure,
  type LockedSite,
  lockSite,
  requirePart,
  requireRoom,
  type SiteKey,
} from '../lock-site.ts'
import { isSeen } from './present.ts'
import { viewStructure } from './read-structure.ts'
import type { SiteSpaceCopy } from './schema.ts'
import { openToAudience, takeSpaces } from './site-spaces.ts'
import { insertSection, insertSiteSpaces } from './store.ts'
import {
  freePath,
  itemsIn,
  LONGEST_SECTION_TITLE,
  positionOf,
  type StructureSection,
  type StructureSpace,
  siteSpacesIn,
} from './structure.ts'

/**
 * Puts a copy of a space right after the original. The copy has the same audience: the same conditions, and it stays
 * closed where the original is. Returns the id of the new site space.
 */
export async function duplicateSiteSpace(
  ctx: WriteContext,
  key: SiteKey,
  siteSpaceId: string,
  { draft = false }: SiteSpaceCopy,
) {
  if (draft) throw invalid('body.draft must be false: site spaces have no drafts', { field: 'body.draft' })
  const seen = await viewStructure(ctx, key)
  const { space } = requirePart(seen.structure.siteSpaces.filter(isSeen), siteSpaceId, 'site space')
  const made = await duplicateSpace(ctx, space)
  const [copy] = await takeSpaces(ctx, key, [made.id])
  const locked = await lockSite(ctx, key)
  const original = requirePart(locked.structure.siteSpaces, siteSpaceId, 'site space')
  // Somebody put another space there meanwhile.
  if (!copy || original.space.id !== space.id) throw notFound('site space')
  requireRoom(locked, 'siteSpaces')
  const id = await placeCopy(ctx, locked, original, copy)
  if (!isClosed(space)) await openToAudience(ctx, locked, copy)
  await announceStructure(ctx, locked)
  return id
}

async function placeCopy(
  ctx: WriteContext,
  locked: LockedSite,
  original: StructureSpace,
  copy: { id: string; title: string },
) {
  const { site, structure } = locked
  const variants = siteSpacesIn(structure, original.sectionId)
  const section = structure.sections.find(({ id }) => id === original.sectionId)
  const isAlone = section !== undefined && variants.length === 1
  const next = variants[variants.findIndex(({ id }) => id === original.id) + 1]
  const id = ctx.ids.next()
  const place = isAlone
    ? { sectionId: await copySection(ctx, locked, section), position: positionBetween() }
    : { sectionId: original.sectionId, position: positionBetween(original.position, next?.position) }
  const path = freePath(copy.title, isAlone ? [] : variants)
  const { condition } = original
  await insertSiteSpaces(ctx.db, [{ ...place, id, siteId: site.id, spaceId: copy.id, path, condition }])
  return id
}

async function copySection(ctx: WriteContext, locked: LockedSite, section: StructureSection) {
  const { site, structure } = locked
  requireRoom(locked, 'sections')
  const siblings = itemsIn(structure, section.groupId)
  const at = siblings.findIndex((item) => item.kind === 'section' && item.section.id === section.id)
  const next = siblings[at + 1]
  const title = copyTitle(section.title, LONGEST_SECTION_TITLE)
  const id = ctx.ids.next()
  await insertSection(ctx.db, {
    ...section,
    id,
    siteId: site.id,
    title,
    path: freePath(title, structure.sections),
    defaultSiteSpaceId: null,
    position: positionBetween(section.position, next && positionOf(next)),
  })
  return id
}
