// How far a replica is: what this process heard of as changed, and what has arrived there.
import { LRUCache } from 'lru-cache'

/** A place in the log of the primary, as it says it: 16/B374D848. */
export function readPlace(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Those that wait to be reached; it is asked a few times a second. */
const MOST_PLACES = 100
/** More changes than that within the seconds that a replica may be behind: then all of it may have changed. */
const MOST_CHANGES = 20_000

/** All times are of one clock, in milliseconds. */
export type Progress = ReturnType<typeof openProgress>

export function openProgress() {
  const places: { place: bigint; at: number }[] = []
  const changes = new LRUCache<string, number>({ max: MOST_CHANGES })
  let coveredUntil = Number.NEGATIVE_INFINITY
  let doubtedAt = Number.NEGATIVE_INFINITY

  return {
    /** Where the log of the primary ended at some time, or later. */
    notePrimary(place: bigint, at: number) {
      places.push({ place, at })
      if (places.length > MOST_PLACES) places.splice(1, 1)
    },
    /** What the replica has. All that was committed before the primary said so is among it. */
    noteReplica(place: bigint) {
      while (places[0] && places[0].place <= place) coveredUntil = places.shift()?.at ?? coveredUntil
    },
    noteChanges(names: readonly string[], at: number) {
      if (changes.size + names.length > MOST_CHANGES) doubtedAt = at
      for (const name of names) changes.set(name, at)
    },
    /** Changes may have been missed up to then. */
    doubtAll(at: number) {
      doubtedAt = at
    },
    coveredUntil: () => coveredUntil,
    isTrusted: () => coveredUntil > doubtedAt,
    /** Whether one of them changed after what the replica had at that time. */
    mayLack: (names: readonly string[], covered: number) =>
      doubtedAt >= covered ||
      names.some((name) => (changes.get(name) ?? Number.NEGATIVE_INFINITY) >= covered),
  }
}
