// A browser that stays signed in after a token was pasted once. It remembers which token that was, signed by us, and
// nothing of the token itself: when that is revoked or ends, so does the session.
import type { Actor, ReadContext, WriteContext } from '../../domain/context.ts'
import { findTokenWithOwner } from './store.ts'
import { identify, recognize } from './tokens.ts'

const PURPOSE = 'session of a browser'
const LIFETIME = 7 * 24 * 60 * 60 * 1000

export type Session = { value: string; until: Date }

/** Undefined where the token is nobody's. */
export async function startSession(ctx: WriteContext, token: string): Promise<Session | undefined> {
  const actor = await identify(ctx, token)
  if (actor?.kind !== 'user') return
  const until = new Date(ctx.clock.now().getTime() + LIFETIME)
  await ctx.emit('user.signed_in', { userId: actor.id, tokenId: actor.tokenId })
  const name = `${actor.tokenId}.${until.getTime()}`
  return { value: `${name}.${ctx.signer.sign(PURPOSE, name)}`, until }
}

/** Who signed in there; asked anew for every request. */
export async function identifySession(ctx: ReadContext, value: string): Promise<Actor | undefined> {
  const [tokenId = '', until = '', signature = ''] = value.split('.')
  if (!ctx.signer.isSigned(PURPOSE, `${tokenId}.${until}`, signature)) return
  if (!(Number(until) > ctx.clock.now().getTime())) return
  return recognize(ctx, await findTokenWithOwner(ctx.db, tokenId))
}
