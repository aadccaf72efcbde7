import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { get, createServer as httpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cloneTemplate } from '../../../../test/database/database.ts'
import { type ConnectionSettings, openDatabase, pingDatabase } from '../db.ts'
import { isDatabaseGone } from './failures.ts'

const thrownBy = (doing: Promise<unknown>) =>
  doing.then(
    () => expect.unreachable('This should have failed'),
    (error: unknown) => error,
  )

const place = (host: string, port: number) => ({ host, port, user: 'u', password: 'p', database: 'd' })

async function open(settings: ConnectionSettings) {
  const { db, pool, close } = openDatabase(settings)
  onTestFinished(close)
  return { pool, ping: () => pingDatabase(db) }
}

async function serve(answer: (socket: Socket) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Of a port where nobody listens. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('a database is gone', () => {
  it.each(['127.0.0.1', 'localhost'])('when nobody answers at %s', async (host) => {
    const { ping } = await open(place(host, await freePort()))
    expect(isDatabaseGone(await thrownBy(ping()))).toBe(true)
  })

  it('when its socket is no more', async () => {
    const { ping } = await open(place('/nonexistent', 5432))
    expect(isDatabaseGone(await thrownBy(ping()))).toBe(true)
  })

  it.each(['destroy', 'resetAndDestroy'] as const)('when it hangs up (%s)', async (end) => {
    const { ping } = await open(
      place('127.0.0.1', await serve((socket) => socket.once('data', () => socket[end]()))),
    )
    expect(isDatabaseGone(await thrownBy(ping()))).toBe(true)
  })

  it('when a statement gets no answer in time', async () => {
    const settings = await cloneTemplate()
    const client = new pg.Client({ ...settings, query_timeout: 50 })
    await client.connect()
    const failure = await thrownBy(client.query('select pg_sleep(20)'))
    void client.end()
    expect(isDatabaseGone(failure)).toBe(true)
  })

  it('when it hangs up before TLS begins', async () => {
    const port = await serve((socket) =>
      socket.once('data', () => {
        socket.write('S')
        socket.once('data', () => socket.destroy())
      }),
    )
    const { ping } = await open({ connectionString: `postgres://u:p@127.0.0.1:${port}/d?sslmode=no-verify` })
    expect(isDatabaseGone(await thrownBy(ping()))).toBe(true)
  })

  it('when it ends a connection, and not when it refuses a statement', async () => {
    const { pool } = await open(await cloneTemplate())
    expect(isDatabaseGone(await thrownBy(pool.query('select 1 / 0')))).toBe(false)
    const ending = pool.query('select pg_terminate_backend(pg_backend_pid())')
    expect(isDatabaseGone(await thrownBy(ending))).toBe(true)
  })
})

describe('a database is not gone', () => {
  it('when a file is missing', async () => {
    const error = await thrownBy(buffer(createReadStream('/nonexistent')))
    expect(error).toMatchObject({ code: 'ENOENT' })
    expect(isDatabaseGone(error)).toBe(false)
  })

  it('when another server breaks off its answer, as a store of files may', async () => {
    const server = httpServer((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('a', () => response.socket?.resetAndDestroy())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const [answer] = await once(get(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), 'response')
    const error = await thrownBy(buffer(answer as IncomingMessage))
    expect(error).toMatchObject({ code: 'ECONNRESET' })
    expect(isDatabaseGone(error)).toBe(false)
  })
})
