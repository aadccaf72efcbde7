// Why somebody may do what they may in a space or a collection.
import type { TeamGrant, UserGrant } from '../../../rooms/people/permissions/schema.ts'
import type { TeamMember } from '../../../rooms/people/teams/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { allOf } from '../../views/all-of.ts'
import { membersAmong } from '../known-members.ts'

type Grants = { users: readonly UserGrant[]; teams: readonly TeamGrant[] }
const MOST_TEAMS = 50

/** Answers for each of these people. Where nothing here gives them what they have, what is around it does. */
export async function reasonsIn(
  { api, words }: OwnAsked,
  organizationId: string,
  defaultLevel: string | null | undefined,
  { users, teams }: Grants,
  people: readonly UserGrant[],
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
  const members = await membersAmong(
    api,
    organizationId,
    people.map(({ user }) => user.id),
  )
  const levels: Readonly<Record<string, string>> = roles
  const common = levels[defaultLevel ?? '']
  return ({ user }: UserGrant): string[] => {
    const role = members.get(user.id)?.role ?? null
    const given = users.filter((grant) => grant.user.id === user.id)
    const reasons = [
      ...(role === null ? [] : [because.role({ role: roles[role] })]),
      ...given.map(({ permission }) => because.grant({ role: roles[permission] })),
      ...inTeams.flatMap(({ ids, reason }) => (ids.has(user.id) ? [reason] : [])),
      ...(common !== undefined && role !== null ? [because.default({ role: common })] : []),
    ]
    return reasons.length === 0 ? [because.above] : reasons
  }
}
