import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  apiOf,
  emptyDatabase,
  makeFolder,
  newDatabase,
  pause,
  removeFolder,
  runCommand,
  type Server,
  type Spawned,
  spawnServer,
  startServer,
  until,
} from '../server.ts'
import { openDoor } from './database-door.ts'

const NOBODY = 65534
const isRoot = process.getuid?.() === 0
/** Whether another account could run this checkout at all. */
const isReadable =
  isRoot && spawnSync('sh', ['-c', `cd "${import.meta.dirname}"`], { uid: NOBODY, gid: NOBODY }).status === 0

const folders: string[] = []
const servers: Spawned[] = []

async function newFolder() {
  const folder = await makeFolder()
  folders.push(folder)
  return folder
}

async function start(options: Parameters<typeof startServer>[0]) {
  const server = await startServer(options)
  servers.push(server)
  return server
}

afterAll(async () => {
  for (const server of servers) server.signal('SIGTERM')
  await Promise.all(servers.map((server) => server.ended))
  for (const folder of folders) await removeFolder(folder)
})

const MADE_TOKEN = 'acceptance-admin-token'
const MADE = { QUIRE_ADMIN_TOKEN: MADE_TOKEN, QUIRE_RATE_LIMIT: 'off' }
let made: Promise<string> | undefined

/** A data folder with a database in it, for tests that do not care how it got there. No server is left at it. */
function madeFolder() {
  made ??= newFolder()
  return made
}

async function stop(server: Spawned) {
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
}

