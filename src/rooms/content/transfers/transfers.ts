// Content on its way from one organization to another. The caller must be admin of both.
//
// What goes along: all content, change requests, comments and their authors. Grants to people go along when they are
// members there too; grants to teams, invite links and integrations stay behind, as they belong to the old organization.
import type { WriteContext } from '../../../kit/domain/context.ts'
import { conflict, notFound, unfit } from '../../../kit/domain/problems.ts'
import { requireAbility } from '../../../kit/domain/subjects.ts'
import { leaveSpaces } from '../../integrations/installations/placements.ts'
import { closeLinksTo } from '../../people/invites/invites.ts'
import { organization } from '../../people/organizations/access.ts'
import { lockOrganization } from '../../people/organizations/organizations.ts'
import { layDownGrants, liftGrants } from '../../people/permissions/grants.ts'
import { requireOnNoSite } from '../../sites/sites/lock-site.ts'
import { collection as collectionSubject, type SeenCollection } from '../collections/access.ts'
import { type SeenSpace, space as spaceSubject } from '../spaces/access.ts'
import { contentBelow, giveCollectionHome, giveSpaceHome } from '../spaces/homes.ts'

export async function transferSpace(ctx: WriteContext, space: SeenSpace, to: string): Promise<SeenSpace> {
  const { id, organizationId: from, parentId, deletedAt } = space
  if (deletedAt) throw unfit('This space is in the trash: restore it first')
  await requireBothAdmin(ctx, from, to)
  if (from === to && parentId === null) throw conflict('The space already belongs to this organization')
  if (from !== to) await leave(ctx, [id])
  const grants = await liftGrants(ctx, [id])
  await closeLinksTo(ctx, [id])
  await giveSpaceHome(ctx, id, to)
  await layDownGrants(ctx, to, grants)
  await ctx.emit('space.transferred', { organizationId: to, spaceId: id, from })
  const moved = await spaceSubject.find(ctx, { spaceId: id })
  if (!moved) throw notFound('space')
  return moved
}

export async function transferCollection(ctx: WriteContext, collection: SeenCollection, to: string) {
  const { id, organizationId: from, parentId } = collection
  await requireBothAdmin(ctx, from, to)
  if (from === to && parentId === null) throw conflict('The collection already belongs to this organization')
  const content = await contentBelow(ctx, id)
  const ids = content.map((one) => one.id)
  if (from !== to) await leave(ctx, ids)
  const grants = await liftGrants(ctx, ids)
  await closeLinksTo(ctx, ids)
  await giveCollectionHome(ctx, id, to)
  await layDownGrants(ctx, to, grants)
  await ctx.emit('collection.transferred', { organizationId: to, collectionId: id, from })
  const moved = await collectionSubject.find(ctx, { collectionId: id })
  if (!moved) throw notFound('collection')
  return moved
}

async function leave(ctx: WriteContext, ids: string[]) {
  await requireOnNoSite(ctx, ids)
  await leaveSpaces(ctx, ids)
}

/** Nobody moves anything in either of them meanwhile. Held in one order, so that two transfers never wait in a ring. */
async function requireBothAdmin(ctx: WriteContext, from: string, to: string) {
  await requireAbility(ctx, organization, { organizationId: to }, 'admin')
  await requireAbility(ctx, organization, { organizationId: from }, 'admin')
  for (const organizationId of [...new Set([from, to])].sort()) await lockOrganization(ctx, organizationId)
}
