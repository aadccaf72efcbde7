// An import holds what it brings in memory, so only a few are under way at a time.
import { unavailable } from '../../domain/problems.ts'

const AT_ONCE = 2
const MOST_WAITING = 8
const RETRY_AFTER = 20

let running = 0
const waiting: (() => void)[] = []

/** Does it when it is its turn, or refuses when too many wait already. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE && waiting.length >= MOST_WAITING)
    throw unavailable('Too many imports are under way; try again in a moment', RETRY_AFTER)
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    // Who waits takes over the place.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
