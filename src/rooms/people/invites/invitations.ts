// Links by which somebody who was invited makes their account. One who can sign in already needs none, and gets none: it
// would let whoever has it choose the password of somebody else.
import {
  NO_CREDENTIAL,
  type Person,
  type ReadContext,
  type WriteContext,
} from '../../../kit/domain/context.ts'
import { conflict } from '../../../kit/domain/problems.ts'
import { requireAbility } from '../../../kit/domain/subjects.ts'
import { canSignIn } from '../accounts/credentials.ts'
import { consumeLink, createLink, peekLink } from '../accounts/links/one-time-links.ts'
import { type HashedPassword, keepPassword } from '../accounts/passwords/passwords.ts'
import { changeUser, createUser, findUserById, verifyEmail } from '../identity/users.ts'
import type { SeenMember } from '../members/access.ts'
import { belongsElsewhere } from '../members/members.ts'
import { findOrganizationById } from '../organizations/organizations.ts'
import { openInvite } from './access.ts'
import { joinByInvite } from './join.ts'

export async function createInvitationLink(ctx: WriteContext, member: SeenMember, { isMailed = false } = {}) {
  const { userId } = member
  const { id: organizationId } = member.organization
  if (await canSignIn(ctx, userId)) throw conflict('This member has an account already', { user: userId })
  // A member elsewhere has a secret to lose that is not this organization's to give away.
  if (!isMailed && !ctx.actor.isAdministrator && (await belongsElsewhere(ctx, userId, organizationId)))
    throw conflict(
      'This member belongs to another organization too: an administrator of the installation can send them a link for a password',
      {
        user: userId,
      },
    )
  const { secret, expiresAt } = await createLink(ctx, 'invitation', { userId, organizationId, isMailed })
  return { url: ctx.links.of(`/o/~invitation/${secret}`), expiresAt }
}

/** Who was invited, and where to; undefined where the link is used or over. */
export async function openInvitation(ctx: ReadContext, secret: string) {
  const link = await peekLink(ctx, 'invitation', secret)
  const user = link?.userId ? await findUserById(ctx, link.userId) : undefined
  if (!user || user.suspendedAt || (await canSignIn(ctx, user.id))) return
  const organization = await findOrganizationById(ctx, link?.details.organizationId ?? '')
  return organization && { email: user.email, organization: organization.title }
}

/** Without a password where the installation has none. */
type NewAccount = { displayName: string; password?: HashedPassword }

export async function acceptInvitation(
  ctx: WriteContext,
  secret: string,
  { displayName, password }: NewAccount,
) {
  if (!(await openInvitation(ctx, secret))) return
  const link = await consumeLink(ctx, 'invitation', secret)
  if (!link?.userId) return
  const { userId: id } = link
  await changeUser(ctx, id, { displayName })
  if (password) await keepPassword(ctx, id, password)
  if (link.details.isMailed) await verifyEmail(ctx, id)
  return { id }
}

/** The account of somebody who follows an invite link, and their place. Nobody verified the address yet. */
export async function registerByInvite(
  ctx: WriteContext,
  place: { organizationId: string; inviteId: string },
  { email, displayName, password }: { email: string; displayName: string; password: HashedPassword },
) {
  const user = await createUser(ctx, { email, displayName })
  await keepPassword(ctx, user.id, password)
  const { id, isAdministrator } = user
  const actor: Person = {
    kind: 'user',
    id,
    email,
    isEmailVerified: false,
    isAdministrator,
    closedTo: [],
    credential: NO_CREDENTIAL,
  }
  const own = { ...ctx, actor }
  await joinByInvite(own, await requireAbility(own, openInvite, place, 'use'))
  return { id }
}
