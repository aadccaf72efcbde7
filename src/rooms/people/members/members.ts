import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid, notFound } from '../../../kit/domain/problems.ts'
import { highest, type RoleOrGuest } from '../../../kit/domain/roles.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import {
  countOtherAdmins,
  deleteMember,
  deleteMembersOf,
  findMember,
  insertMembers,
  listMembersNamed,
  listOrganizationIdsOf,
  listOrganizationsAdministratedAlone,
  lockMember,
  lockMembers,
  type MemberRow,
  updateMember,
} from './store.ts'

export type NewMember = { userId: string; role: RoleOrGuest; sso?: boolean }

/** Returns the ids of those who were not members before; the others stay as they are. */
export async function addMembers(ctx: WriteContext, organizationId: string, people: NewMember[]) {
  if (people.length === 0) return []
  const joinedAt = ctx.clock.now()
  // In one order, so that two who add the same people wait for each other instead of blocking each other.
  const sorted = [...people].sort((one, other) => (one.userId < other.userId ? -1 : 1))
  const rows = sorted.map(({ userId, role, sso = false }) => ({
    organizationId,
    userId,
    role,
    sso,
    joinedAt,
  }))
  const added = await insertMembers(ctx.db, rows)
  const roles = new Map(people.map(({ userId, role }) => [userId, role]))
  await ctx.emit(
    'member.added',
    ...added.map((userId) => ({ organizationId, userId, role: roles.get(userId) ?? null })),
  )
  return added
}

export async function changeRole(
  ctx: WriteContext,
  organizationId: string,
  userId: string,
  role: RoleOrGuest | undefined,
) {
  const member = await lockMember(ctx.db, organizationId, userId)
  if (!member) throw notFound('member')
  if (role === undefined || role === member.role) return requireMember(ctx, organizationId, userId)
  if (member.role === 'admin') await requireAnotherAdmin(ctx, organizationId, userId)
  await updateMember(ctx.db, organizationId, userId, { role })
  return announceChange(ctx, organizationId, userId)
}

/** Gives the role if it is the higher one, compared with the role at this very moment; returns the one they have. */
export async function raiseRole(
  ctx: WriteContext,
  organizationId: string,
  userId: string,
  role: RoleOrGuest,
) {
  const member = await lockMember(ctx.db, organizationId, userId)
  if (!member) throw notFound('member')
  const best = highest(member.role, role)
  if (best !== member.role) await changeRole(ctx, organizationId, userId, best)
  return best
}

/** The role of a member until the transaction ends, while another member is about to change. */
export async function holdRole(ctx: ReadContext, organizationId: string, userId: string, changing: string) {
  const members = await lockMembers(ctx.db, organizationId, [userId, changing])
  return members.find((member) => member.userId === userId)?.role
}

export async function enrolInSso(ctx: WriteContext, organizationId: string, userId: string) {
  await updateMember(ctx.db, organizationId, userId, { sso: true })
  return announceChange(ctx, organizationId, userId)
}

/** Their teams, roles and grants go with them: access ends with this transaction. */
export async function removeMember(ctx: WriteContext, organizationId: string, userId: string) {
  const member = await lockMember(ctx.db, organizationId, userId)
  if (!member) return false
  if (member.role === 'admin') await requireAnotherAdmin(ctx, organizationId, userId)
  await deleteMember(ctx.db, organizationId, userId)
  await ctx.emit('member.removed', { organizationId, userId })
  return true
}

/** They see nothing of the organization, and keep their role, teams and grants for when they are reinstated. */
export async function suspendMember(ctx: WriteContext, organizationId: string, userId: string) {
  const member = await lockMember(ctx.db, organizationId, userId)
  if (!member || member.disabled) return
  if (member.role === 'admin') await requireAnotherAdmin(ctx, organizationId, userId)
  await updateMember(ctx.db, organizationId, userId, { disabled: true })
  await ctx.emit('member.suspended', { organizationId, userId })
}

export async function reinstateMember(ctx: WriteContext, organizationId: string, userId: string) {
  const member = await lockMember(ctx.db, organizationId, userId)
  if (!member?.disabled) return
  await updateMember(ctx.db, organizationId, userId, { disabled: false })
  await ctx.emit('member.reinstated', { organizationId, userId })
}

