import type { OutsideContext, WriteContext } from './context.ts'
import type { InTransaction } from './jobs.ts'

/**
 * Work that waits in a table of its own, for what is too much for a job each: every process that takes jobs looks for it
 * when events were sequenced and every second, claims some, and does them side by side.
 */
export type Poller<Piece = unknown> = {
  name: string
  /** Pieces that a process is at, at most. */
  atOnce: number
  /**
   * Takes so many of what is due, at most, so that nobody else does for as long as that may take. `underWay` is what this
   * process is at.
   */
  claim(ctx: WriteContext, most: number, underWay: readonly Piece[]): Promise<Piece[]>
  /** Safe to do twice: a process may die at it, and the next one begins again. */
  run(ctx: OutsideContext, piece: Piece, inTransaction: InTransaction): Promise<void>
}

/** How often this process did a piece of poller, and how often that failed, by their name. */
export type PollerCounts = Map<string, { done: number; failed: number }>

export function poller<Piece>(definition: Poller<Piece>): Poller {
  return definition as Poller
}
