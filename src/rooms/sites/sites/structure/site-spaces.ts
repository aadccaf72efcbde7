import type { WriteContext } from '../../../../kit/domain/context.ts'
import { positionBetween } from '../../../../kit/domain/positions.ts'
import { conflict, invalid } from '../../../../kit/domain/problems.ts'
import { requireAbility } from '../../../../kit/domain/subjects.ts'
import { isClosed, type SeenSpace, space as spaceSubject } from '../../../content/spaces/access.ts'
import { lockSpace } from '../../../content/spaces/heads.ts'
import { changeSpace } from '../../../content/spaces/spaces.ts'
import { requireCondition } from '../conditions.ts'
import {
  announceStructure,
  type LockedSite,
  lockSite,
  requireFreePath,
  requireNamed,
  requirePart,
  requireRoom,
  type SiteKey,
} from '../lock-site.ts'
import type { NewSiteSpace, SiteSpaceChanges } from './schema.ts'
import { deletePart, insertSiteSpaces, updateSiteSpace } from './store.ts'
import { defaultSection, freePath, siteSpacesIn } from './structure.ts'

/** Publishes a space at the end of a section, or of a site without sections. Answers with the id of the site space. */
export async function addSiteSpace(ctx: WriteContext, key: SiteKey, { spaceId, sectionId }: NewSiteSpace) {
  const [id = ''] = await putSpaces(ctx, key, [spaceId], sectionId)
  return id
}

export async function putSpaces(ctx: WriteContext, key: SiteKey, spaceIds: string[], sectionId?: string) {
  const spaces = await takeSpaces(ctx, key, spaceIds)
  const locked = await lockSite(ctx, key)
  const made = await placeSpaces(ctx, locked, spaces, sectionOf(locked, sectionId))
  await announceStructure(ctx, locked)
  return made
}

function sectionOf({ site, structure }: LockedSite, sectionId: string | undefined) {
  if (sectionId !== undefined) return requireNamed(structure.sections, sectionId, 'body.sectionId').id
  return defaultSection(structure, site)?.id ?? null
}

/** Who decides what readers of a space see decides whether it is published. */
export async function takeSpaces(ctx: WriteContext, { organizationId }: SiteKey, spaceIds: string[]) {
  const spaces: SeenSpace[] = []
  for (const spaceId of [...spaceIds].sort()) {
    const space = await requireAbility(ctx, spaceSubject, { spaceId }, 'merge')
    if (space.organizationId !== organizationId)
      throw invalid('The space belongs to another organization than the site', { space: spaceId })
    await lockSpace(ctx, spaceId)
    spaces.push(space)
  }
  return spaceIds.flatMap((id) => spaces.find((space) => space.id === id) ?? [])
}

/** At the end of a section, in this order. */
export async function placeSpaces(
  ctx: WriteContext,
  locked: LockedSite,
  spaces: SeenSpace[],
  sectionId: string | null,
) {
  const { site, structure } = locked
  requireRoom(locked, 'siteSpaces', spaces.length)
  for (const { id, title } of spaces) {
    if (structure.siteSpaces.some(({ space }) => space.id === id))
      throw conflict(`The site already has the space “${title}”`, { space: id })
  }
  const here: { path: string; position: string }[] = siteSpacesIn(structure, sectionId)
  const rows = spaces.map((space) => {
    const place = {
      id: ctx.ids.next(),
      siteId: site.id,
      sectionId,
      spaceId: space.id,
      path: freePath(space.title, here),
      condition: null,
      position: positionBetween(here.at(-1)?.position),
    }
    here.push(place)
    return place
  })
  await insertSiteSpaces(ctx.db, rows)
  for (const space of spaces) await openToAudience(ctx, locked, space)
  return rows.map(({ id }) => id)
}

/**
 * A space that nobody but members could open is open to the audience of the site from now on. Made private again, it
 * disappears from all sites.
 */
export async function openToAudience(ctx: WriteContext, { site }: LockedSite, space: SeenSpace) {
  if (isClosed(space)) await changeSpace(ctx, space, { visibility: site.visibility })
}

export async function changeSiteSpace(
  ctx: WriteContext,
  key: SiteKey,
  siteSpaceId: string,
  { path, condition, spaceId }: SiteSpaceChanges,
) {
  if (condition) requireCondition(condition, 'body.condition')
  const [other] = spaceId === undefined ? [] : await takeSpaces(ctx, key, [spaceId])
  const locked = await lockSite(ctx, key)
  const { site, structure } = locked
  const siteSpace = requirePart(structure.siteSpaces, siteSpaceId, 'site space')
  const others = structure.siteSpaces.filter(({ id }) => id !== siteSpaceId)
  if (path !== undefined)
    requireFreePath(
      path,
      others.filter(({ sectionId }) => sectionId === siteSpace.sectionId),
    )
  if (other && others.some(({ space }) => space.id === other.id))
    throw conflict(`The site already has the space “${other.title}”`, { space: other.id })
  await updateSiteSpace(ctx.db, site.id, siteSpaceId, { path, condition, spaceId })
  if (other) await openToAudience(ctx, locked, other)
  await announceStructure(ctx, locked)
}

export async function removeSiteSpace(ctx: WriteContext, key: SiteKey, siteSpaceId: string) {
  const locked = await lockSite(ctx, key)
  const { site, structure } = locked
  const siteSpace = structure.siteSpaces.find(({ id }) => id === siteSpaceId)
  if (!siteSpace) return false
  if (siteSpace.sectionId !== null && siteSpacesIn(structure, siteSpace.sectionId).length === 1)
    throw conflict('It is the only space of its section: delete the section instead')
  await deletePart(ctx.db, 'siteSpaces', site.id, siteSpaceId)
  await announceStructure(ctx, locked)
  return true
}
