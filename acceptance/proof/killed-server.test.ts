// A server that is killed again and again while eight people write: everything that was answered is there, and each job
// is done once.
import { afterAll, describe, expect, it } from 'vitest'
import { makePlace } from '../server.ts'
import { recordFigures, rounds } from './figures.ts'
import { openWriters } from './writers.ts'

const ROUNDS = rounds(2, 200)
/** Merged between one kill and the next. */
const MERGES = 6

const undoing: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const undo of undoing.reverse()) await undo()
})

describe('a server that is killed while people write', () => {
  it('keeps all it answered, and does each job once', async () => {
    const place = await makePlace()
    undoing.push(place.remove)
    const database = await place.connect()
    undoing.push(() => database.end())
    let server = await place.start()
    undoing.push(() => server.signal('SIGTERM'))
    const writers = await openWriters(server)
    const starts: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await writers.untilMore(MERGES)
      server.signal('SIGKILL')
      expect(await server.ended).toBe('SIGKILL')
      server = await place.start()
      starts.push(server.startedIn)
      writers.goOnAt(server)
    }
    await writers.untilMore(1)
    await writers.end()
    await writers.check(database)
    const start = starts.toSorted((one, other) => one - other)[Math.floor(starts.length / 2)] ?? 0
    recordFigures('killed-server', [
      { kills: ROUNDS, ...writers.counts(), lost: 0, 'until it answers again (median)': `${start} ms` },
    ])
  })
})
