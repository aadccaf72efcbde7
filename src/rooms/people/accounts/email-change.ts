// Another e-mail address: confirmed by a link that is mailed to it. For a day the former one has a link that undoes it.
import type { OutsideContext, WriteContext } from '../../../kit/domain/context.ts'
import { forbidden } from '../../../kit/domain/problems.ts'
import { changeEmail, findUserById } from '../identity/users.ts'
import { beginAttempt } from './attempts.ts'
import { isOn } from './methods/methods.ts'
import { consumeLink, createLink, endLinks, endLinksSince, renewLink } from './one-time-links.ts'
import { checkPassword, hasPassword } from './passwords/passwords.ts'
import { createResetLink } from './recovery.ts'
import { endSessionsOf } from './sessions.ts'

/** Those who sign in without a password showed within the hour that it is them. */
export async function beginEmailChange(
  ctx: OutsideContext,
  { id, email }: { id: string; email: string },
  password: string,
) {
  if (!(await hasPassword(ctx, id))) return
  await beginAttempt(ctx, { account: email, address: `account ${id}` })
  if (!(await checkPassword(ctx, id, password)))
    throw forbidden('body.password is not your password', { field: 'body.password' })
}

export async function createConfirmationLink(ctx: WriteContext, userId: string, email: string) {
  const { secret, expiresAt } = await createLink(ctx, 'verify-email', { userId, email, isMailed: true })
  return { url: ctx.links.of(`/o/~confirm-email/${secret}`), expiresAt }
}

/** To the address that was theirs. Undefined where the change was undone, or is too old for that. */
export async function revealUndoLink(ctx: WriteContext, userId: string, former: string) {
  const link = await renewLink(ctx, 'undo-email', { userId, email: former })
  return link && { url: ctx.links.of(`/o/~undo-email/${link.secret}`), expiresAt: link.expiresAt }
}

/** Undefined where the link is used or over. */
export async function confirmEmail(ctx: WriteContext, secret: string) {
  const link = await consumeLink(ctx, 'verify-email', secret)
  const user = link?.userId ? await findUserById(ctx, link.userId) : undefined
  const email = link?.details.email
  if (!user || user.suspendedAt || email === undefined) return
  await changeEmailOf(ctx, user.id, email)
  // Made with the change and told later, by mail: so it counts from the change on, however late that mail is.
  await createLink(ctx, 'undo-email', { userId: user.id, email: user.email, isMailed: true })
  return { userId: user.id, email, former: user.email }
}

/** Links that went to the former address are good for nothing from here on. */
export async function changeEmailOf(ctx: WriteContext, userId: string, email: string) {
  await changeEmail(ctx, userId, email)
  await endLinks(ctx, userId, 'reset', 'sign-in', 'verify-email')
}

/** They know who it is: nothing is confirmed by mail, and nothing that was mailed before undoes it. */
export async function changeEmailByAdministrator(ctx: WriteContext, userId: string, email: string) {
  await changeEmailOf(ctx, userId, email)
  await endLinks(ctx, userId, 'undo-email')
}

/**
 * Gives an account back to its former address: whoever changed that knew the password, so all browsers are signed out and
 * a new password is chosen. Changes after that one can no longer be undone; those before it can, so that whoever changes an
 * address twice and undoes the second change does not keep its owner out. Undefined where the link is used or over.
 */
export async function undoEmailChange(ctx: WriteContext, secret: string) {
  const link = await consumeLink(ctx, 'undo-email', secret)
  const user = link?.userId ? await findUserById(ctx, link.userId) : undefined
  const email = link?.details.email
  if (!link || !user || user.suspendedAt || email === undefined) return
  await changeEmailOf(ctx, user.id, email)
  await endLinksSince(ctx, user.id, 'undo-email', link.createdAt)
  await endSessionsOf(ctx, user.id)
  if (!isOn(ctx, 'password')) return { email, path: '/o/~sign-in' }
  const { path } = await createResetLink(ctx, user.id, { isMailed: true })
  return { email, path }
}
