import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { Delivery } from '../letter.ts'
import type { MailOf } from '../schema.ts'
import { findAnnouncingOrganization } from '../store.ts'
import { recipientOf, toRecipient } from './recipient.ts'

/** There is no secret in it: they sign in, and accept or leave it. Not sent to somebody who did so, or who is no longer asked. */
export async function writeDirectoryInvitation(
  ctx: ReadContext,
  { userId, organizationId }: MailOf<'directory-invitation'>,
): Promise<Delivery | undefined> {
  const recipient = await recipientOf(ctx, userId)
  const found = recipient && (await findAnnouncingOrganization(ctx.db, organizationId, userId))
  if (!found) return
  const { invitation } = recipient.words
  const { email } = recipient
  const organization = found.title
  return {
    ...toRecipient(recipient),
    letter: {
      subject: invitation.subject({ organization }),
      heading: invitation.heading({ organization }),
      paragraphs: [invitation.directory({ organization, email }), invitation.directoryLimits],
      button: { label: invitation.directoryButton, url: ctx.links.of('/o') },
      footnote: invitation.footnote,
    },
  }
}
