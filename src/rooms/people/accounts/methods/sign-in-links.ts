// Sign-in by a link that is mailed. It works in the browser that asked for it, once: mail that is forwarded or read by
// others lets nobody in, and nobody is signed in to the account of somebody else by a link that they were sent.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { hashSecret } from '../../../../world/secrets/secrets.ts'
import { findUserById } from '../../identity/users.ts'
import { deviceOf } from '../attempts.ts'
import { consumeLink, createLink, type OneTimeLink, peekLink } from '../links/one-time-links.ts'
import type { Proof } from '../sign-in.ts'
import { claimAddress } from './claim-address.ts'
import { isOn } from './methods.ts'

/** Of the secret that a browser keeps while it signs in: it may be stored and sent to jobs. */
export function browserHash(secret: string) {
  return hashSecret(secret).toString('base64url')
}

export async function createSignInLink(
  ctx: WriteContext,
  userId: string,
  { browser, next }: { browser: string; next: string },
) {
  const { secret } = await createLink(ctx, 'sign-in', { userId, browser, next, isMailed: true })
  return { url: ctx.links.of(`/o/~sign-in/link/${secret}`) }
}

/** Undefined where the link is used or over. */
export async function openSignInLink(ctx: ReadContext, secret: string, browser: string | undefined) {
  const link = isOn(ctx, 'link') ? await peekLink(ctx, 'sign-in', secret) : undefined
  const user = link?.userId ? await findUserById(ctx, link.userId) : undefined
  if (!link || !user || user.suspendedAt) return
  return { isHere: isOfBrowser(link, browser), email: user.email, next: link.details.next ?? '' }
}

/** A link that is opened in another browser stays good for the one that it is for. */
export async function proveLink(
  ctx: WriteContext,
  secret: string,
  { browser, device }: { browser?: string; device?: string },
): Promise<(Proof & { next: string }) | undefined> {
  const opened = await openSignInLink(ctx, secret, browser)
  const link = opened?.isHere ? await consumeLink(ctx, 'sign-in', secret) : undefined
  const user = link?.userId ? await findUserById(ctx, link.userId) : undefined
  if (!opened || !user) return
  await claimAddress(ctx, user, { isKnownBrowser: device === deviceOf(ctx, user.email) })
  return { userId: user.id, methods: ['link'], next: opened.next }
}

function isOfBrowser({ details }: OneTimeLink, browser: string | undefined) {
  return browser !== undefined && details.browser === browserHash(browser)
}
