import type { Clock } from '../../../world/clock.ts'

export const WINDOW = 60_000

export type RateLimitState = { limit: number; remaining: number; resetSeconds: number; isSpent: boolean }

/** Counts one request, and says what is left. */
export type Spend = (key: string) => RateLimitState

/** What was counted here and is known to nobody else. */
export type OwnCount = { key: string; count: number; milliseconds: number; endsAt: number }

export type RateLimiter = {
  spend: Spend
  /** Those of whoever made many requests; in passing, forgets who made none for a minute. */
  list(): OwnCount[]
  /** What was told to others became this over all of them. */
  learn(told: OwnCount, known: { count: number; milliseconds: number }): void
}

/** `shared`: what all processes counted, as was heard last. `own`: what only this one knows. */
type Window = { shared: number; own: number; endsAt: number }

/** Less than a hundredth of the limit is told to nobody: most keys are not worth a row. */
const WORTH_TELLING = 0.01
/** And a tenth is told at once. */
const URGENT = 0.1

/** Counts requests by key in windows of a minute. What others count of them, it is told: see shared-rate-limits.ts. */
export function rateLimiter(limit: number, clock: Clock, tellSoon: () => void = () => {}): RateLimiter {
  const windows = new Map<string, Window>()
  const least = Math.ceil(limit * WORTH_TELLING)
  const urgent = Math.ceil(limit * URGENT)
  let sweepAt = 0

  function sweep(now: number) {
    if (now < sweepAt) return
    for (const [name, window] of windows) if (window.endsAt <= now) windows.delete(name)
    sweepAt = now + WINDOW
  }

  function windowOf(key: string, now: number) {
    sweep(now)
    const current = windows.get(key)
    if (current && current.endsAt > now) return current
    const fresh = { shared: 0, own: 0, endsAt: now + WINDOW }
    windows.set(key, fresh)
    return fresh
  }

  return {
    spend(key) {
      const now = clock.now().getTime()
      const window = windowOf(key, now)
      const isSpent = window.shared + window.own >= limit
      if (!isSpent) window.own += 1
      if (!isSpent && window.own % urgent === 0) tellSoon()
      return {
        limit,
        remaining: Math.max(0, limit - window.shared - window.own),
        resetSeconds: Math.ceil((window.endsAt - now) / 1000),
        isSpent,
      }
    },
    list() {
      const now = clock.now().getTime()
      return [...windows]
        .filter(([, { own, endsAt }]) => own >= least && endsAt > now)
        .map(([key, { own, endsAt }]) => ({ key, count: own, milliseconds: endsAt - now, endsAt }))
    },
    learn({ key, count, endsAt }, known) {
      const now = clock.now().getTime()
      const window = windows.get(key)
      // It ended meanwhile, and another one may have begun.
      if (window?.endsAt !== endsAt) return
      window.own -= count
      window.shared = known.count
      window.endsAt = now + known.milliseconds
    },
  }
}
