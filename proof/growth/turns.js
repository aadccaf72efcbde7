// Sizes take turns: whatever else the machine does, it does beside all of them alike.
import { median, timer } from '../timing.js'

const ROUNDS = 15
/** For the compiler and the caches. */
const FIRST = 3

/** Times of the steps of some work on each of several things. */
export async function takeTurns({ of, work, say }) {
  const times = of.map(() => timer())
  for (let round = 0; round < ROUNDS + FIRST; round++) {
    say(`round ${round + 1} of ${ROUNDS + FIRST}`)
    for (const [at, thing] of of.entries()) await work(thing, round, round < FIRST ? timer() : times[at])
  }
  return times.map(({ taken }) => taken)
}

export function rowsOf(title, sizes, times) {
  return [...times[0].keys()].map((step) => ({
    [title]: step,
    ...Object.fromEntries(sizes.map((size, at) => [size, median(times[at].get(step)).toFixed(1)])),
  }))
}
