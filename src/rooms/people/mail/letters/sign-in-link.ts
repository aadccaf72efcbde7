import type { WriteContext } from '../../../../kit/domain/context.ts'
import { isOn } from '../../accounts/methods/methods.ts'
import { createSignInLink } from '../../accounts/methods/sign-in-links.ts'
import type { Delivery } from '../letter.ts'
import type { MailOf } from '../schema.ts'
import { recipientOf, toRecipient } from './recipient.ts'

export async function writeSignInLink(
  ctx: WriteContext,
  { userId, browser, next }: MailOf<'sign-in-link'>,
): Promise<Delivery | undefined> {
  const recipient = await recipientOf(ctx, userId)
  if (!recipient || !isOn(ctx, 'link')) return
  const { signInLink } = recipient.words
  const { url } = await createSignInLink(ctx, userId, { browser, next })
  return {
    ...toRecipient(recipient),
    letter: {
      subject: signInLink.subject,
      heading: signInLink.heading,
      paragraphs: [signInLink.text({ email: recipient.email }), signInLink.limits],
      button: { label: signInLink.button, url },
      footnote: signInLink.footnote,
    },
  }
}
