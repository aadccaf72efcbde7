// Codes on paper, for the day on which a phone is lost: each works once.
import { Secret } from 'otpauth'
import type { WriteContext } from '../../../../kit/domain/context.ts'
import { hashSecret } from '../../../../world/secrets/secrets.ts'
import { replaceRecoveryCodes, updateUsedCode } from './store-recovery-codes.ts'

const COUNT = 10
/** 24 letters, 120 bits: a fast hash is enough, as nobody who reads the table can try them all. */
const BYTES = 15

/** The only time that they can be read. Those that somebody had before stop working. */
export async function createRecoveryCodes(ctx: WriteContext, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => newCode(ctx))
  await replaceRecoveryCodes(
    ctx.db,
    userId,
    codes.map((code) => hashSecret(lettersOf(code))),
  )
  await ctx.emit('user.recovery_codes_replaced', { userId })
  return codes
}

export function acceptRecoveryCode(ctx: WriteContext, userId: string, code: string): Promise<boolean> {
  return updateUsedCode(ctx.db, userId, hashSecret(lettersOf(code)), ctx.clock.now())
}

function newCode({ ids }: WriteContext) {
  const bytes = new Uint8Array(hashSecret(ids.secret()).subarray(0, BYTES))
  const letters = new Secret({ buffer: bytes.buffer }).base32.toLowerCase()
  return (letters.match(/.{4}/g) ?? []).join('-')
}

/** However it was typed. There is no zero in a code, so one is the letter that looks like it. */
function lettersOf(code: string) {
  return code
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('0', 'o')
}
