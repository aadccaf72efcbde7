import { isOutOfReach } from '../../../kit/domain/context.ts'
import { isAtLeast, type RoleOrGuest } from '../../../kit/domain/roles.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { findOrganizationSeenBy, type OrganizationRow } from './store.ts'

/** What we know of the caller in one organization. */
export type Standing = { isMember: boolean; role: RoleOrGuest; ownsTeam: boolean }

/** An organization as one caller meets it. */
export type SeenOrganization = OrganizationRow & { standing: Standing }

type RowSeenBy = NonNullable<Awaited<ReturnType<typeof findOrganizationSeenBy>>>

export function withStanding(row: RowSeenBy): SeenOrganization {
  const { role, joinedAt, ownsTeam } = row
  const isMember = joinedAt !== null
  // The row is ours alone: adding to it costs a tenth of what copying it does.
  return Object.assign(row, { standing: { isMember, role, ownsTeam: isMember && ownsTeam === true } })
}

export const organization = subject({
  name: 'organization',
  find: async (ctx, { organizationId }: { organizationId: string }) => {
    if (isOutOfReach(ctx.actor, { organizationId })) return
    const row = await findOrganizationSeenBy(ctx.db, organizationId, ctx.actor.id)
    return row && withStanding(row)
  },
  abilities: ({ standing }) => organizationAbilities(standing),
})

export function organizationAbilities({ isMember, role, ownsTeam }: Standing) {
  const isAdmin = isAtLeast(role, 'admin')
  const isReader = isAtLeast(role, 'read')
  return {
    view: isMember,
    admin: isAdmin,
    ownTeam: isAdmin || ownsTeam,
    createContent: isAtLeast(role, 'create'),
    createOpenAPISpec: isAtLeast(role, 'create'),
    ingestConversations: isAdmin,
    viewBilling: isAdmin,
    listMembers: isReader,
    listTeams: isReader,
    listSites: isReader,
    listIntegrations: isReader,
    listInstallations: isReader,
    installIntegration: isAdmin,
  }
}
