import type { ReadContext } from '../../../kit/domain/context.ts'
import { listClosedTo } from './store-closed.ts'

const DAY = 24 * 60 * 60_000
/** For how long a sign-in at a provider of an organization counts: in its browser, for tokens, and for mails. */
export const SSO_LIFETIME = 30 * DAY

/** Whoever signed in before that counts as not signed in at their organization. */
export function ssoSince({ clock }: Pick<ReadContext, 'clock'>) {
  return new Date(clock.now().getTime() - SSO_LIFETIME)
}

/** Organizations that are closed to somebody who is not there. */
export function closedToAbsent(ctx: ReadContext, userId: string) {
  return listClosedTo(ctx.db, userId, ssoSince(ctx))
}
