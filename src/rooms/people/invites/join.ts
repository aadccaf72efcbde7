import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { highest } from '../../../kit/domain/roles.ts'
import { collection } from '../../content/collections/access.ts'
import { space } from '../../content/spaces/access.ts'
import { addMembers, raiseRole } from '../members/members.ts'
import { organizationAbilities, type SeenOrganization } from '../organizations/access.ts'
import {
  findOrganizationById,
  lockOrganization,
  organizationsWithDomain,
} from '../organizations/organizations.ts'
import { changeUserLevel, collectionTarget, spaceTarget } from '../permissions/grants.ts'
import { domainOf, isAtDomainOf, type OpenInvite } from './access.ts'
import { isToContent } from './store.ts'

export async function joinByDomain(ctx: WriteContext, organization: SeenOrganization) {
  await addMembers(ctx, organization.id, [{ userId: ctx.actor.id, role: organization.defaultRole }])
}

/** Newcomers whom an identity provider brings join its organization, if their address is at one of its domains. */
export async function joinFromProvider(
  ctx: WriteContext,
  organizationId: string,
  { id: userId, email }: { id: string; email: string },
) {
  const organization = await findOrganizationById(ctx, organizationId)
  if (!organization?.emailDomains.includes(domainOf(email))) return
  await addMembers(ctx, organization.id, [{ userId, role: organization.defaultRole }])
}

/** A link never takes anything away: members keep their role, or level, where it is the higher one. */
export async function joinByInvite(ctx: WriteContext, invite: OpenInvite) {
  const { organization, role } = invite
  if (isToContent(invite)) return joinContent(ctx, invite)
  const [added] = await addMembers(ctx, organization.id, [{ userId: ctx.actor.id, role }])
  if (added) return { organization: organization.id, role }
  return { organization: organization.id, role: await raiseRole(ctx, organization.id, ctx.actor.id, role) }
}

/** Newcomers become guests, who see just what the link leads to. */
async function joinContent(
  ctx: WriteContext,
  { organization, spaceId, collectionId, role: level }: OpenInvite,
) {
  const userId = ctx.actor.id
  await lockOrganization(ctx, organization.id)
  await addMembers(ctx, organization.id, [{ userId, role: null }])
  const seenSpace = spaceId ? await space.find(ctx, { spaceId }) : undefined
  const seenCollection = collectionId ? await collection.find(ctx, { collectionId }) : undefined
  const target = seenSpace ? spaceTarget(seenSpace) : seenCollection && collectionTarget(seenCollection)
  const current = seenSpace?.level ?? seenCollection?.level ?? null
  if (target && highest(current, level) !== current) await changeUserLevel(ctx, target, userId, level)
  return { organization: organization.id, role: organization.standing.role }
}

/** The organizations of an e-mail domain, as far as the caller belongs to them or could join. */
export async function organizationsOfDomain(ctx: ReadContext, domain: string) {
  const organizations = await organizationsWithDomain(ctx, domain)
  return organizations.filter(
    (row) => organizationAbilities(row.standing).view || isAtDomainOf(ctx.actor, row),
  )
}
