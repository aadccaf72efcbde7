// People as a directory announces them. It speaks for one organization: so it makes accounts and memberships there, and
// changes nothing of an account that was somebody's before. Whoever has an account accepts before they become a member.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { notFound } from '../../../../kit/domain/problems.ts'
import { canSignIn, unprovenAmong } from '../../accounts/credentials.ts'
import { endSessionsOf } from '../../accounts/sessions/sessions.ts'
import { changeUser, findOrCreateUsers, findUserById } from '../../identity/users.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import {
  addMembers,
  belongsElsewhere,
  isMember,
  reinstateMember,
  removeMember,
  suspendMember,
} from '../../members/members.ts'
import type { OrganizationRow } from '../../organizations/store.ts'
import { scimInvalid, taken } from '../problems.ts'
import {
  deleteScimUser,
  findScimUser,
  insertScimUser,
  isUserNameTaken,
  type ScimUserRow,
  updateScimUser,
} from './store-users.ts'
import { shownName, type UserState } from './user-state.ts'

const EMAIL =
  /^[^\s@"<>()[\]:;,\\]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,}$/u

export async function provisionUser(ctx: WriteContext, organization: OrganizationRow, state: UserState) {
  const { id: organizationId } = organization
  const email = state.email ?? state.userName
  if (email.length > 254 || !EMAIL.test(email))
    throw scimInvalid('invalidValue', 'A user needs an e-mail address, in emails or as userName')
  if (await isUserNameTaken(ctx.db, organizationId, state.userName))
    throw taken('There is a user with this userName')
  const [found] = await findOrCreateUsers(ctx, [email])
  if (!found) throw notFound('user')
  const { user, isNew } = found
  if (await findScimUser(ctx.db, organizationId, user.id)) throw taken('There is a user with this e-mail')
  // Whoever only claims to have an address is not added where its owner is meant.
  if ((await unprovenAmong(ctx, [user])).size > 0)
    throw taken('An account with this e-mail exists, and nobody showed that the address is theirs')
  const displayName = shownName(state)
  if (isNew && displayName) await changeUser(ctx, user.id, { displayName })
  const now = ctx.clock.now()
  await insertScimUser(ctx.db, {
    organizationId,
    userId: user.id,
    ...columnsOf(state),
    isPending: false,
    isManaged: isNew || (user.emailVerifiedAt === null && !(await canSignIn(ctx, user.id))),
    createdAt: now,
    updatedAt: now,
  })
  const row = await requireScimUser(ctx, organizationId, user.id)
  if (state.active !== false) await activate(ctx, organization, row)
  else await deactivate(ctx, organizationId, row)
  const made = await requireScimUser(ctx, organizationId, user.id)
  await ctx.emit('scim_user.created', { organizationId, userId: user.id, isPending: made.isPending })
  return made
}

export async function changeScimUser(
  ctx: WriteContext,
  organization: OrganizationRow,
  row: ScimUserRow,
  next: UserState,
) {
  const { id: organizationId } = organization
  const { userId } = row
  if (next.email !== undefined && next.email.toLowerCase() !== row.email.toLowerCase())
    throw scimInvalid(
      'mutability',
      'The e-mail address of an account is changed by its owner, or by an administrator of the installation',
    )
  if (await isUserNameTaken(ctx.db, organizationId, next.userName, userId))
    throw taken('There is a user with this userName')
  await updateScimUser(ctx.db, organizationId, userId, {
    ...columnsOf(next),
    updatedAt: ctx.clock.now(),
  })
  const displayName = shownName(next)
  const isTheirs = !row.isManaged || (await belongsElsewhere(ctx, userId, organizationId))
  if (displayName && displayName !== row.accountName && !isTheirs)
    await changeUser(ctx, userId, { displayName })
  if (next.active === true && !row.isActive) await activate(ctx, organization, row)
  if (next.active === false && row.isActive) await deactivate(ctx, organizationId, row)
  await ctx.emit('scim_user.changed', { organizationId, userId })
  return requireScimUser(ctx, organizationId, userId)
}

/** Their membership goes with them; what they wrote stays, and so does their account. */
export async function removeScimUser(ctx: WriteContext, organizationId: string, { userId }: ScimUserRow) {
  await removeMember(ctx, organizationId, userId)
  await deleteScimUser(ctx.db, organizationId, userId)
  await endUselessSessions(ctx, organizationId, userId)
  await ctx.emit('scim_user.removed', { organizationId, userId })
}

async function activate(ctx: WriteContext, organization: OrganizationRow, row: ScimUserRow) {
  const { id: organizationId } = organization
  const { userId, isManaged } = row
  if (await isMember(ctx, organizationId, userId)) return reinstateMember(ctx, organizationId, userId)
  if (!isManaged) {
    await updateScimUser(ctx.db, organizationId, userId, { isPending: true })
    // Directories say the same thing again and again: they are asked once.
    if (!row.isPending) await queueMail(ctx, { kind: 'directory-invitation', userId, organizationId })
    return
  }
  await addMembers(ctx, organizationId, [{ userId, role: roleFor(organization) }])
  if (ctx.hasMail && !(await canSignIn(ctx, userId)))
    await queueMail(ctx, { kind: 'invitation', userId, organizationId })
}

/** At once: who they are to the organization is asked anew for every request. */
async function deactivate(ctx: WriteContext, organizationId: string, { userId }: ScimUserRow) {
  await updateScimUser(ctx.db, organizationId, userId, { isPending: false })
  await suspendMember(ctx, organizationId, userId)
  await endUselessSessions(ctx, organizationId, userId)
}

/** Whoever belongs to no other organization has nothing left to be signed in for. */
async function endUselessSessions(ctx: WriteContext, organizationId: string, userId: string) {
  const user = await findUserById(ctx, userId)
  if (!user || user.isAdministrator || (await belongsElsewhere(ctx, userId, organizationId))) return
  await endSessionsOf(ctx, userId)
}

/** Nobody administers an organization because a directory says so. */
export function roleFor({ defaultRole }: OrganizationRow) {
  return defaultRole === 'admin' ? 'create' : defaultRole
}

export async function requireScimUser(ctx: ReadContext, organizationId: string, userId: string) {
  const row = await findScimUser(ctx.db, organizationId, userId)
  if (!row) throw notFound('user')
  return row
}

export function stateOf(row: ScimUserRow): UserState {
  return {
    userName: row.userName,
    externalId: row.externalId ?? undefined,
    givenName: row.givenName ?? undefined,
    familyName: row.familyName ?? undefined,
    displayName: row.displayName ?? undefined,
  }
}

function columnsOf({ userName, externalId, givenName, familyName, displayName }: UserState) {
  return {
    userName,
    externalId: externalId ?? null,
    givenName: givenName ?? null,
    familyName: familyName ?? null,
    displayName: displayName ?? null,
  }
}