/** Everybody's access ends with this transaction. */
export async function removeAllMembers(ctx: WriteContext, organizationId: string) {
  await deleteMembersOf(ctx.db, organizationId)
}

/** Organizations that would have no admin without this user. */
export function administratedAlone(ctx: ReadContext, userId: string) {
  return listOrganizationsAdministratedAlone(ctx.db, userId)
}

/** Ends the memberships of a user, unless an organization would be left without an admin. */
export async function leaveAllOrganizations(ctx: WriteContext, userId: string) {
  const alone = await administratedAlone(ctx, userId)
  if (alone.length > 0) {
    const titles = alone.map(({ title }) => `"${title}"`).join(', ')
    throw conflict(
      `This user is the last admin of ${titles}: make somebody else an admin there, or delete the organization first`,
      { organizations: alone.map(({ id }) => id), user: userId },
    )
  }
  // In one order, as organizations are locked on the way.
  for (const organizationId of await listOrganizationIdsOf(ctx.db, userId))
    await removeMember(ctx, organizationId, userId)
}

export async function markSeen(ctx: WriteContext, organizationId: string) {
  await updateMember(ctx.db, organizationId, ctx.actor.id, { lastSeenAt: ctx.clock.now() })
  return {}
}

// Two admins who demote each other at the same time must not both succeed: the organization is locked before
// the others are counted.
async function requireAnotherAdmin(ctx: WriteContext, organizationId: string, userId: string) {
  await lockOrganization(ctx, organizationId)
  if ((await countOtherAdmins(ctx.db, organizationId, userId)) > 0) return
  throw conflict('This is the last admin of the organization: make somebody else an admin first', {
    organization: organizationId,
    user: userId,
  })
}

async function announceChange(ctx: WriteContext, organizationId: string, userId: string) {
  const member = await requireMember(ctx, organizationId, userId)
  const { role, sso } = member
  await ctx.emit('member.changed', { organizationId, userId, role, sso })
  return member
}

/** Also one who is suspended. */
export function memberOf(ctx: ReadContext, organizationId: string, userId: string) {
  return findMember(ctx.db, organizationId, userId)
}

export async function isMember(ctx: ReadContext, organizationId: string, userId: string) {
  return (await findMember(ctx.db, organizationId, userId)) !== undefined
}

async function requireMember(ctx: ReadContext, organizationId: string, userId: string): Promise<MemberRow> {
  const member = await findMember(ctx.db, organizationId, userId)
  if (!member) throw notFound('member')
  return member
}

/** The members among these names (ids or e-mails), each once, with the name they were first called by. */
export async function resolveMembers(ctx: ReadContext, organizationId: string, names: string[]) {
  return distinct(names, await memberFinder(ctx, organizationId, names))
}

/** As `resolveMembers`, but throws, naming those who are not members. */
export async function requireMembers(
  ctx: ReadContext,
  organizationId: string,
  names: string[],
  field: string,
) {
  const idOf = await memberFinder(ctx, organizationId, names)
  const unknown = names.filter((name) => !idOf(name))
  if (unknown.length === 0) return distinct(names, idOf)
  const some = unknown.slice(0, 10).join(', ')
  throw invalid(`${field} names people who are not members of the organization: ${some}`, { field, unknown })
}

type Finder = (name: string) => string | undefined

async function memberFinder(ctx: ReadContext, organizationId: string, names: string[]): Promise<Finder> {
  const members = names.length > 0 ? await listMembersNamed(ctx.db, organizationId, names) : []
  const ids = new Map(
    members.flatMap(
      ({ id, email }) =>
        [
          [id, id],
          [email.toLowerCase(), id],
        ] as const,
    ),
  )
  return (name) => ids.get(name) ?? ids.get(name.toLowerCase())
}

function distinct(names: string[], idOf: Finder) {
  const people = new Map<string, { id: string; name: string }>()
  for (const name of names) {
    const id = idOf(name)
    if (id && !people.has(id)) people.set(id, { id, name })
  }
  return [...people.values()]
}

export async function belongsElsewhere(ctx: ReadContext, userId: string, organizationId: string) {
  return (await listOrganizationIdsOf(ctx.db, userId)).some((id) => id !== organizationId)
}
