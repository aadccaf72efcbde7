// Codes of an authenticator app: six digits that change every 30 seconds (RFC 6238).
import { Secret, TOTP } from 'otpauth'
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { conflict } from '../../../../kit/domain/problems.ts'
import { hashSecret } from '../../../../world/secrets/secrets.ts'
import { findTotp, updateLastStep, upsertUnconfirmedTotp } from './store-totp.ts'

const PERIOD = 30
/** As RFC 4226 recommends: 160 bits. */
const SECRET_BYTES = 20
/** Clocks go wrong: the code before and the one after count too. */
const WINDOW = 1

export type TotpSetUp = {
  /** What the app reads from the picture. */
  uri: string
  /** What people type where there is no camera. */
  secret: string
}

/** Nothing changes for the account until a first code shows that the app has the secret. */
export async function startTotp(ctx: WriteContext, userId: string) {
  const bytes = new Uint8Array(hashSecret(ctx.ids.secret()).subarray(0, SECRET_BYTES))
  const { base32 } = new Secret({ buffer: bytes.buffer })
  const secret = ctx.vault.seal(base32)
  const isStarted = await upsertUnconfirmedTotp(ctx.db, {
    userId,
    secret,
    createdAt: ctx.clock.now(),
    confirmedAt: null,
  })
  if (!isStarted) throw conflict('An authenticator app is set up already: turn it off first')
}

/** The secret is shown until it is confirmed, and never again. */
export async function totpSetUp(
  ctx: ReadContext,
  { id, email }: { id: string; email: string },
): Promise<TotpSetUp | undefined> {
  const found = await findTotp(ctx.db, id)
  if (!found || found.confirmedAt) return
  const secret = ctx.vault.open(found.secret)
  const issuer = `Quire (${new URL(ctx.links.of('')).hostname})`
  return { secret, uri: generatorOf(secret, { issuer, label: email }).toString() }
}

/** Whether the code is right, and was not used before. */
export async function acceptTotp(
  ctx: WriteContext,
  userId: string,
  code: string,
  { isFirst = false } = {},
): Promise<boolean> {
  const found = await findTotp(ctx.db, userId)
  if (!found || isFirst !== (found.confirmedAt === null)) return false
  const now = ctx.clock.now()
  const step = stepOf(ctx.vault.open(found.secret), code, now)
  return step !== undefined && updateLastStep(ctx.db, userId, step, isFirst ? now : undefined)
}

function stepOf(secret: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return
  const timestamp = now.getTime()
  const delta = generatorOf(secret).validate({ token, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta
}

function generatorOf(secret: string, names: { issuer?: string; label?: string } = {}) {
  return new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD })
}
