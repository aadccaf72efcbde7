// New passwords: by the old one, or by a link. All other browsers are signed out, whoever used them.
import type { OutsideContext, WriteContext } from '../../../../kit/domain/context.ts'
import { forbidden } from '../../../../kit/domain/problems.ts'
import { findUserById } from '../../identity/users.ts'
import { beginAttempt, deviceOf } from '../attempts.ts'
import { claimAddress } from '../methods/claim-address.ts'
import { requirePasswords } from '../methods/methods.ts'
import { checkPassword, type HashedPassword, hashPassword, keepPassword } from '../passwords/passwords.ts'
import type { PasswordChange } from '../schema.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { consumeLink, createLink, endLinks } from './one-time-links.ts'

/** Checks the old password and hashes the new one, before the transaction opens. */
export async function preparePasswordChange(
  ctx: OutsideContext,
  { id, email }: { id: string; email: string },
  { currentPassword, password }: PasswordChange,
): Promise<HashedPassword> {
  requirePasswords(ctx)
  await beginAttempt(ctx, { account: email, address: `account ${id}` })
  if (!(await checkPassword(ctx, id, currentPassword)))
    throw forbidden('body.currentPassword is not your password', { field: 'body.currentPassword' })
  return hashPassword(ctx, password, email)
}

export async function changePassword(
  ctx: WriteContext,
  userId: string,
  password: HashedPassword,
  { exceptSession }: { exceptSession?: string } = {},
) {
  await keepPassword(ctx, userId, password)
  await endLinks(ctx, userId, 'reset', 'sign-in', 'second-factor')
  await endSessionsOf(ctx, userId, { except: exceptSession })
}

/** For somebody who forgot their password, or never had one. `isMailed`: it goes to their address. */
export async function createResetLink(ctx: WriteContext, userId: string, { isMailed = false } = {}) {
  requirePasswords(ctx)
  const { secret, expiresAt } = await createLink(ctx, 'reset', { userId, isMailed })
  const path = `/o/~reset/${secret}`
  return { url: ctx.links.of(path), path, expiresAt }
}

/** Undefined where the link is used or over. */
export async function resetPassword(
  ctx: WriteContext,
  secret: string,
  { password, device }: { password: HashedPassword; device?: string },
) {
  requirePasswords(ctx)
  const link = await consumeLink(ctx, 'reset', secret)
  const user = link?.userId ? await findUserById(ctx, link.userId) : undefined
  if (!user || user.suspendedAt) return
  const isKnownBrowser = device === deviceOf(ctx, user.email)
  if (link?.details.isMailed) await claimAddress(ctx, user, { isKnownBrowser })
  await changePassword(ctx, user.id, password)
  return user
}
