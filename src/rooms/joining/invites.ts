import type { Ctx } from '../../domain/context.ts'
import { invalid, notFound } from '../../domain/problems.ts'
import type { RoleOrGuest } from '../../domain/roles.ts'
import { requireAbility } from '../../domain/subjects.ts'
import { collection, type SeenCollection } from '../collections/access.ts'
import { findOrCreateUsers } from '../identity/users.ts'
import { addMembers } from '../members/members.ts'
import type { SeenOrganization } from '../organizations/access.ts'
import { type SeenSpace, space } from '../spaces/access.ts'
import { domainOf } from './access.ts'
import type { Invitation, InviteLinkChanges, NewInviteLink } from './schema.ts'
import {
  deleteInviteLink,
  findInviteLink,
  type InviteLinkRow,
  insertInviteLink,
  isToContent,
  updateInviteLink,
} from './store.ts'

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

export async function createInviteLink(ctx: Ctx, organizationId: string, wanted: NewInviteLink) {
  const id = ctx.ids.secret()
  const role = 'role' in wanted ? wanted.role : wanted.level
  const place = await requireContent(ctx, organizationId, wanted)
  await insertInviteLink(ctx.db, {
    ...place,
    id,
    organizationId,
    role,
    createdBy: ctx.actor.id || null,
    createdAt: ctx.clock.now(),
  })
  await ctx.emit('invite_link.created', { organizationId, role })
  return requireInviteLink(ctx, organizationId, id)
}

/** The content a link leads to, which the one who makes the link must administrate. */
async function requireContent(ctx: Ctx, organizationId: string, wanted: NewInviteLink) {
  const place = { spaceId: null, collectionId: null }
  if ('space' in wanted) {
    const target = await requireAbility(ctx, space, { spaceId: wanted.space }, 'admin')
    if (target.organizationId !== organizationId) throw notFound('space')
    return { ...place, spaceId: target.id }
  }
  if ('collection' in wanted) {
    const target = await requireAbility(ctx, collection, { collectionId: wanted.collection }, 'admin')
    if (target.organizationId !== organizationId) throw notFound('collection')
    return { ...place, collectionId: target.id }
  }
  return place
}

export async function changeInviteLink(
  ctx: Ctx,
  organizationId: string,
  id: string,
  changes: InviteLinkChanges,
) {
  const { link } = await requireInviteLink(ctx, organizationId, id)
  const wanted = isToContent(link) ? 'level' : 'role'
  if (!(wanted in changes)) {
    throw invalid(`body.${wanted} is required for this link`, { field: `body.${wanted}` })
  }
  const role = 'role' in changes ? changes.role : changes.level
  await updateInviteLink(ctx.db, organizationId, id, role)
  await ctx.emit('invite_link.changed', { organizationId, role })
  return requireInviteLink(ctx, organizationId, id)
}

export async function removeInviteLink(ctx: Ctx, organizationId: string, id: string) {
  const isRemoved = await deleteInviteLink(ctx.db, organizationId, id)
  if (isRemoved) await ctx.emit('invite_link.removed', { organizationId })
  return isRemoved
}

/** A link together with what it leads to. */
export async function requireInviteLink(
  ctx: Ctx,
  organizationId: string,
  id: string,
): Promise<SeenInviteLink> {
  const link = await findInviteLink(ctx.db, organizationId, id)
  if (!link) throw notFound('invite')
  return {
    link,
    space: link.spaceId ? await space.find(ctx, { spaceId: link.spaceId }) : undefined,
    collection: link.collectionId
      ? await collection.find(ctx, { collectionId: link.collectionId })
      : undefined,
  }
}

export type SeenInviteLink = { link: InviteLinkRow; space?: SeenSpace; collection?: SeenCollection }
