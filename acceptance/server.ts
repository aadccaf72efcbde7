// Starts Quire as a user would and talks to it from outside. Nothing here knows the source.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase, TEMPLATE } from '../test/database/create-database.ts'
import { testConnection } from '../test/database/database.ts'

const BIN = join(import.meta.dirname, '..', 'bin', 'quire.js')

/** Milliseconds after which something hangs. A busy machine may well take minutes to start a database. */
export const PATIENCE = 300_000

/** A process that may not answer yet. */
export type Spawned = {
  url: string
  pid: number
  /** Everything it printed so far. */
  output(): string
  signal(name: NodeJS.Signals): void
  /** Resolves to the exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

export type Server = Spawned & {
  /** Milliseconds until it answered. */
  startedIn: number
}

type Environment = Record<string, string>
type StartOptions = {
  folder: string
  /** A function where it depends on the port. */
  env?: Environment | ((port: number) => Environment)
  uid?: number
  /** Another one than that of the tests. */
  node?: string
  /** Another one than that of this checkout. */
  bin?: string
  /** Where one was before; any that is free, if left out. */
  port?: number
}

export async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'quire-acceptance-'))
  await chmod(folder, 0o755)
  return folder
}

export async function removeFolder(folder: string) {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/**
 * A database of its own in the PostgreSQL of the test run, and how to tell the server. For tests of anything but the
 * server's own one, which takes seconds to make and waits for the disk. It is migrated, as on any start but the first.
 */
export function newDatabase() {
  return makeDatabase(TEMPLATE)
}

/** As `newDatabase`, for a first start. */
export function emptyDatabase() {
  return makeDatabase('template1')
}

async function makeDatabase(template: string) {
  const connection = await testConnection()
  const { host, port, user, password } = connection
  const database = `acceptance_${randomBytes(8).toString('hex')}`
  const connect = async (name = database) => {
    const client = new pg.Client({ ...connection, database: name })
    await client.connect()
    return client
  }
  await createDatabase(connection, database, template)
  const [account, place] = [`${user}:${encodeURIComponent(password)}`, `${encodeURIComponent(host)}:${port}`]
  return {
    env: { QUIRE_DATABASE_URL: `postgres://${account}@${place}/${database}` },
    name: database,
    connect,
  }
}

export function environment(folder: string, extra: Record<string, string> = {}) {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(QUIRE_|PORT$|HOST$)/.test(name)),
  )
  return { ...inherited, QUIRE_DATA_DIR: join(folder, 'data'), QUIRE_LOG_LEVEL: 'warn', ...extra }
}

export async function startServer(options: StartOptions): Promise<Server> {
  const began = Date.now()
  const { child, ...server } = await spawnServer(options)
  const isUp = await untilReady(server, child).then(
    () => true,
    (error: Error) => {
      child.kill('SIGKILL')
      // Somebody was given the port between our look for a free one and the server's.
      if (server.output().includes('is already in use')) return false
      throw new Error(`${error.message}\n${server.output()}\n${databaseLog(options.folder)}`)
    },
  )
  return isUp ? { ...server, startedIn: Date.now() - began } : startServer(options)
}

export async function spawnServer(options: StartOptions) {
  const { folder, env = {}, uid, node = process.execPath, bin = BIN } = options
  const port = options.port ?? (await freePort())
  const child = spawn(node, [bin, 'serve'], {
    env: environment(folder, { PORT: String(port), ...(typeof env === 'function' ? env(port) : env) }),
    cwd: folder,
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const printed: string[] = []
  child.stdout.on('data', (chunk) => printed.push(String(chunk)))
  child.stderr.on('data', (chunk) => printed.push(String(chunk)))
  const server: Spawned = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => printed.join(''),
    signal: (name) => child.kill(name),
    ended: new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
    }),
  }
  return { ...server, child }
}

/** Runs one command of the command line to its end. */
export async function runCommand(folder: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [BIN, ...args], { env: environment(folder, env), cwd: folder })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, out, err }
}

async function untilReady({ url, output }: Spawned, child: ChildProcess) {
  const deadline = Date.now() + PATIENCE
  while (Date.now() < deadline) {
    const end = child.exitCode ?? child.signalCode
    if (end !== null) throw new Error(`The server ended with ${end}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok && output().includes('listens on')) return
    await pause(20)
  }
  throw new Error(`The server did not answer in ${PATIENCE / 1000} s`)
}

/** What its own PostgreSQL said, where it has one. */
function databaseLog(folder: string) {
  const file = join(folder, 'data', 'postgres.log')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

export function pause(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Waits until something is true, asking often, for a bounded time. */
export async function until<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`It did not become true in ${PATIENCE / 1000} s`)
    await pause(20)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

export type Api = ReturnType<typeof apiOf>

/** Plain HTTP with a token. */
export function apiOf(url: string, token: string) {
  return async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
}

export const TOKEN = 'acceptance-admin-token'

/** A place for a server on a database of its own, where one after the other may be started; `api` asks as its administrator. */
export async function makePlace(settings: Record<string, string> = {}) {
  const folder = await makeFolder()
  const { env, connect } = await newDatabase()
  const all = { ...env, QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off', ...settings }
  const start = async () => {
    const server = await startServer({ folder, env: all })
    return { ...server, api: apiOf(server.url, TOKEN) }
  }
  return { start, connect, remove: () => removeFolder(folder) }
}

export type Place = Awaited<ReturnType<typeof makePlace>>
