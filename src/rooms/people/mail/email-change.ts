import type { OutsideContext, WriteContext } from '../../../kit/domain/context.ts'
import { unfit } from '../../../kit/domain/problems.ts'
import {
  approveEmail,
  beginEmailChange,
  beginWaiting,
  type ConfirmedChange,
  confirmEmail,
} from '../accounts/links/email-change.ts'
import { countMail } from '../accounts/links/mail-limit.ts'
import { queueMail } from './queue-mail.ts'

/** Checks that it is them, before anything is sent to an address that may be somebody else's. */
export async function prepareEmailChange(
  ctx: OutsideContext,
  user: { id: string; email: string },
  wanted: { email: string; password: string },
) {
  if (!ctx.hasMail)
    throw unfit('This installation cannot send e-mail: an administrator can change the address')
  await beginEmailChange(ctx, user, wanted.password)
  return { email: wanted.email, isAllowed: await countMail(ctx, wanted.email) }
}

/** The address stays as it is until both links are used: the one that goes to it, and the one that goes to the new one. */
export async function requestEmailChange(
  ctx: WriteContext,
  userId: string,
  { email, isAllowed }: { email: string; isAllowed: boolean },
) {
  const { needsApproval } = await beginWaiting(ctx, userId, email)
  if (isAllowed) await queueMail(ctx, { kind: 'email-change', userId, email })
  if (needsApproval) await queueMail(ctx, { kind: 'email-approval', userId, email })
}

/** Undefined where the link is used or over. Once both agreed, the former address is told. */
export async function confirmEmailChange(ctx: WriteContext, secret: string) {
  return told(ctx, await confirmEmail(ctx, secret))
}

/** The same for the link that went to the present address. */
export async function approveEmailChange(ctx: WriteContext, secret: string) {
  return told(ctx, await approveEmail(ctx, secret))
}

async function told(ctx: WriteContext, confirmed: ConfirmedChange | undefined) {
  if (!confirmed?.isDone) return confirmed
  const { userId, email, former } = confirmed
  if (former.toLowerCase() !== email.toLowerCase())
    await queueMail(ctx, { kind: 'email-changed', userId, former })
  return confirmed
}
