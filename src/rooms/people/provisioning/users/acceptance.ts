// Somebody who has an account accepts that the directory of an organization adds them.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { forbidden, notFound } from '../../../../kit/domain/problems.ts'
import { addMembers } from '../../members/members.ts'
import { findOrganizationById } from '../../organizations/organizations.ts'
import { isTeam, placeInTeam } from '../../teams/teams.ts'
import { findScimUser, listPendingOf, updateScimUser } from './store-users.ts'
import { roleFor } from './users.ts'

export function pendingOrganizations(ctx: ReadContext) {
  return ctx.actor.kind === 'user' ? listPendingOf(ctx.db, ctx.actor.id) : []
}

export async function acceptProvisioning(ctx: WriteContext, organizationId: string) {
  const { actor } = ctx
  const row = actor.kind === 'user' ? await findScimUser(ctx.db, organizationId, actor.id) : undefined
  const organization = row?.isPending ? await findOrganizationById(ctx, organizationId) : undefined
  if (!row || !organization || actor.kind !== 'user') throw notFound('invitation')
  if (!actor.isEmailVerified) throw forbidden('Confirm your e-mail address first')
  const { userId, waitingTeams } = row
  await addMembers(ctx, organizationId, [{ userId, role: roleFor(organization) }])
  await updateScimUser(ctx.db, organizationId, userId, { isPending: false, waitingTeams: [] })
  for (const id of waitingTeams)
    if (await isTeam(ctx, organizationId, id)) await placeInTeam(ctx, { id, organizationId }, userId)
  await ctx.emit('scim_user.accepted', { organizationId, userId })
}
