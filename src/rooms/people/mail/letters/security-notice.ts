import type { ReadContext } from '../../../../kit/domain/context.ts'
import { isOn } from '../../accounts/methods/methods.ts'
import type { Delivery } from '../letter.ts'
import type { MailOf } from '../schema.ts'
import type { MailWords } from '../words/catalog.ts'
import { recipientOf, toRecipient } from './recipient.ts'

export async function writeSecurityNotice(
  ctx: ReadContext,
  { userId, what, method = '', at }: MailOf<'security-notice'>,
): Promise<Delivery | undefined> {
  const recipient = await recipientOf(ctx, userId)
  if (!recipient) return
  const { email, language } = recipient
  const hasPasswords = isOn(ctx, 'password')
  const { security } = recipient.words
  const time = timeIn(language, new Date(at))
  const said = sayOf(recipient.words, what, { email, time, method: methodIn(recipient.words, method) })
  return {
    ...toRecipient(recipient),
    letter: {
      subject: said.subject,
      heading: said.heading,
      paragraphs: [said.text, hasPasswords ? security.otherwise : security.otherwiseLook],
      button: hasPasswords
        ? { label: security.button, url: ctx.links.of('/o/~forgot') }
        : { label: security.lookButton, url: ctx.links.of('/o/~account/security') },
      footnote: security.footnote,
    },
  }
}

function sayOf(
  { security }: MailWords,
  what: MailOf<'security-notice'>['what'],
  about: { email: string; time: string; method: string },
) {
  switch (what) {
    case 'password':
      return {
        subject: security.passwordSubject,
        heading: security.passwordHeading,
        text: security.passwordText(about),
      }
    case 'method-added':
      return {
        subject: security.methodSubject,
        heading: security.methodHeading,
        text: security.methodText(about),
      }
    case 'method-removed':
      return {
        subject: security.removedSubject,
        heading: security.removedHeading,
        text: security.removedText(about),
      }
  }
}

/** The name of an identity provider is its own word. */
function methodIn({ security }: MailWords, method: string) {
  switch (method) {
    case 'totp':
    case 'passkey':
    case 'all':
      return security.methods[method]
    default:
      return method
  }
}

/** Nobody knows where they read it: the time names its zone. */
function timeIn(language: string, time: Date) {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(time)} UTC`
}
