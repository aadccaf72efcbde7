import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { invalid, notFound } from '../../../kit/domain/problems.ts'
import type { RoleOrGuest } from '../../../kit/domain/roles.ts'
import { requireAbility } from '../../../kit/domain/subjects.ts'
import { collection, type SeenCollection } from '../../content/collections/access.ts'
import { type SeenSpace, space } from '../../content/spaces/access.ts'
import { unprovenAmong } from '../accounts/credentials.ts'
import { findOrCreateUsers } from '../identity/users.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { addMembers } from '../members/members.ts'
import type { SeenOrganization } from '../organizations/access.ts'
import { domainOf } from './access.ts'
import type { Invitation, InviteLinkChanges, NewInviteLink } from './schema.ts'
import {
  deleteInviteLink,
  deleteInviteLinksTo,
  findInviteLink,
  type InviteLinkRow,
  insertInviteLink,
  isToContent,
  updateInviteLink,
} from './store.ts'

/**
 * Invited people are members at once; those without an account get one. Somebody who only claims to have an address must
 * not become a member in its owner's place: of accounts that nobody verified, those are added that nobody can use yet.
 */
export async function inviteUsers(ctx: WriteContext, organization: SeenOrganization, invitation: Invitation) {
  const { sso = false, role = organization.defaultRole } = invitation
  const roles = new Map<string, RoleOrGuest>()
  for (const entry of invitation.emails) {
    if (typeof entry === 'string') roles.set(entry.toLowerCase(), role)
    else roles.set(entry.email.toLowerCase(), entry.role)
  }
  const isAllowed = (email: string) => !sso || organization.emailDomains.includes(domainOf(email))
  const emails = [...roles.keys()]
  const found = await findOrCreateUsers(ctx, emails.filter(isAllowed))
  const unproven = await unprovenAmong(
    ctx,
    found.map(({ user }) => user),
  )
  const people = found.filter(({ user }) => !unproven.has(user.id))
  const added = await addMembers(
    ctx,
    organization.id,
    people.map(({ user }) => ({ userId: user.id, role: roles.get(user.email.toLowerCase()) ?? null, sso })),
  )
  if (ctx.hasMail)
    for (const userId of added)
      await queueMail(ctx, {
        kind: 'invitation',
        userId,
        organizationId: organization.id,
        ...(ctx.actor.id && { invitedBy: ctx.actor.id }),
      })
  const failed = emails.filter((email) => !isAllowed(email))
  return {
    users: people.map(({ user }) => user.id),
    invited: people.filter(({ isNew }) => isNew).length,
    failedSSOEmails: failed.length > 0 ? failed : undefined,
    unverifiedEmails: unproven.size > 0 ? [...unproven.values()] : undefined,
  }
}

export async function createInviteLink(ctx: WriteContext, organizationId: string, wanted: NewInviteLink) {
  const { role, level, space: spaceId, collection: collectionId } = wanted
  const toContent = [spaceId, collectionId].filter((id) => id !== undefined).length
  const isToOrganization = role !== undefined && level === undefined && toContent === 0
  if (!isToOrganization && (role !== undefined || level === undefined || toContent !== 1)) {
    throw invalid('The body must name either role, or level and one of space and collection')
  }
  const id = ctx.ids.secret()
  const gives = isToOrganization ? role : (level ?? null)
  await insertInviteLink(ctx.db, {
    ...(await requireContent(ctx, organizationId, wanted)),
    id,
    organizationId,
    role: gives,
    createdBy: ctx.actor.id || null,
    createdAt: ctx.clock.now(),
  })
  await ctx.emit('invite_link.created', { organizationId, role: gives })
  return requireInviteLink(ctx, organizationId, id)
}

/** The content a link leads to, which the one who makes the link must administrate. */
async function requireContent(ctx: ReadContext, organizationId: string, wanted: NewInviteLink) {
  const place = { spaceId: null, collectionId: null }
  if (wanted.space) {
    const target = await requireAbility(ctx, space, { spaceId: wanted.space }, 'admin')
    if (target.organizationId !== organizationId) throw notFound('space')
    return { ...place, spaceId: target.id }
  }
  if (wanted.collection) {
    const target = await requireAbility(ctx, collection, { collectionId: wanted.collection }, 'admin')
    if (target.organizationId !== organizationId) throw notFound('collection')
    return { ...place, collectionId: target.id }
  }
  return place
}

export async function changeInviteLink(
  ctx: WriteContext,
  organizationId: string,
  id: string,
  changes: InviteLinkChanges,
) {
  const { link } = await requireInviteLink(ctx, organizationId, id)
  const [name, other] = isToContent(link) ? (['level', 'role'] as const) : (['role', 'level'] as const)
  const gives = changes[name]
  if (gives === undefined || changes[other] !== undefined) {
    throw invalid(`This link has a ${name}: send body.${name} alone`, { field: `body.${name}` })
  }
  await updateInviteLink(ctx.db, organizationId, id, gives)
  await ctx.emit('invite_link.changed', { organizationId, role: gives })
  return requireInviteLink(ctx, organizationId, id)
}

export async function removeInviteLink(ctx: WriteContext, organizationId: string, id: string) {
  const isRemoved = await deleteInviteLink(ctx.db, organizationId, id)
  if (isRemoved) await ctx.emit('invite_link.removed', { organizationId })
  return isRemoved
}

/** A link together with what it leads to. */
export async function requireInviteLink(
  ctx: ReadContext,
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

/** Nobody comes in any more through links to this content. */
export function closeLinksTo(ctx: WriteContext, contentIds: string[]) {
  return deleteInviteLinksTo(ctx.db, contentIds)
}
