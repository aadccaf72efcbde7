import type { WriteContext } from '../../../kit/domain/context.ts'
import { findUserWithEmail } from '../identity/users.ts'
import { sendMail } from './jobs.ts'
import type { QueuedMail } from './schema.ts'

/** Sends a mail after this transaction. Whether there is mail at all says `ctx.hasMail`. */
export async function queueMail(ctx: WriteContext, mail: QueuedMail) {
  if (ctx.hasMail) await ctx.enqueue(sendMail, mail)
}

/**
 * For somebody who forgot their password. An unknown address costs the same work, so that timing tells nothing: its job
 * finds no user.
 */
export async function requestReset(ctx: WriteContext, email: string) {
  const user = await findUserWithEmail(ctx, email)
  await queueMail(ctx, { kind: 'reset', userId: user?.id ?? ctx.ids.next() })
}

/** For somebody who signs in by a link. The same holds here. */
export async function requestSignInLink(
  ctx: WriteContext,
  { email, ...wanted }: { email: string; browser: string; next: string },
) {
  const user = await findUserWithEmail(ctx, email)
  await queueMail(ctx, { kind: 'sign-in-link', userId: user?.id ?? ctx.ids.next(), ...wanted })
}
