import type { ReadContext } from '../../../../kit/domain/context.ts'
import { Problem } from '../../../../kit/domain/problems.ts'
import { hashSecret } from '../../../../world/secrets/secrets.ts'
import { networkOf } from '../attempts.ts'
import { countWithin } from '../store-attempts.ts'

const HOUR_SECONDS = 3_600
/** Mails that anybody may have sent to an address in an hour, and from a network. */
const TO_ADDRESS = { most: 5, seconds: HOUR_SECONDS }
const FROM_NETWORK = { most: 50, seconds: HOUR_SECONDS }

/** Counts a mail to an address, whoever has it; false where it has had enough of them. */
export function countMail(ctx: ReadContext, email: string): Promise<boolean> {
  const key = `mail ${hashSecret(email.trim().toLowerCase()).toString('base64url')}`
  return countWithin(ctx.db, key, TO_ADDRESS, ctx.clock.now())
}

/** Refuses a network that asks for mails to one address after the other. */
export async function countMailFrom(ctx: ReadContext, address: string) {
  const key = `mail network ${networkOf(address)}`
  if (await countWithin(ctx.db, key, FROM_NETWORK, ctx.clock.now())) return
  throw new Problem('rate_limited', 'Too many mails were asked for; try again in an hour', {
    retryAfter: HOUR_SECONDS,
  })
}
