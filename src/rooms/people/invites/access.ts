import type { Actor, ReadContext } from '../../../kit/domain/context.ts'
import { isAtLeast } from '../../../kit/domain/roles.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { holdRole } from '../members/members.ts'
import { organization, organizationAbilities, type SeenOrganization } from '../organizations/access.ts'
import { findInviteLink, type InviteLinkRow, isToTrash } from './store.ts'

/** An organization as its door looks from outside: open to those whose e-mail is at one of its domains. */
export const joinableOrganization = subject({
  name: 'organization',
  find: organization.find,
  abilities: (row: SeenOrganization, { actor }) => {
    const { view } = organizationAbilities(row.standing)
    const isOpen = isAtDomainOf(actor, row)
    return { view: view || isOpen, join: view || isOpen }
  },
})

export type OpenInvite = InviteLinkRow & { organization: SeenOrganization }

/**
 * Knowing the id of an invite link is the permission to use it, as long as the organization allows links and the maker
 * of this one may still invite.
 */
export const openInvite = subject({
  name: 'invite',
  find: async (ctx, { organizationId, inviteId }: { organizationId: string; inviteId: string }) => {
    const found = await organization.find(ctx, { organizationId })
    const link = found?.inviteLinks && (await findInviteLink(ctx.db, organizationId, inviteId))
    if (!link || (await isToTrash(ctx.db, link.spaceId)) || !(await mayStillInvite(ctx, link)))
      return undefined
    return { ...link, organization: found }
  },
  abilities: (_invite: OpenInvite) => ({ view: true, use: true }),
})

/** Only admins make links. Their role is held, or a demotion at this moment could be undone by the link. */
async function mayStillInvite(ctx: ReadContext, { organizationId, createdBy }: InviteLinkRow) {
  if (createdBy === null) return true
  return isAtLeast(await holdRole(ctx, organizationId, createdBy, ctx.actor.id), 'admin')
}

/** Anybody can type an address: only one that was verified opens a door. */
export function isAtDomainOf(actor: Actor, { emailDomains }: { emailDomains: string[] }) {
  return actor.kind === 'user' && actor.isEmailVerified && emailDomains.includes(domainOf(actor.email))
}

export function domainOf(email: string) {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}
