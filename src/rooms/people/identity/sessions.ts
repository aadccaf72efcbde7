// A browser that stays signed in after a token was pasted once. It keeps a secret of its own, nothing of the token: when
// somebody signs out there, or the token is revoked or ends, the secret is good for nothing.
import type { Actor, ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { hashSecret } from '../../../world/secrets.ts'
import { deleteSession, deleteSessionsBefore, findSession, insertSession } from './store-sessions.ts'
import { identify, recognize } from './tokens.ts'

const LIFETIME = 7 * 24 * 60 * 60 * 1000

export type Session = { value: string; until: Date }

/** Undefined where the token is nobody's. */
export async function startSession(ctx: WriteContext, token: string): Promise<Session | undefined> {
  const actor = await identify(ctx, token)
  if (actor?.kind !== 'user') return
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + LIFETIME)
  const value = ctx.ids.secret()
  const { tokenId } = actor
  await insertSession(ctx.db, { hash: hashSecret(value), tokenId, createdAt: now, expiresAt: until })
  await ctx.emit('user.signed_in', { userId: actor.id, tokenId })
  return { value, until }
}

/** Who signed in there; asked anew for every request. */
export async function identifySession(ctx: ReadContext, value: string): Promise<Actor | undefined> {
  return recognize(ctx, await findSession(ctx.db, hashSecret(value), ctx.clock.now()))
}

/** The secret may be known elsewhere by now: it ends for all. */
export async function endSession(ctx: WriteContext, value: string) {
  await deleteSession(ctx.db, hashSecret(value))
}

export function forgetSessions({ db, clock }: WriteContext) {
  return deleteSessionsBefore(db, clock.now())
}
