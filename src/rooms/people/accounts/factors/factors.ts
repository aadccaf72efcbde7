// The second factors of an account. Whoever has one is never let in by a password, a link or a token alone.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { endLinks } from '../links/one-time-links.ts'
import { keepingAWayIn } from '../methods/ways-in.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import { keepPasskey } from './passkeys.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { findSecondFactors } from './store-factors.ts'
import { deletePasskey, deletePasskeys, listPasskeys } from './store-passkeys.ts'
import { countUnusedCodes, deleteRecoveryCodes } from './store-recovery-codes.ts'
import { deleteTotp, findTotp } from './store-totp.ts'
import { acceptTotp } from './totp.ts'

/** Who changes theirs, and the session that goes on. */
export type FactorOwner = { id: string; sessionId?: string }

export async function factorsOf(ctx: ReadContext, userId: string) {
  const totp = await findTotp(ctx.db, userId)
  return {
    totpSince: totp?.confirmedAt ?? undefined,
    passkeys: await listPasskeys(ctx.db, userId),
    recoveryCodes: await countUnusedCodes(ctx.db, userId),
  }
}

export async function hasSecondFactor(ctx: ReadContext, userId: string) {
  const { totp, passkey } = await findSecondFactors(ctx.db, userId)
  return Boolean(totp || passkey)
}

/** Undefined for a wrong code; else the recovery codes that were made with the first factor. */
export async function addTotp(ctx: WriteContext, owner: FactorOwner, code: string) {
  if (!(await acceptTotp(ctx, owner.id, code, { isFirst: true }))) return
  return added(ctx, owner, 'totp')
}

export async function addPasskey(
  ctx: WriteContext,
  owner: FactorOwner,
  { answer, label }: { answer: string; label: string },
) {
  await keepPasskey(ctx, owner.id, answer, label)
  return added(ctx, owner, 'passkey')
}

async function added(ctx: WriteContext, owner: FactorOwner, factor: 'totp' | 'passkey') {
  await ctx.emit('user.second_factor_added', { userId: owner.id, factor })
  await endOthers(ctx, owner)
  const isFirst = (await countUnusedCodes(ctx.db, owner.id)) === 0
  return { recoveryCodes: isFirst ? await createRecoveryCodes(ctx, owner.id) : [] }
}

/** One that was never confirmed goes without a word. */
export async function removeTotp(ctx: WriteContext, owner: FactorOwner) {
  const gone = await deleteTotp(ctx.db, owner.id)
  if (gone?.confirmedAt) await removed(ctx, owner, 'totp')
}

export async function removePasskey(ctx: WriteContext, owner: FactorOwner, id: string) {
  const isGone = await keepingAWayIn(ctx, owner.id, () =>
    deletePasskey(ctx.db, owner.id, Buffer.from(id, 'base64url')),
  )
  if (isGone) await removed(ctx, owner, 'passkey')
}

/** For somebody who lost their device. They sign in with their password until they add another. */
export async function resetFactors(ctx: WriteContext, userId: string) {
  await deleteTotp(ctx.db, userId)
  await deletePasskeys(ctx.db, userId)
  await removed(ctx, { id: userId }, 'all')
}

async function removed(ctx: WriteContext, owner: FactorOwner, factor: 'totp' | 'passkey' | 'all') {
  await ctx.emit('user.second_factor_removed', { userId: owner.id, factor })
  await endOthers(ctx, owner)
  if (!(await hasSecondFactor(ctx, owner.id))) await deleteRecoveryCodes(ctx.db, owner.id)
}

/** Whoever is signed in elsewhere, or about to be, did not show what is needed from now on. */
async function endOthers(ctx: WriteContext, { id, sessionId }: FactorOwner) {
  await endLinks(ctx, id, 'second-factor', 'sign-in', 'passkey-challenge')
  await endSessionsOf(ctx, id, { except: sessionId })
}
