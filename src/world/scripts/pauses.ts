/** Scripts that were stopped again and again wait before they run once more, ever longer. */
export type Pauses = {
  stopped(key: string, why: string): void
  /** How many milliseconds are left, and why it was stopped at last. */
  left(key: string): { milliseconds: number; why: string } | undefined
}

/** Being stopped is forgotten after this time. */
const REMEMBERED_MS = 600_000
/** So often a script may be stopped without any pause: a bad moment is not a bad script. */
const FREE = 2
const FIRST_MS = 1_000
const LONGEST_MS = 120_000
/** More change nothing: the pause is at its longest before. */
const MOST = 20

type Stop = { at: number; why: string }

export function openPauses(now: () => number = Date.now): Pauses {
  const stops = new Map<string, Stop[]>()

  function recent(key: string) {
    const left = (stops.get(key) ?? []).filter(({ at }) => at > now() - REMEMBERED_MS)
    if (left.length === 0) stops.delete(key)
    else stops.set(key, left)
    return left
  }

  return {
    stopped(key, why) {
      stops.set(key, [...recent(key), { at: now(), why }].slice(-MOST))
    },
    left(key) {
      const all = recent(key)
      const last = all.at(-1)
      if (!last || all.length <= FREE) return undefined
      const pause = Math.min(LONGEST_MS, FIRST_MS * 2 ** (all.length - FREE - 1))
      const milliseconds = last.at + pause - now()
      return milliseconds > 0 ? { milliseconds, why: last.why } : undefined
    },
  }
}
