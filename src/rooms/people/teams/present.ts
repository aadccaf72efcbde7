import type { Links } from '../../../kit/domain/links.ts'
import { presentMember } from '../members/present.ts'
import type { MemberRow } from '../members/store.ts'
import type { Standing } from '../organizations/access.ts'
import { teamAbilities } from './access.ts'
import type { Team, TeamMember } from './schema.ts'
import type { TeamRow } from './store.ts'

export function presentTeam(team: TeamRow, standing: Standing): Team {
  return {
    object: 'team',
    id: team.id,
    title: team.title,
    members: team.members ?? 0,
    spaces: team.spaces,
    createdAt: team.createdAt.toISOString(),
    permissions: teamAbilities(team, standing),
  }
}

export function presentTeamMember(
  member: MemberRow & { teamRole: 'owner' | 'member' },
  links: Links,
): TeamMember {
  return {
    organization: presentMember(member, links),
    team: { role: member.teamRole },
    // Whoever sees the team sees who is in it.
    permissions: { view: true },
  }
}
