import { Type } from 'typebox'
import { job, longJob } from '../../../kit/domain/jobs.ts'
import { MailFailure } from '../../../world/mail/mailer.ts'
import { writeLetter } from './letters/letters.ts'
import { messageOf } from './message.ts'
import { QueuedMail } from './schema.ts'

/**
 * Writes a mail and sends it. Its link is made now, in a transaction that is over before the mail server is asked: of one that
 * was not accepted only a hash is left, and the next attempt makes another one.
 */
export const sendMail = longJob({
  name: 'mail.send',
  payload: QueuedMail,
  // For about an hour: servers ask to come again after some minutes, or are restarted.
  maxAttempts: 12,
  run: async (ctx, mail, inTransaction) => {
    if (!ctx.mailer.isConfigured) return
    const delivery = await inTransaction((ctx) => writeLetter(ctx, mail))
    if (!delivery) return
    try {
      await ctx.mailer.send(messageOf(ctx, delivery))
    } catch (error) {
      if (!(error instanceof MailFailure && error.isPermanent)) throw error
      const { kind, userId } = mail
      ctx.log.warn({ mail: kind, userId, reason: error.message }, 'a mail was refused and is not sent again')
    }
  },
})

/** Whoever has an account hears of a new password, whoever set it. */
export const noticePassword = job({
  name: 'mail.notice-password',
  payload: Type.Object({ userId: Type.String(), createdAt: Type.String() }),
  run: async (ctx, { userId, createdAt }) => {
    if (!ctx.hasMail) return
    await ctx.enqueue(sendMail, { kind: 'security-notice', userId, what: 'password', at: createdAt })
  },
})
