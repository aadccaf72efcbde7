import { subject } from '../../../kit/domain/subjects.ts'
import {
  organization,
  organizationAbilities,
  type SeenOrganization,
  type Standing,
} from '../organizations/access.ts'
import { findTeam, type TeamRow } from './store.ts'

export type SeenTeam = TeamRow & { organization: SeenOrganization }

export const team = subject({
  name: 'team',
  find: async (ctx, { organizationId, teamId }: { organizationId: string; teamId: string }) => {
    const found = await organization.find(ctx, { organizationId })
    const row = found && (await findTeam(ctx.db, organizationId, teamId, ctx.actor.id))
    return row && { ...row, organization: found }
  },
  abilities: (row: SeenTeam) => teamAbilities(row, row.organization.standing),
})

/** Guests see the teams they are in. Owners and the organization's admins manage a team. */
export function teamAbilities(row: TeamRow, standing: Standing) {
  const can = organizationAbilities(standing)
  return {
    view: can.listTeams || (can.view && row.viewerRole !== null),
    admin: can.admin || (can.view && row.viewerRole === 'owner'),
  }
}
