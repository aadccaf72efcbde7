import type { Ctx } from '../../domain/context.ts'
import { notFound } from '../../domain/problems.ts'
import type { RoleOrGuest } from '../../domain/roles.ts'
import { findOrCreateUsers } from '../identity/users.ts'
import { addMembers } from '../members/members.ts'
import type { SeenOrganization } from '../organizations/access.ts'
import { domainOf } from './access.ts'
import type { Invitation } from './schema.ts'
import { deleteInviteLink, findInviteLink, insertInviteLink, updateInviteLink } from './store.ts'

/** Invited people are members at once; those without an account get one, and a token from an administrator. */
export async function inviteUsers(ctx: Ctx, organization: SeenOrganization, invitation: Invitation) {
  const { sso = false, role = organization.defaultRole } = invitation
  const roles = new Map<string, RoleOrGuest>()
  for (const entry of invitation.emails) {
    if (typeof entry === 'string') roles.set(entry.toLowerCase(), role)
    else roles.set(entry.email.toLowerCase(), entry.role)
  }
  const isAllowed = (email: string) => !sso || organization.emailDomains.includes(domainOf(email))
  const emails = [...roles.keys()]
  const people = await findOrCreateUsers(ctx, emails.filter(isAllowed))
  await addMembers(
    ctx,
    organization.id,
    people.map(({ user }) => ({ userId: user.id, role: roles.get(user.email.toLowerCase()) ?? null, sso })),
  )
  const failed = emails.filter((email) => !isAllowed(email))
  return {
    users: people.map(({ user }) => user.id),
    invited: people.filter(({ isNew }) => isNew).length,
    failedSSOEmails: failed.length > 0 ? failed : undefined,
  }
}

export async function createInviteLink(ctx: Ctx, organizationId: string, role: RoleOrGuest) {
  const id = ctx.ids.secret()
  await insertInviteLink(ctx.db, {
    id,
    organizationId,
    role,
    createdBy: ctx.actor.id || null,
    createdAt: ctx.clock.now(),
  })
  await ctx.emit('invite_link.created', { organizationId, role })
  return requireInviteLink(ctx, organizationId, id)
}

export async function changeInviteLink(ctx: Ctx, organizationId: string, id: string, role: RoleOrGuest) {
  await requireInviteLink(ctx, organizationId, id)
  await updateInviteLink(ctx.db, organizationId, id, role)
  await ctx.emit('invite_link.changed', { organizationId, role })
  return requireInviteLink(ctx, organizationId, id)
}

export async function removeInviteLink(ctx: Ctx, organizationId: string, id: string) {
  const isRemoved = await deleteInviteLink(ctx.db, organizationId, id)
  if (isRemoved) await ctx.emit('invite_link.removed', { organizationId })
  return isRemoved
}

export async function requireInviteLink(ctx: Ctx, organizationId: string, id: string) {
  const link = await findInviteLink(ctx.db, organizationId, id)
  if (!link) throw notFound('invite')
  return link
}
