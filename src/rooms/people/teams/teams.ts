import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { invalid, notFound } from '../../../kit/domain/problems.ts'
import { requireMembers, resolveMembers } from '../members/members.ts'
import type { SeenTeam } from './access.ts'
import type { NewTeam, TeamMemberChanges } from './schema.ts'
import {
  deleteTeam,
  deleteTeamMembers,
  findTeam,
  insertTeam,
  insertTeamMembers,
  listKnownTeams,
  updateTeam,
  upsertTeamMembers,
} from './store.ts'

export type TeamKey = { id: string; organizationId: string }

export async function createTeam(
  ctx: WriteContext,
  organization: { id: string },
  { title, members = [] }: NewTeam,
) {
  const team = { id: ctx.ids.next(), organizationId: organization.id, title, createdAt: ctx.clock.now() }
  const people = await requireMembers(ctx, organization.id, members, 'body.members')
  await insertTeam(ctx.db, team)
  if (people.length > 0) await insertTeamMembers(ctx.db, people.map(placeIn(ctx, team, 'member')))
  await ctx.emit('team.created', { organizationId: organization.id, teamId: team.id })
  return requireTeam(ctx, team)
}

export async function renameTeam<Team extends TeamKey>(ctx: WriteContext, team: Team, title: string) {
  await updateTeam(ctx.db, team.organizationId, team.id, title)
  await ctx.emit('team.changed', { organizationId: team.organizationId, teamId: team.id })
  return { ...team, title }
}

export async function removeTeam(ctx: WriteContext, organizationId: string, teamId: string) {
  const isRemoved = await deleteTeam(ctx.db, organizationId, teamId)
  if (isRemoved) await ctx.emit('team.removed', { organizationId, teamId })
  return isRemoved
}

/** Adds, gives roles and removes, in this order: whoever is named for removal ends removed. */
export async function changeTeamMembers(ctx: WriteContext, team: TeamKey, changes: TeamMemberChanges) {
  const { add = [], memberships = {}, remove = [] } = changes
  const toAdd = await requireMembers(ctx, team.organizationId, add, 'body.add')
  const toPlace = await requireMembers(ctx, team.organizationId, Object.keys(memberships), 'body.memberships')
  const toRemove = await resolveMembers(ctx, team.organizationId, remove)

  const added =
    toAdd.length > 0 ? await insertTeamMembers(ctx.db, toAdd.map(placeIn(ctx, team, 'member'))) : []
  const placed = toPlace.map(({ id, name }) => placeIn(ctx, team, memberships[name]?.role)({ id }))
  if (placed.length > 0) await upsertTeamMembers(ctx.db, placed)
  const removed = await deleteTeamMembers(
    ctx.db,
    team.organizationId,
    team.id,
    toRemove.map(({ id }) => id),
  )
  await ctx.emit('team.members_changed', {
    organizationId: team.organizationId,
    teamId: team.id,
    added: [...added, ...placed.map(({ userId }) => userId)].filter((id) => !removed.includes(id)),
    removed,
  })
}

/** Without a role a newcomer becomes a member, and who is there already keeps theirs. */
export async function placeInTeam(
  ctx: WriteContext,
  team: TeamKey,
  userId: string,
  role?: 'owner' | 'member',
) {
  const [person] = await resolveMembers(ctx, team.organizationId, [userId])
  if (!person) throw notFound('member')
  const write = role ? upsertTeamMembers : insertTeamMembers
  await write(ctx.db, [placeIn(ctx, team, role)(person)])
  await ctx.emit('team.members_changed', {
    organizationId: team.organizationId,
    teamId: team.id,
    added: [person.id],
    removed: [],
  })
}

export async function takeOutOfTeam(ctx: WriteContext, team: SeenTeam, userId: string) {
  const { organizationId, id: teamId } = team
  const removed = await deleteTeamMembers(ctx.db, organizationId, teamId, [userId])
  if (removed.length > 0)
    await ctx.emit('team.members_changed', { organizationId, teamId, added: [], removed })
  return removed.length > 0
}

function placeIn(ctx: ReadContext, team: TeamKey, role: 'owner' | 'member' = 'member') {
  const joinedAt = ctx.clock.now()
  return ({ id }: { id: string }) => ({
    organizationId: team.organizationId,
    teamId: team.id,
    userId: id,
    role,
    joinedAt,
  })
}

/** As the caller sees it. */
export function teamNow(ctx: ReadContext, { organizationId, id }: TeamKey) {
  return findTeam(ctx.db, organizationId, id, ctx.actor.id)
}

export async function isTeam(ctx: ReadContext, organizationId: string, teamId: string) {
  return (await listKnownTeams(ctx.db, organizationId, [teamId])).length > 0
}

/** Throws, naming those that are not teams of the organization. */
export async function requireTeams(ctx: ReadContext, organizationId: string, ids: string[], field: string) {
  const known = ids.length > 0 ? await listKnownTeams(ctx.db, organizationId, ids) : []
  const unknown = ids.filter((id) => !known.includes(id))
  if (unknown.length === 0) return
  throw invalid(
    `${field} names teams that the organization does not have: ${unknown.slice(0, 10).join(', ')}`,
    {
      field,
      unknown,
    },
  )
}

async function requireTeam(ctx: ReadContext, { organizationId, id }: TeamKey) {
  const team = await findTeam(ctx.db, organizationId, id, ctx.actor.id)
  if (!team) throw notFound('team')
  return team
}
