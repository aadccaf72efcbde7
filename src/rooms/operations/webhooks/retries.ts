const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Pauses after the first attempt, the second, and so on; the last one again and again. */
const PAUSES = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
]
const LONGEST = 24 * HOUR

/** When to try again after so many attempts; undefined after a day, of which the very end is one more try. */
export function nextAttempt(now: Date, first: Date, attempts: number): Date | undefined {
  const end = first.getTime() + LONGEST
  if (now.getTime() >= end) return
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 0
  return new Date(Math.min(now.getTime() + pause, end))
}
