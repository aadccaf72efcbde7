import type { WriteContext } from '../../../kit/domain/context.ts'
import { positionBetween } from '../../../kit/domain/positions.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import { requireCondition } from './conditions.ts'
import {
  announceStructure,
  type LockedSite,
  lockSite,
  requireNamed,
  requirePart,
  requireRoom,
  type SiteKey,
} from './lock-site.ts'
import type { ExternalLinkChanges, NewExternalLink } from './schema-external-links.ts'
import { deletePart, insertExternalLink, updateExternalLink } from './structure/store.ts'
import { itemsIn, positionOf } from './structure/structure.ts'

/** At the end of a group, or of the top. Returns its id. */
export async function addExternalLink(ctx: WriteContext, key: SiteKey, link: NewExternalLink) {
  requireSound(link)
  const { title, url, parent = null, description = null, icon = null, condition = null } = link
  const locked = await lockSite(ctx, key)
  if (locked.structure.sections.length === 0)
    throw invalid('The site has no sections: external links need sections')
  requireRoom(locked, 'externalLinks')
  const place = placeAtEnd(locked, parent)
  const id = ctx.ids.next()
  const about = { title, description, icon, url, condition }
  await insertExternalLink(ctx.db, { id, siteId: locked.site.id, ...about, ...place })
  await announceStructure(ctx, locked)
  return id
}

export async function changeExternalLink(
  ctx: WriteContext,
  key: SiteKey,
  id: string,
  sent: ExternalLinkChanges,
) {
  requireSound(sent)
  const { parent, draft: _, ...changes } = sent
  const locked = await lockSite(ctx, key)
  const link = requirePart(locked.structure.externalLinks, id, 'external link')
  const isMoved = parent !== undefined && parent !== link.groupId
  const place = isMoved ? placeAtEnd(locked, parent) : {}
  await updateExternalLink(ctx.db, locked.site.id, id, { ...changes, ...place })
  await announceStructure(ctx, locked)
}

export async function removeExternalLink(ctx: WriteContext, key: SiteKey, id: string) {
  const locked = await lockSite(ctx, key)
  const isRemoved = await deletePart(ctx.db, 'siteExternalLinks', locked.site.id, id)
  if (isRemoved) await announceStructure(ctx, locked)
  return isRemoved
}

function placeAtEnd({ structure }: LockedSite, parent: string | null) {
  const groupId = parent === null ? null : requireNamed(structure.groups, parent, 'body.parent').id
  const last = itemsIn(structure, groupId).at(-1)
  return { groupId, position: positionBetween(last && positionOf(last)) }
}

function requireSound({ url, condition, draft }: ExternalLinkChanges) {
  if (draft) throw invalid('body.draft must be false: links have no drafts', { field: 'body.draft' })
  if (condition) requireCondition(condition, 'body.condition')
  if (url !== undefined && !URL.canParse(url))
    throw invalid('body.url is not a valid URL', { field: 'body.url' })
}
