// Why somebody may do what they may in a space or a collection.
import { highest, isAtLeast, ROLES, type RoleOrGuest } from '../../../kit/domain/roles.ts'
import type { TeamGrant, UserGrant } from '../../../rooms/people/permissions/schema.ts'
import type { TeamMember } from '../../../rooms/people/teams/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { allOf } from '../../views/all-of.ts'
import { membersAmong } from '../known-members.ts'

/** What gives somebody a role, in words. */
type Reason = { role: RoleOrGuest; text: string }
type Grants = { users: readonly UserGrant[]; teams: readonly TeamGrant[] }
const MOST_TEAMS = 50

/** Answers for each of these people. Where nothing here gives them all they have, what is around it does. */
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
      const text = because.team({ team: team.title, role: roles[permission] })
      return { ids, reason: { role: permission, text } }
    }),
  )
  const members = await membersAmong(
    api,
    organizationId,
    people.map(({ user }) => user.id),
  )
  const common = ROLES.find((role) => role === defaultLevel)
  return ({ user, permission }: UserGrant): string[] => {
    const role = members.get(user.id)?.role ?? null
    const given = users.filter((grant) => grant.user.id === user.id)
    const reasons: Reason[] = [
      ...(role === null ? [] : [{ role, text: because.role({ role: roles[role] }) }]),
      ...given.map((grant) => ({
        role: grant.permission,
        text: because.grant({ role: roles[grant.permission] }),
      })),
      ...inTeams.flatMap(({ ids, reason }) => (ids.has(user.id) ? [reason] : [])),
      ...(common !== undefined && role !== null
        ? [{ role: common, text: because.default({ role: roles[common] }) }]
        : []),
    ]
    const isExplained = isAtLeast(highest(...reasons.map((reason) => reason.role)), permission)
    return [...reasons.map(({ text }) => text), ...(isExplained ? [] : [because.above])]
  }
}
