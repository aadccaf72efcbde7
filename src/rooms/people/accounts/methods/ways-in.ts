// What lets somebody in, of what the installation allows. The last of it stays.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { conflict } from '../../../../kit/domain/problems.ts'
import { isOn } from './methods.ts'
import { findAdministratorCredentials, findCredentials, lockUser } from './store-ways-in.ts'

/** How many there are. A mailbox is for the day on which all of them are lost, and does not count. */
export async function countWaysIn(ctx: ReadContext, userId: string) {
  const found = await findCredentials(ctx.db, userId, issuersOf(ctx))
  const { hasPassword = false, passkeys, identities } = found ?? {}
  const counts = [
    isOn(ctx, 'password') && hasPassword ? 1 : 0,
    isOn(ctx, 'passkey') ? (passkeys ?? 0) : 0,
    isOn(ctx, 'oidc') ? (identities ?? 0) : 0,
  ]
  return counts.reduce((one, other) => one + other, 0)
}

/** Asked after one was taken away, in the same transaction: of two that are removed at once, one stays. */
export async function keepingAWayIn<T>(
  ctx: WriteContext,
  userId: string,
  remove: () => Promise<T>,
): Promise<T> {
  await lockUser(ctx.db, userId)
  const before = await countWaysIn(ctx, userId)
  const removed = await remove()
  if (before > 0 && (await countWaysIn(ctx, userId)) === 0)
    throw conflict('This is the only way to sign in to this account: add another one first', { user: userId })
  return removed
}

function issuersOf({ oidcProviders }: ReadContext) {
  return oidcProviders.map(({ issuer }) => issuer)
}

/** Whether one of the administrators can sign in by what is switched on. */
export async function hasAdministratorWayIn(ctx: ReadContext) {
  const issuers = issuersOf(ctx)
  const administrators = await findAdministratorCredentials(ctx.db, { now: ctx.clock.now(), issuers })
  return administrators.some(
    ({ hasPassword, hasPasskey, hasIdentity, hasToken, emailVerifiedAt }) =>
      (hasPassword && isOn(ctx, 'password')) ||
      (hasPasskey && isOn(ctx, 'passkey')) ||
      (hasIdentity && isOn(ctx, 'oidc')) ||
      (hasToken && isOn(ctx, 'token')) ||
      (emailVerifiedAt !== null && isOn(ctx, 'link')),
  )
}
