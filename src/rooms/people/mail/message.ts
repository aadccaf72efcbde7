// From a letter to a message: its two parts and its headers.
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { MailMessage } from '../../../world/mail/mailer.ts'
import type { Delivery } from './letter.ts'
import { htmlPart } from './parts/html-part.ts'
import { textPart } from './parts/text-part.ts'
import { mailWords } from './words/catalog.ts'

export function messageOf(
  ctx: Pick<ReadContext, 'clock' | 'ids' | 'links'>,
  delivery: Delivery,
): MailMessage {
  const { to, language, letter, thread, id = ctx.ids.next(), unsubscribeUrl } = delivery
  const words = mailWords(language)
  const { host, hostname } = new URL(ctx.links.of(''))
  const surroundings = { host, language, unsubscribeUrl }
  const messageId = (name: string) => `<${name.replaceAll(/[^\w.-]/g, '.')}@${hostname}>`
  return {
    to,
    subject: letter.subject,
    text: textPart(letter, words, surroundings),
    html: htmlPart(letter, words, surroundings),
    date: ctx.clock.now(),
    messageId: messageId(id),
    // The first message of a thread is one that never was: all are answers to it, whichever arrives first.
    ...(thread !== undefined && { inReplyTo: messageId(thread), references: [messageId(thread)] }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Exchange sends out-of-office replies to everything else.
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
    },
  }
}

/** RFC 8058: one click in the mail program, which sends a POST without asking. */
function unsubscribeHeaders(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
