import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { Delivery } from '../letter.ts'
import type { MailOf } from '../schema.ts'
import { recipientOf, toRecipient } from './recipient.ts'

export async function writeSecurityNotice(
  ctx: ReadContext,
  { userId, what, method = '', at }: MailOf<'security-notice'>,
): Promise<Delivery | undefined> {
  const recipient = await recipientOf(ctx, userId)
  if (!recipient) return
  const { email, language } = recipient
  const { security } = recipient.words
  const time = timeIn(language, new Date(at))
  const said =
    what === 'password'
      ? {
          subject: security.passwordSubject,
          heading: security.passwordHeading,
          text: security.passwordText({ email, time }),
        }
      : {
          subject: security.methodSubject,
          heading: security.methodHeading,
          text: security.methodText({ email, time, method }),
        }
  return {
    ...toRecipient(recipient),
    letter: {
      subject: said.subject,
      heading: said.heading,
      paragraphs: [said.text, security.otherwise],
      button: { label: security.button, url: ctx.links.of('/o/~forgot') },
      footnote: security.footnote,
    },
  }
}

/** Nobody knows where they read it: the time names its zone. */
function timeIn(language: string, time: Date) {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(time)} UTC`
}
