import type { Clock } from '../../../world/clock.ts'

const WINDOW = 60_000

export type RateLimitState = { limit: number; remaining: number; resetSeconds: number; isSpent: boolean }

/**
 * Counts requests by key in windows of a minute. Each process counts for itself: with several of them behind a
 * balancer the true limit is a multiple, which is the price of not writing to the database on every read.
 */
export function rateLimiter(limit: number, clock: Clock) {
  const windows = new Map<string, { count: number; endsAt: number }>()
  let sweepAt = 0

  function windowOf(key: string, now: number) {
    if (now >= sweepAt) {
      for (const [name, window] of windows) if (window.endsAt <= now) windows.delete(name)
      sweepAt = now + WINDOW
    }
    const current = windows.get(key)
    if (current && current.endsAt > now) return current
    const fresh = { count: 0, endsAt: now + WINDOW }
    windows.set(key, fresh)
    return fresh
  }

  /** Counts one request, and says what is left. */
  return function spend(key: string): RateLimitState {
    const now = clock.now().getTime()
    const window = windowOf(key, now)
    const isSpent = window.count >= limit
    if (!isSpent) window.count += 1
    return {
      limit,
      remaining: limit - window.count,
      resetSeconds: Math.ceil((window.endsAt - now) / 1000),
      isSpent,
    }
  }
}
