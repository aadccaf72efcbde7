// What properties draw: always the same in a test run, so that its colour depends on the commit alone. `npm run fuzz`
// draws anew, and more; a case it finds becomes a test of its own.
import fc from 'fast-check'

const TIMES = Number(process.env.QUIRE_TEST_DRAWS ?? 1)
const SEED = 20_261_115

fc.configureGlobal({ seed: process.env.QUIRE_TEST_DRAWS ? undefined : SEED, numRuns: draws(100) })

/** As many draws of what takes long as this run has time for. */
export function draws(count: number) {
  return count * TIMES
}
