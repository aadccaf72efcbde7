import type { Actor, Person, ReadContext } from '../../../../kit/domain/context.ts'
import { closedToToken } from '../../identity/tokens.ts'
import { closedToSession } from './sessions.ts'

/** Whether somebody who was let in a while ago still would be, and to as much as then. */
export async function isStillSignedIn(ctx: ReadContext, actor: Actor): Promise<boolean> {
  if (actor.kind !== 'user') return false
  const closed = await closedToNow(ctx, actor)
  return closed?.every((organization) => actor.closedTo.includes(organization)) ?? false
}

/** As it is at this moment, which may be another than when the request came in. */
export async function isClosedNow(ctx: ReadContext, organizationId: string) {
  const { actor } = ctx
  if (actor.kind !== 'user') return actor.kind !== 'system'
  return (await closedToNow(ctx, actor))?.includes(organizationId) ?? true
}

async function closedToNow(ctx: ReadContext, { credential, closedTo }: Person) {
  const { kind, id } = credential
  if (kind === 'none') return closedTo
  return kind === 'token' ? closedToToken(ctx, id) : closedToSession(ctx, id)
}
