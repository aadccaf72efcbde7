// Why somebody may do what they may in a space or a collection.
import type { Member } from '../../../rooms/people/members/schema.ts'
import type { TeamGrant, UserGrant } from '../../../rooms/people/permissions/schema.ts'
import type { TeamMember } from '../../../rooms/people/teams/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { allOf } from '../../views/all-of.ts'

type Grants = { users: readonly UserGrant[]; teams: readonly TeamGrant[] }
const MOST_TEAMS = 50

/** Answers for one person. Where nothing here gives them what they have, what is around it does. */
export async function reasonsIn(
  { api, words }: OwnAsked,
  organizationId: string,
  defaultLevel: string | null | undefined,
  { users, teams }: Grants,
) {
  const { because } = words.organizationPages.access
  const { roles } = words.members
  const path = `/orgs/${organizationId}`
  const inTeams = await Promise.all(
    teams.slice(0, MOST_TEAMS).map(async ({ team, permission }) => {
      const members = await allOf<TeamMember>(api, `${path}/teams/${team.id}/members`, { most: 1_000 })
      const ids = new Set(members.map(({ organization }) => organization.id))
      return { ids, reason: because.team({ team: team.title, role: roles[permission] }) }
    }),
  )
  const levels: Readonly<Record<string, string>> = roles
  const common = levels[defaultLevel ?? '']
  return async ({ user }: UserGrant): Promise<string[]> => {
    const member = await api.get<Member>(`${path}/members/${user.id}`)
    const given = users.filter((grant) => grant.user.id === user.id)
    const reasons = [
      ...(member.role === null ? [] : [because.role({ role: roles[member.role] })]),
      ...given.map(({ permission }) => because.grant({ role: roles[permission] })),
      ...inTeams.flatMap(({ ids, reason }) => (ids.has(user.id) ? [reason] : [])),
      ...(common !== undefined && member.role !== null ? [because.default({ role: common })] : []),
    ]
    return reasons.length === 0 ? [because.above] : reasons
  }
}
