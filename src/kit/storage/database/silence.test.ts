// A database that accepts everything and answers nothing, as one does whose machine stands still.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cloneTemplate } from '../../../../test/database/database.ts'
import { openDatabase, pingDatabase } from '../db.ts'
import { DatabaseSilent, isDatabaseGone } from './failures.ts'
import { openListener } from './listener.ts'
import { prepared } from './prepared.ts'

/** A way to the database on which nothing moves while it is silent. */
async function openWay(host: string, port: number) {
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(`${host}/.s.PGSQL.${port}`)
    sockets.push(near, far)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => to.destroy())
      if (isSilent) from.pause()
    }
  }).listen(0, '127.0.0.1')
  let isSilent = false
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    speak() {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
  }
}

async function openSilenced() {
  const { host, port, ...settings } = await cloneTemplate()
  const way = await openWay(host, port)
  const database = openDatabase({ ...settings, host: '127.0.0.1', port: way.port })
  const listener = openListener(database, 100)
  onTestFinished(async () => {
    listener.close()
    await database.close()
  })
  await listener.listen()
  return { way, database, listener }
}

const one = prepared<{ word: string }, { word: string }>(
  (_db, { word }) => sql<{ word: string }>`select ${word}::text as word`,
)

/** What comes of it without waiting for any timer. */
function outcomeSoon(work: Promise<unknown>) {
  const turns = async () => {
    for (let turn = 0; turn < 100; turn++) await setImmediate()
    return 'still waits'
  }
  return Promise.race([work.catch((problem: unknown) => problem), turns()])
}

describe('a database that falls silent', () => {
  it('keeps nobody waiting, and is asked again when it speaks', async () => {
    const { way, database, listener } = await openSilenced()
    const { db } = database
    const ask = () => one(db, { word: 'heard' })
    const askAll = () => [ask(), pingDatabase(db), database.inTransaction((tx) => pingDatabase(tx))]
    expect(await ask()).toEqual([{ word: 'heard' }])
    await Promise.all(askAll())
    way.silence()
    for (const outcome of await Promise.allSettled(askAll()))
      expect(outcome.status === 'rejected' && isDatabaseGone(outcome.reason), String(outcome)).toBe(true)
    expect(listener.isSure()).toBe(false)
    for (const late of [ask(), pingDatabase(db)])
      expect(await outcomeSoon(late)).toBeInstanceOf(DatabaseSilent)
    way.speak()
    await expect.poll(() => listener.isSure()).toBe(true)
    await Promise.all(askAll())
  })

  it('is not given up for one answer that takes long', async () => {
    const { database, listener } = await openSilenced()
    let gaps = 0
    listener.onGap(() => {
      gaps += 1
    })
    await sql`select pg_sleep(1.3)`.execute(database.db)
    await expect.poll(() => listener.isSure()).toBe(true)
    expect(gaps).toBe(0)
  })
})
