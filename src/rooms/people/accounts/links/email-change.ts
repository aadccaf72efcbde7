// Another e-mail address: confirmed by links that are mailed to it and to the present one, in any order. For a day after the
// change the former one has a link that undoes it. Whoever lost the present mailbox asks an administrator.
import type { OutsideContext, ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { forbidden, notFound } from '../../../../kit/domain/problems.ts'
import { changeEmail, findUserById } from '../../identity/users.ts'
import { beginAttempt } from '../attempts.ts'
import { isOn } from '../methods/methods.ts'
import { checkPassword, hasPassword } from '../passwords/passwords.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { consumeLink, createLink, endLinks, endLinksSince, renewLink } from './one-time-links.ts'
import { createResetLink } from './recovery.ts'
import {
  deleteEmailChange,
  deleteEmailChangesBefore,
  findEmailChange,
  updateEmailChange,
  upsertEmailChange,
} from './store-email-changes.ts'

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

export async function createApprovalLink(ctx: WriteContext, userId: string, email: string) {
  const { secret, expiresAt } = await createLink(ctx, 'approve-email', { userId, email, isMailed: true })
  return { url: ctx.links.of(`/o/~approve-email/${secret}`), expiresAt }
}

/** An address that nobody showed to be theirs is not asked: mail to it may reach somebody else. */
export async function beginWaiting(ctx: WriteContext, userId: string, email: string) {
  const user = await findUserById(ctx, userId)
  if (!user) throw notFound('user')
  await endLinks(ctx, userId, 'verify-email', 'approve-email')
  const createdAt = ctx.clock.now()
  const approvedAt = user.emailVerifiedAt === null ? createdAt : null
  await upsertEmailChange(ctx.db, { userId, email, confirmedAt: null, approvedAt, createdAt })
  return { needsApproval: approvedAt === null }
}

export type ConfirmedChange = { userId: string; email: string; former: string; isDone: boolean }

/** Undefined where the link is used or over. */
export function confirmEmail(ctx: WriteContext, secret: string): Promise<ConfirmedChange | undefined> {
  return agree(ctx, 'verify-email', secret)
}

/** By the present address. */
export function approveEmail(ctx: WriteContext, secret: string): Promise<ConfirmedChange | undefined> {
  return agree(ctx, 'approve-email', secret)
}

async function agree(ctx: WriteContext, purpose: 'verify-email' | 'approve-email', secret: string) {
  const link = await consumeLink(ctx, purpose, secret)
  const user = link?.userId ? await findUserById(ctx, link.userId) : undefined
  const email = link?.details.email
  if (!user || user.suspendedAt || email === undefined) return
  const now = ctx.clock.now()
  const agreed = purpose === 'verify-email' ? { confirmedAt: now } : { approvedAt: now }
  const waiting = await updateEmailChange(ctx.db, user.id, email, agreed)
  if (!waiting) return
  const isDone = waiting.confirmedAt !== null && waiting.approvedAt !== null
  const change = { userId: user.id, email, former: user.email, isDone }
  if (!isDone) return change
  await changeEmailOf(ctx, user.id, email)
  // Made with the change and told later, by mail: so it counts from the change on, however late that mail is.
  await createLink(ctx, 'undo-email', { userId: user.id, email: user.email, isMailed: true })
  return change
}

export async function isEmailChangeWaiting(ctx: ReadContext, userId: string, email: string) {
  return (await findEmailChange(ctx.db, userId, email)) !== undefined
}

/** By whoever reads mail at the present address: nothing of the change is left. Undefined where the link is used or over. */
export async function refuseEmail(ctx: WriteContext, secret: string) {
  const link = await consumeLink(ctx, 'approve-email', secret)
  if (!link?.userId) return
  await deleteEmailChange(ctx.db, link.userId)
  await endLinks(ctx, link.userId, 'verify-email')
  return { userId: link.userId }
}

/** Links live for a day, and so does what waits for them. */
export function forgetEmailChanges({ db, clock }: WriteContext) {
  return deleteEmailChangesBefore(db, new Date(clock.now().getTime() - WAITING_FOR))
}

const WAITING_FOR = 24 * 60 * 60 * 1000

/** Links that went to the former address are good for nothing from here on. */
export async function changeEmailOf(ctx: WriteContext, userId: string, email: string) {
  await changeEmail(ctx, userId, email)
  await deleteEmailChange(ctx.db, userId)
  await endLinks(ctx, userId, 'reset', 'sign-in', 'verify-email', 'approve-email')
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