/** A way to a database that can be cut off. */
async function openWay(database: URL) {
  const sockets = new Set<Socket>()
  const host = decodeURIComponent(database.hostname)
  const port = Number(database.port)
  const there = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const way = createServer((near) => {
    const far = connect(there)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    near.pipe(far).pipe(near)
  })
  const open = async (at = 0) => {
    way.listen(at, '127.0.0.1')
    await once(way, 'listening')
    return (way.address() as AddressInfo).port
  }
  const opened = await open()
  const url = new URL(database)
  url.host = `127.0.0.1:${opened}`
  return {
    url: url.href,
    open: () => open(opened),
    close() {
      way.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const postmasterFile = (folder: string) => join(folder, 'data', 'postgres-18', 'data', 'postmaster.pid')
const tokenFileOf = (server: Server) => /Administrator's token: in (\S+)/.exec(server.output())?.[1] ?? ''
const tokenOf = (server: Server) => readFileSync(tokenFileOf(server), 'utf8').trim()

describe('a first start', () => {
  it('makes everything, tells the token once, stops cleanly and starts again with the same data', async () => {
    const folder = await newFolder()
    const server = await start({ folder })
    expect(server.output()).toContain(server.url)
    expect(server.output()).toContain(join(folder, 'data'))
    const file = tokenFileOf(server)
    expect(file).toBe(join(folder, 'data', 'admin-token'))
    const token = tokenOf(server)
    // Nobody's terminal: what is printed may be kept as a log is.
    expect(server.output()).not.toContain(token)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const made = await apiOf(server.url, token)('POST', '/v1/orgs', { title: 'Kept' })
    expect(made.body.urls.location).toBe(`${server.url}/v1/orgs/${made.body.id}`)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)

    const again = await start({ folder })
    expect(again.output()).not.toContain(token)
    const kept = await apiOf(again.url, token)('GET', `/v1/orgs/${made.body.id}`)
    expect(kept.body).toMatchObject({ title: 'Kept' })
    again.signal('SIGINT')
    expect(await again.ended).toBe(0)
  })

  it('may be stopped in the midst of it: it ends without complaints, and the next one works', async () => {
    const folder = await newFolder()
    const server = await spawnServer({ folder })
    servers.push(server)
    await until(async () => server.output().includes('…'))
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.output()).not.toMatch(/unhandled rejection|"level":(40|50|60)/)
    const next = await start({ folder })
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
  })

  it('takes the administrator’s token from the configuration', async () => {
    const { env } = await emptyDatabase()
    const server = await start({
      folder: await newFolder(),
      env: { ...env, QUIRE_ADMIN_TOKEN: 'a-token-for-automation' },
    })
    expect(server.output()).not.toContain('shown only once')
    const { body } = await apiOf(server.url, 'a-token-for-automation')('GET', '/v1/user')
    expect(body.email).toBe('admin@localhost')
  })

  it('is refused with words when a setting is wrong', async () => {
    const { code, err } = await runCommand(await newFolder(), ['serve'], {
      QUIRE_PORTT: '1',
      QUIRE_RATE_LIMIT: 'many',
    })
    expect(code).toBe(2)
    expect(err).toContain('QUIRE_PORTT is not a setting')
    expect(err).toContain('QUIRE_RATE_LIMIT must be a number of requests per minute, or off')
  })

  it.runIf(isReadable)('works as a plain user', async () => {
    const folder = await newFolder()
    await mkdir(join(folder, 'data'))
    await chown(join(folder, 'data'), NOBODY, NOBODY)
    const server = await start({ folder, uid: NOBODY })
    const { status } = await apiOf(server.url, tokenOf(server))('GET', '/v1/user')
    expect(status).toBe(200)
  })
})

describe('one data folder', () => {
  it('serves two processes at once, and the last one out stops the database', async () => {
    const folder = await madeFolder()
    const first = await start({ folder, env: MADE })
    const second = await start({ folder, env: MADE })
    const { body } = await apiOf(first.url, MADE_TOKEN)('POST', '/v1/orgs', { title: 'Shared' })
    const read = () => apiOf(second.url, MADE_TOKEN)('GET', `/v1/orgs/${body.id}`)
    expect((await read()).status).toBe(200)
    await stop(first)
    expect((await read()).status).toBe(200)
    await stop(second)
    expect(existsSync(postmasterFile(folder))).toBe(false)
  })

  it('keeps every answered write through kill -9, and is adopted by the next start', async () => {
    const folder = await madeFolder()
    const server = await start({ folder, env: MADE })
    const answered: string[] = []
    const api = apiOf(server.url, MADE_TOKEN)
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let count = 0; ; count++) {
        const title = `Write ${writer}-${count}`
        const answer = await api('POST', '/v1/orgs', { title }).catch(() => undefined)
        if (!answer) return
        if (answer.status === 201) answered.push(answer.body.id)
      }
    })
    await until(async () => answered.length > 100)
    server.signal('SIGKILL')
    await Promise.all(writers)

    const next = await start({ folder, env: MADE })
    const call = apiOf(next.url, MADE_TOKEN)
    const found = new Set<string>()
    for (let page = ''; ; ) {
      const { body } = await call('GET', `/v1/orgs?limit=1000${page && `&page=${page}`}`)
      for (const { id } of body.items) found.add(id)
      if (!body.next) break
      page = body.next.page
    }
    expect(answered.filter((id) => !found.has(id))).toEqual([])
    await stop(next)
  })
})

describe('without its database', () => {
  it('says so and comes back by itself', async () => {
    const folder = await madeFolder()
    const server = await start({ folder, env: MADE })
    const api = apiOf(server.url, MADE_TOKEN)
    const made = await api('POST', '/v1/orgs', { title: 'Before' })
    const file = postmasterFile(folder)
    const [postmaster] = readFileSync(file, 'utf8').split('\n')
    const isAnother = () => existsSync(file) && readFileSync(file, 'utf8').split('\n')[0] !== postmaster
    process.kill(Number(postmaster), 'SIGKILL')

    const statuses = new Set<number>()
    await until(async () => {
      const answer = await api('GET', `/v1/orgs/${made.body.id}`)
      statuses.add(answer.status)
      if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('2')
      return isAnother() && answer.status === 200 && (await fetch(`${server.url}/readyz`)).ok
    })
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true)
    expect((await api('GET', `/v1/orgs/${made.body.id}`)).body.title).toBe('Before')
  })
})

