import type { Actor, ReadContext } from '../../../kit/domain/context.ts'
import { isTokenGood } from '../identity/tokens.ts'
import { isSessionGood } from './sessions.ts'

/** Whether somebody who was let in a while ago still would be. */
export async function isStillSignedIn(ctx: ReadContext, actor: Actor): Promise<boolean> {
  if (actor.kind !== 'user') return false
  const { kind, id } = actor.credential
  if (kind === 'none') return true
  return kind === 'token' ? isTokenGood(ctx, id) : isSessionGood(ctx, id)
}
