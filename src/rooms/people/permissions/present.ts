import type { Links } from '../../../kit/domain/links.ts'
import { ROLES, type Role } from '../../../kit/domain/roles.ts'
import { type PresentableUser, presentUser } from '../identity/present.ts'
import type { Standing } from '../organizations/access.ts'
import { presentTeam } from '../teams/present.ts'
import type { TeamRow } from '../teams/store.ts'
import type { TeamGrant, UserGrant } from './schema.ts'

export function presentUserGrant(row: PresentableUser & { level: Role }, links: Links): UserGrant {
  return { permission: row.level, user: presentUser(row, links) }
}

/** Levels come from the aggregate as ranks, the weakest being 1. */
export function presentRankedUser(row: PresentableUser & { rank: number }, links: Links): UserGrant {
  return { permission: ROLES[row.rank - 1] ?? 'read', user: presentUser(row, links) }
}

export function presentTeamGrant(row: TeamRow & { level: Role }, standing: Standing): TeamGrant {
  return { permission: row.level, team: presentTeam(row, standing) }
}
