// A PostgreSQL that is killed again and again while eight people write: the service answers 503, brings it back, and
// everything that was answered is there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, it } from 'vitest'
import { apiOf, makeFolder, removeFolder, startServer, TOKEN, until } from '../server.ts'
import { recordFigures, rounds } from './figures.ts'
import { openWriters } from './writers.ts'

const ROUNDS = rounds(1, 50)
/** Merged between one kill and the next. */
const MERGES = 6

const undoing: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const undo of undoing.reverse()) await undo()
})

describe('a database that is killed while people write', () => {
  it('comes back with all that was answered, and each job is done once', async () => {
    const folder = await makeFolder()
    undoing.push(() => removeFolder(folder))
    const server = await startServer({ folder, env: { QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off' } })
    undoing.push(async () => {
      server.signal('SIGTERM')
      await server.ended
    })
    const writers = await openWriters({ api: apiOf(server.url, TOKEN), url: server.url })
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await writers.untilMore(MERGES)
      const before = performance.now()
      process.kill(postmasterOf(folder), 'SIGKILL')
      await writers.untilMore(1)
      times.push(Math.round(performance.now() - before))
    }
    await writers.end()
    await until(async () => (await fetch(`${server.url}/readyz`)).ok)
    const database = await connectTo(folder)
    await writers.check(database).finally(() => database.end())
    const time = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
    recordFigures('killed-database', [
      { kills: ROUNDS, ...writers.counts(), lost: 0, 'until the next merge (median)': `${time} ms` },
    ])
  })
})

const homeOf = (folder: string) => join(folder, 'data', 'postgres-18')

function postmasterOf(folder: string) {
  const [postmaster] = readFileSync(join(homeOf(folder), 'data', 'postmaster.pid'), 'utf8').split('\n')
  return Number(postmaster)
}

async function connectTo(folder: string) {
  const password = readFileSync(join(homeOf(folder), 'password'), 'utf8')
  const client = new pg.Client({
    host: homeOf(folder),
    port: 5432,
    user: 'quire',
    password,
    database: 'quire',
  })
  await client.connect()
  return client
}
