// Mails about what people are told. Each is claimed by one process, written, sent, and noted as sent: two transactions,
// since nothing is locked while a mail server is asked.
import type { OutsideContext, WriteContext } from '../../../../kit/domain/context.ts'
import type { InTransaction } from '../../../../kit/domain/jobs.ts'
import { poller } from '../../../../kit/domain/poller.ts'
import { deliver } from '../../mail/deliver.ts'
import {
  claimMails,
  deleteMail,
  finishActivities,
  lockMail,
  type MailRow,
  updateMail,
} from './store-mails.ts'
import { writeMail } from './write-mail.ts'

/** As many as connections to the mail server. */
const AT_ONCE = 3
const MINUTE = 60_000
/** Longer than a mail may take. */
const CLAIM = 5 * MINUTE
/** Minutes until the next attempt; for about an hour, as servers ask to come again or are restarted. */
const PAUSES = [1, 2, 5, 10, 15, 30]

export const sendMails = poller<MailRow>({
  name: 'notifications.mail',
  atOnce: AT_ONCE,
  claim({ db, clock }, most) {
    const now = clock.now()
    return claimMails(db, { now, until: new Date(now.getTime() + CLAIM), most })
  },
  run: sendOne,
})

async function sendOne(ctx: OutsideContext, mail: MailRow, inTransaction: InTransaction) {
  const pause = PAUSES[mail.attempts - 1]
  // Its process died each time, or the server never took it.
  if (pause === undefined) {
    ctx.log.error({ userId: mail.userId, attempts: mail.attempts }, 'a mail was given up')
    return inTransaction((tx) => finish(tx, mail))
  }
  const delivery = ctx.hasMail ? await inTransaction((tx) => writeMail(tx, mail)) : undefined
  try {
    if (delivery) await deliver(ctx, delivery, { mail: 'notification', userId: mail.userId })
  } catch (error) {
    ctx.log.warn({ err: error, userId: mail.userId }, 'a mail was not sent and is tried again')
    const dueAt = new Date(ctx.clock.now().getTime() + pause * MINUTE)
    return inTransaction((tx) => updateMail(tx.db, mail.id, { dueAt }))
  }
  await inTransaction((tx) => finish(tx, mail))
}

/** What came meanwhile is the next mail of the batch. */
async function finish(ctx: WriteContext, mail: MailRow) {
  if (!(await lockMail(ctx.db, mail.id))) return
  const dueAt = await finishActivities(ctx.db, mail)
  if (dueAt) await updateMail(ctx.db, mail.id, { id: ctx.ids.next(), dueAt, attempts: 0 })
  else await deleteMail(ctx.db, mail.id)
}
