import type { Ctx } from '../../domain/context.ts'
import { highest } from '../../domain/roles.ts'
import { addMembers, changeRole } from '../members/members.ts'
import { organizationAbilities, type SeenOrganization } from '../organizations/access.ts'
import { organizationsWithDomain } from '../organizations/organizations.ts'
import { isAtDomainOf, type OpenInvite } from './access.ts'

export async function joinByDomain(ctx: Ctx, organization: SeenOrganization) {
  await addMembers(ctx, organization.id, [{ userId: ctx.actor.id, role: organization.defaultRole }])
}

/** A link never takes anything away: members keep their role where it is the higher one. */
export async function joinByInvite(ctx: Ctx, { organization, role }: OpenInvite) {
  const [added] = await addMembers(ctx, organization.id, [{ userId: ctx.actor.id, role }])
  if (added) return { organization: organization.id, role }
  const best = highest(organization.standing.role, role)
  if (organization.standing.isMember) await changeRole(ctx, organization.id, ctx.actor.id, best)
  return { organization: organization.id, role: best }
}

/** The organizations of an e-mail domain, as far as the caller belongs to them or could join. */
export async function organizationsOfDomain(ctx: Ctx, domain: string) {
  const organizations = await organizationsWithDomain(ctx, domain)
  return organizations.filter(
    (row) => organizationAbilities(row.standing).view || isAtDomainOf(ctx.actor, row),
  )
}
