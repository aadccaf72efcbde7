import { longJob } from '../../../kit/domain/jobs.ts'
import { deliver } from './deliver.ts'
import { writeLetter } from './letters/letters.ts'
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
    await deliver(ctx, delivery, { mail: mail.kind, userId: mail.userId })
  },
})
