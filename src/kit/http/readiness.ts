import type { Clock } from '../../world/clock.ts'
import { type FreeSpace, LOW_SPACE } from '../../world/machine/disk-space.ts'
import { isDiskFull, SchemaNewer } from '../storage/database/failures.ts'
import type { Replica } from '../storage/replica/replica.ts'

export type Readiness = {
  /** Why the service is not ready, for people; undefined when it is. */
  hindrance(): Promise<string | undefined>
  /** What will hinder it soon, if nobody does anything. */
  warnings(): Promise<string[]>
  /** What a request failed with: after a full disk, writes are tried again before anybody is told that they work. */
  noteFailure(error: unknown): void
}

type Checks = {
  clock: Clock
  /** Fails when the database does not answer. */
  ping(): Promise<void>
  /** Fails when nothing can be written. */
  probeWrites(): Promise<void>
  freeSpace?: FreeSpace
  replica?: Pick<Replica, 'hindrance'>
}

/** Frequent checks must not cause frequent writes. */
const TRUSTED_FOR = 30_000

export function openReadiness({ clock, ping, probeWrites, freeSpace, replica }: Checks): Readiness {
  let writableAt = Number.NEGATIVE_INFINITY
  let probing: Promise<string | undefined> | undefined

  async function probe() {
    try {
      await probeWrites()
      writableAt = clock.now().getTime()
      return undefined
    } catch (error) {
      return isDiskFull(error)
        ? 'The disk is full: reads work, writes do not'
        : 'The storage does not take writes'
    }
  }

  return {
    async hindrance() {
      try {
        await ping()
      } catch (error) {
        return error instanceof SchemaNewer ? error.message : 'The database does not answer'
      }
      if (clock.now().getTime() - writableAt < TRUSTED_FOR) return undefined
      probing ??= probe().finally(() => {
        probing = undefined
      })
      return probing
    },
    async warnings() {
      const low = ((await freeSpace?.()) ?? []).filter(({ bytes }) => bytes < LOW_SPACE)
      const hindrance = replica?.hindrance()
      return [
        ...low.map(({ folder, bytes }) => `Only ${Math.floor(bytes / 1e6)} MB are free for ${folder}`),
        ...(hindrance === undefined ? [] : [hindrance]),
      ]
    },
    noteFailure(error) {
      if (isDiskFull(error)) writableAt = Number.NEGATIVE_INFINITY
    },
  }
}
