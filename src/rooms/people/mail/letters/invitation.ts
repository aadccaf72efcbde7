import type { WriteContext } from '../../../../kit/domain/context.ts'
import { createLink } from '../../accounts/links/one-time-links.ts'
import { hasPassword } from '../../accounts/passwords/passwords.ts'
import { findUserById } from '../../identity/users.ts'
import type { Delivery } from '../letter.ts'
import type { MailOf } from '../schema.ts'
import { findOrganizationOf } from '../store.ts'
import { type Recipient, recipientOf, toRecipient } from './recipient.ts'

/** Not sent to somebody who is no longer a member by then. */
export async function writeInvitation(
  ctx: WriteContext,
  { userId, organizationId, invitedBy }: MailOf<'invitation'>,
): Promise<Delivery | undefined> {
  const recipient = await recipientOf(ctx, userId)
  const found = recipient && (await findOrganizationOf(ctx.db, organizationId, userId))
  if (!found) return
  const { invitation } = recipient.words
  const { email } = recipient
  const organization = found.title
  const inviter = invitedBy === undefined ? undefined : await findUserById(ctx, invitedBy)
  const isKnown = await canSignIn(ctx, recipient)
  return {
    ...toRecipient(recipient),
    letter: {
      subject: invitation.subject({ organization }),
      heading: invitation.heading({ organization }),
      paragraphs: [
        inviter
          ? invitation.by({ name: inviter.displayName, organization })
          : invitation.text({ organization }),
        isKnown ? invitation.known({ email }) : invitation.limits({ email }),
      ],
      button: {
        label: invitation.button({ organization }),
        url: isKnown
          ? ctx.links.organization(organizationId).app
          : await invitationUrl(ctx, userId, organizationId),
      },
      footnote: invitation.footnote,
    },
  }
}

async function canSignIn(ctx: WriteContext, { id, lastSignedInAt }: Recipient) {
  return lastSignedInAt !== null || (await hasPassword(ctx, id))
}

async function invitationUrl(ctx: WriteContext, userId: string, organizationId: string) {
  const { secret } = await createLink(ctx, 'invitation', { userId, organizationId, isMailed: true })
  return ctx.links.of(`/o/~invitation/${secret}`)
}
