/** The only source of time. Rooms ask it, so that a test can move it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export type MovableClock = Clock & {
  advance(milliseconds: number): void
  /** Time stands still until what it returns is called. */
  stop(): () => void
}

/** A clock for tests: it runs like the real one, shifted by what it was advanced. */
export function movableClock(): MovableClock {
  let shift = 0
  let stoppedAt: number | undefined
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + shift),
    advance: (milliseconds) => {
      shift += milliseconds
    },
    stop: () => {
      stoppedAt = Date.now()
      return () => {
        stoppedAt = undefined
      }
    },
  }
}