describe('on a PostgreSQL of somebody else', () => {
  it('waits for it at the start, unless it is told to stop', async () => {
    const { env } = await newDatabase()
    const door = await openDoor(env.QUIRE_DATABASE_URL)
    const spawned = async () =>
      spawnServer({ folder: await newFolder(), env: { QUIRE_DATABASE_URL: door.url } })
    const isWaiting = async ({ output }: Spawned) => output().includes('waiting for the database')
    const server = await door.closedDuring(async () => {
      const [one, other] = [await spawned(), await spawned()]
      await until(() => isWaiting(one))
      await until(() => isWaiting(other))
      other.signal('SIGTERM')
      expect(await other.ended, other.output()).toBe(0)
      return one
    })
    await until(async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.ok)
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    await door.close()
  })

  it('goes on showing pages of sites that are in memory while it is away', async () => {
    const { env } = await newDatabase()
    const way = await openWay(new URL(env.QUIRE_DATABASE_URL))
    const server = await start({ folder: await newFolder(), env: { ...MADE, QUIRE_DATABASE_URL: way.url } })
    const api = apiOf(server.url, MADE_TOKEN)
    const organization = `/v1/orgs/${(await api('POST', '/v1/orgs', { title: 'Readers' })).body.id}`
    const space = (await api('POST', `${organization}/spaces`, { title: 'Guide' })).body
    const insert = (title: string) => ({
      operation: 'insert_page',
      title,
      document: { markdown: `Text of ${title}.` },
    })
    const changes = ['Home', 'Seen'].map(insert)
    await api('POST', `/v1/spaces/${space.id}/content`, { changes })
    const site = (await api('POST', `${organization}/sites`, { title: 'Docs', spaces: [space.id] })).body
    await api('POST', `${organization}/sites/${site.id}/publish`)
    const read = async (page: string) => {
      const answer = await fetch(`${server.url}/sites/docs/${page}`)
      return { status: answer.status, text: await answer.text(), again: answer.headers.get('retry-after') }
    }
    expect((await read('seen')).text).toContain('Text of Seen.')

    way.close()
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 503)
    const seen = await read('seen')
    expect([seen.status, seen.text.includes('Text of Seen.')]).toEqual([200, true])
    // A search is not in memory.
    const search = await read('~search?q=text')
    expect([search.status, search.again]).toEqual([503, '5'])
    expect(search.text).toMatch(/<title>[^<]*Docs/)
    expect((await fetch(`${server.url}/sites/other/`)).status).toBe(503)

    await way.open()
    await until(async () => (await read('~search?q=text')).status === 200)
    await stop(server)
  })

  it('works, and finishes what is under way when it is told to stop', async () => {
    const { env, connect } = await newDatabase()
    const server = await start({ folder: await newFolder(), env })
    const api = apiOf(server.url, tokenOf(server))
    const { body } = await api('POST', '/v1/orgs', { title: 'Slow' })

    // Whoever holds the row makes the request wait for as long as it likes.
    const holder = await connect()
    await holder.query('begin')
    await holder.query('select from organizations where id = $1 for update', [body.id])
    const watcher = await connect()
    const slow = api('PATCH', `/v1/orgs/${body.id}`, { title: 'Finished' })
    await until(async () => {
      const { rows } = await watcher.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      return rows.length > 0
    })
    server.signal('SIGTERM')
    await until(async () => {
      const isRefused = await fetch(`${server.url}/healthz`).then(
        () => false,
        () => true,
      )
      return isRefused
    })
    await pause(50)
    await holder.query('commit')
    await holder.end()
    await watcher.end()
    expect((await slow).body.title).toBe('Finished')
    expect(await server.ended).toBe(0)
  })
})
