import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { invalid, notFound } from '../../../kit/domain/problems.ts'
import { ROLES, type RoleOrGuest } from '../../../kit/domain/roles.ts'
import type { SeenCollection } from '../../content/collections/access.ts'
import type { SpaceRow } from '../../content/spaces/store.ts'
import { requireMembers, resolveMembers } from '../members/members.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import { isTeam, requireTeams } from '../teams/teams.ts'
import type { NewGrants } from './schema.ts'
import {
  deleteGrants,
  deleteGrantsOn,
  type Grantee,
  type GrantRow,
  insertGrantRows,
  insertGrants,
  listEffectiveLevels,
  type Target,
} from './store.ts'

export function spaceTarget({ id, organizationId, ancestors, defaultLevel }: SpaceRow): Target {
  return { column: 'spaceId', id, organizationId, ancestors, defaultLevel }
}

export function collectionTarget({ id, organizationId, ancestors, defaultLevel }: SeenCollection): Target {
  return { column: 'collectionId', id, organizationId, ancestors, defaultLevel }
}

/** What each of the people may do with the space now; those who can not even read it are left out. */
export async function levelsAmong(
  ctx: ReadContext,
  space: SpaceRow,
  users: string[],
): Promise<Map<string, RoleOrGuest>> {
  if (users.length === 0) return new Map()
  const { rows } = await listEffectiveLevels(ctx.db, spaceTarget(space), { limit: users.length, users })
  return new Map(rows.map(({ id, rank }) => [id, ROLES[rank - 1] ?? null]))
}

const MOST_ADMINS = 1000

/** Who administrates a space, by role or by grant. */
export async function adminsOf(ctx: ReadContext, space: SpaceRow): Promise<string[]> {
  const filter = { limit: MOST_ADMINS, role: 'admin' as const }
  const { rows } = await listEffectiveLevels(ctx.db, spaceTarget(space), filter)
  return rows.map(({ id }) => id)
}

/** Gives several people or teams the same level, in place of the one they had. */
export async function giveLevel(
  ctx: WriteContext,
  target: Target,
  { users = [], teams = [], role }: NewGrants,
) {
  if (users.length + teams.length === 0) {
    throw invalid('The body names nobody: send users or teams', { fields: ['users', 'teams'] })
  }
  const people = await requireMembers(ctx, target.organizationId, users, 'body.users')
  await requireTeams(ctx, target.organizationId, teams, 'body.teams')
  await replaceGrants(
    ctx,
    target,
    [...people.map(({ id }) => ({ userId: id })), ...[...new Set(teams)].map((teamId) => ({ teamId }))],
    role,
  )
}

export async function changeUserLevel(ctx: WriteContext, target: Target, userId: string, role: RoleOrGuest) {
  const [person] = await resolveMembers(ctx, target.organizationId, [userId])
  if (!person) throw notFound('member')
  await replaceGrants(ctx, target, [{ userId: person.id }], role)
}

export async function changeTeamLevel(ctx: WriteContext, target: Target, teamId: string, role: RoleOrGuest) {
  if (!(await isTeam(ctx, target.organizationId, teamId))) throw notFound('team')
  await replaceGrants(ctx, target, [{ teamId }], role)
}

/** Whether there was something to take away. */
export async function takeLevel(ctx: WriteContext, target: Target, grantee: Grantee) {
  const taken = await deleteGrants(ctx.db, target, [grantee])
  if (taken > 0) await announce(ctx, target, [grantee], null)
  return taken > 0
}

async function replaceGrants(ctx: WriteContext, target: Target, grantees: Grantee[], level: RoleOrGuest) {
  // Two who give the same person a level at once take turns.
  await lockOrganization(ctx, target.organizationId)
  await deleteGrants(ctx.db, target, grantees)
  if (level) await insertGrants(ctx.db, target, grantees, level, ctx.clock.now())
  await announce(ctx, target, grantees, level)
}

function announce(
  ctx: WriteContext,
  { organizationId, id: contentId }: Target,
  grantees: Grantee[],
  level: RoleOrGuest,
) {
  return ctx.emit(
    'grant.changed',
    ...grantees.map((grantee) => ({ organizationId, contentId, ...grantee, level })),
  )
}

/** Takes all grants off content that moves to another organization; `layDown` gives back those that make sense there. */
export function liftGrants(ctx: WriteContext, contentIds: string[]) {
  return deleteGrantsOn(ctx.db, contentIds)
}

/** Teams stay behind, and so do people who are no members of the new organization. */
export async function layDownGrants(ctx: WriteContext, organizationId: string, grants: GrantRow[]) {
  const users = [...new Set(grants.flatMap(({ userId }) => userId ?? []))]
  const members = new Set((await resolveMembers(ctx, organizationId, users)).map(({ id }) => id))
  const kept = grants.filter(({ userId }) => userId !== null && members.has(userId))
  await insertGrantRows(
    ctx.db,
    kept.map((grant) => ({ ...grant, organizationId })),
  )
}
