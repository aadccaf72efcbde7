// An import holds what it brings in memory, so only a few are under way at a time. Waiting for a server and converting
// what it sent are bounded apart: who waits for a slow server keeps nobody from converting.
import { unavailable } from '../../../kit/domain/problems.ts'

const RETRY_AFTER = 20

type Bounds = { atOnce: number; mostWaiting: number }

/** Each brings at most 100 MB, and keeps its place until it is converted. */
const FETCHES: Bounds = { atOnce: 8, mostWaiting: 40 }
const FETCHES_OF_ONE: Bounds = { atOnce: 3, mostWaiting: 8 }
const CONVERSIONS: Bounds = { atOnce: 2, mostWaiting: 8 }

type Line = { take: <T>(work: () => Promise<T>) => Promise<T>; isEmpty: () => boolean }

/** So many work at once, and so many may wait. */
function openLine({ atOnce, mostWaiting }: Bounds): Line {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    isEmpty: () => running === 0,
    async take(work) {
      if (running >= atOnce && waiting.length >= mostWaiting)
        throw unavailable('Too many imports are running; try again in a moment', RETRY_AFTER)
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
      else running++
      try {
        return await work()
      } finally {
        // Who waits takes over the place.
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}

const conversions = openLine(CONVERSIONS)
const fetches = openLine(FETCHES)
const fetchesOf = new Map<string, Line>()

/** Converts when it is its turn, or refuses when too many wait already. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return conversions.take(work)
}

/** Brings something for an organization: none of them has all places. */
export async function inLineOf<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
  const own = fetchesOf.get(organizationId) ?? openLine(FETCHES_OF_ONE)
  fetchesOf.set(organizationId, own)
  try {
    return await own.take(() => fetches.take(work))
  } finally {
    if (own.isEmpty()) fetchesOf.delete(organizationId)
  }
}
