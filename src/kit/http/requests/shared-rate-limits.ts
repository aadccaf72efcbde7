// One limit over all processes on a database. Each counts for itself, tells the others what it counted once a second, and
// hears what they did: no request waits for that. Decision 081 has how wrong it can be.
import { createHash } from 'node:crypto'
import type { Log } from '../../../world/log/log.ts'
import type { Db } from '../../storage/db.ts'
import { addRateCounts, deleteOldRateCounts, type NewCount } from '../../storage/rate-counts.ts'
import { type OwnCount, type RateLimiter, WINDOW } from './rate-limit.ts'

const EVERY = 1_000
/** Of one round; who is not among them is told of by the next. */
const MOST_TOLD = 5_000

export type SharedRateLimits = {
  /** The name tells the counts of several limiters apart. */
  share(name: string, limiter: RateLimiter): void
  tell(): Promise<void>
  tellSoon(): void
  close(): void
}

type Told = { limiter: RateLimiter; own: OwnCount; key: Buffer }

export function openSharedRateLimits(db: Db, log: Log): SharedRateLimits {
  const limiters = new Map<string, RateLimiter>()
  let underWay: Promise<void> | undefined
  let isSoon = false
  let sweptAt = performance.now()

  async function tellAll() {
    const told = [...limiters]
      .flatMap(([name, limiter]) =>
        limiter.list().map((own) => ({ limiter, own, key: hashOf(name, own.key) })),
      )
      .slice(0, MOST_TOLD)
    if (told.length > 0) hear(told, await addRateCounts(db, told.map(countOf)))
    if (performance.now() - sweptAt < WINDOW) return
    sweptAt = performance.now()
    await deleteOldRateCounts(db)
  }

  function tell() {
    // Without the database everybody counts alone, and is told of what was missed when it is back.
    underWay ??= tellAll()
      .catch((error) => log.debug({ err: error }, 'rate limits are not shared'))
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }

  const timer = setInterval(() => void tell(), EVERY).unref()
  return {
    share: (name, limiter) => void limiters.set(name, limiter),
    tell,
    tellSoon() {
      if (isSoon) return
      isSoon = true
      setImmediate(() => {
        isSoon = false
        void tell()
      })
    },
    close: () => clearInterval(timer),
  }
}

function countOf({ own: { count, milliseconds }, key }: Told): NewCount {
  return { key, count, milliseconds }
}

function hear(told: Told[], known: NewCount[]) {
  const byKey = new Map(known.map((count) => [count.key.toString('base64'), count]))
  for (const { limiter, own, key } of told) {
    const found = byKey.get(key.toString('base64'))
    if (found) limiter.learn(own, found)
  }
}

/** Addresses of people are not written down. */
function hashOf(name: string, key: string) {
  return createHash('sha256').update(`${name} ${key}`).digest().subarray(0, 16)
}
