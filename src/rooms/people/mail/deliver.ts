import type { OutsideContext } from '../../../kit/domain/context.ts'
import { MailFailure } from '../../../world/mail/mailer.ts'
import type { Delivery } from './letter.ts'
import { messageOf } from './message.ts'

/** Hands a mail to the server. What that refuses for good is over and only logged; everything else is thrown. */
export async function deliver(
  ctx: OutsideContext,
  delivery: Delivery,
  about: { mail: string; userId: string },
) {
  try {
    await ctx.mailer.send(messageOf(ctx, delivery))
  } catch (error) {
    if (!(error instanceof MailFailure && error.isPermanent)) throw error
    ctx.log.warn({ ...about, reason: error.message }, 'a mail was refused and is not sent again')
  }
}
