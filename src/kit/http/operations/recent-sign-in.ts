import type { Actor } from '../../domain/context.ts'
import { forbidden } from '../../domain/problems.ts'

const RECENT = 60 * 60 * 1000

/** A browser that was left open is not enough for security and administration. */
export function requireRecentSignIn(actor: Actor, now: Date, { isAboutOneself = false } = {}) {
  // A provider of an organization does not speak for the account.
  const isLimited = actor.kind === 'user' && actor.credential.kind !== 'none' && actor.credential.isLimited
  if (hasRecentSignIn(actor, now) && !(isAboutOneself && isLimited)) return
  throw forbidden('Confirm that it is you: this needs a sign-in within the last hour', {
    reason: 'sign_in_again',
  })
}

/** Tokens are made for one purpose, and are good until they end. */
export function hasRecentSignIn(actor: Actor, now: Date) {
  if (actor.kind !== 'user' || actor.credential.kind !== 'session') return true
  return now.getTime() - actor.credential.authenticatedAt.getTime() < RECENT
}
