// Groups of a directory are teams that it made. It neither sees nor changes other teams, and makes nobody an owner: what a
// team may do is up to the admins of the organization.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { notFound } from '../../../../kit/domain/problems.ts'
import { changeTeamMembers, createTeam, removeTeam, renameTeam } from '../../teams/teams.ts'
import { scimInvalid, taken } from '../problems.ts'
import { listKnownScimUsers, updateWaitingTeams } from '../users/store-users.ts'
import type { GroupState } from './group-state.ts'
import {
  findScimGroup,
  insertScimGroup,
  isTitleTaken,
  lockScimGroup,
  type ScimGroupRow,
  updateScimGroup,
} from './store-groups.ts'

type GroupKey = { organizationId: string; teamId: string }

export async function createGroup(ctx: WriteContext, organizationId: string, state: GroupState) {
  await requireFreeTitle(ctx, organizationId, state.displayName)
  const { id: teamId } = await createTeam(ctx, { id: organizationId }, { title: state.displayName })
  const now = ctx.clock.now()
  await insertScimGroup(ctx.db, {
    organizationId,
    teamId,
    externalId: state.externalId ?? null,
    createdAt: now,
    updatedAt: now,
  })
  await setMembers(ctx, { organizationId, teamId }, new Set(), state.members)
  return requireGroup(ctx, { organizationId, teamId })
}

/** `changed` gets the group as it is now, while nobody else changes it. */
export async function changeGroup(
  ctx: WriteContext,
  key: GroupKey,
  changed: (state: GroupState) => GroupState,
) {
  const { organizationId, teamId } = key
  if (!(await lockScimGroup(ctx.db, organizationId, teamId))) throw notFound('group')
  const group = await requireGroup(ctx, key)
  const before = stateOf(group)
  const next = changed(before)
  if (next.displayName !== group.title) {
    await requireFreeTitle(ctx, organizationId, next.displayName, teamId)
    await renameTeam(ctx, { id: teamId, organizationId }, next.displayName)
  }
  if (next.externalId !== before.externalId) await ctx.emit('team.changed', { organizationId, teamId })
  await updateScimGroup(ctx.db, organizationId, teamId, {
    externalId: next.externalId ?? null,
    updatedAt: ctx.clock.now(),
  })
  await setMembers(ctx, key, before.members, next.members)
  return requireGroup(ctx, key)
}

export async function removeGroup(ctx: WriteContext, key: GroupKey) {
  const group = await requireGroup(ctx, key)
  const waiting = group.members.map(({ value }) => value)
  await updateWaitingTeams(ctx.db, key.organizationId, key.teamId, { add: [], remove: waiting })
  await removeTeam(ctx, key.organizationId, key.teamId)
}

async function setMembers(
  ctx: WriteContext,
  { organizationId, teamId }: GroupKey,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
) {
  const added = [...after].filter((id) => !before.has(id))
  const removed = [...before].filter((id) => !after.has(id))
  if (added.length === 0 && removed.length === 0) return
  const known = await listKnownScimUsers(ctx.db, organizationId, added)
  const unknown = added.filter((id) => !known.some(({ userId }) => userId === id))
  if (unknown.length > 0)
    throw scimInvalid('invalidValue', `There are no such users: ${unknown.slice(0, 10).join(', ')}`)
  const waiting = known.filter(({ isMember }) => !isMember).map(({ userId }) => userId)
  await updateWaitingTeams(ctx.db, organizationId, teamId, { add: waiting, remove: removed })
  const joining = known.filter(({ isMember }) => isMember).map(({ userId }) => userId)
  await changeTeamMembers(ctx, { id: teamId, organizationId }, { add: joining, remove: removed })
}

async function requireFreeTitle(ctx: WriteContext, organizationId: string, title: string, except?: string) {
  if (await isTitleTaken(ctx.db, organizationId, title, except))
    throw taken('There is a group with this displayName')
}

export async function requireGroup(ctx: ReadContext, { organizationId, teamId }: GroupKey) {
  const group = await findScimGroup(ctx.db, organizationId, teamId)
  if (!group) throw notFound('group')
  return group
}

function stateOf(group: ScimGroupRow): GroupState {
  return {
    displayName: group.title,
    externalId: group.externalId ?? undefined,
    members: new Set(group.members.map(({ value }) => value)),
  }
}
