import type { WriteContext } from '../../../../kit/domain/context.ts'
import { createResetLink } from '../../accounts/links/recovery.ts'
import { isOn } from '../../accounts/methods/methods.ts'
import type { Delivery } from '../letter.ts'
import type { MailOf } from '../schema.ts'
import { recipientOf, toRecipient } from './recipient.ts'

export async function writeReset(
  ctx: WriteContext,
  { userId }: MailOf<'reset'>,
): Promise<Delivery | undefined> {
  const recipient = await recipientOf(ctx, userId)
  if (!recipient || !isOn(ctx, 'password')) return
  const { reset } = recipient.words
  const { url } = await createResetLink(ctx, userId, { isMailed: true })
  return {
    ...toRecipient(recipient),
    letter: {
      subject: reset.subject,
      heading: reset.heading,
      paragraphs: [reset.text({ email: recipient.email }), reset.limits],
      button: { label: reset.button, url },
      footnote: reset.footnote,
    },
  }
}
