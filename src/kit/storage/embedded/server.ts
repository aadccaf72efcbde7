// The life of one server process: is it there, start it, stop it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { childOptions, type DatabaseAccount } from './account.ts'
import { SOCKET_NAME } from './location.ts'

const PATIENCE_MS = 10_000
/** For a server of ours that runs and does not answer yet: a busy machine or a slow disk. */
const SLOW_START_MS = 120_000
const LINGERING_MS = 500
const STOPPING_MS = 60_000
const SETTINGS = { listen_addresses: '', max_connections: '100', timezone: 'UTC', log_checkpoints: 'off' }

// Whoever uses the server shares this advisory lock, and whoever stops it holds it alone. Counting clients is
// not enough: an idle pool has none, and a process may come between the count and the stop.
const PRESENCE = 1903520114

export type Connection = { host: string; port: number; user: string; password: string; database: string }

export type Server = {
  connection: Connection
  account: DatabaseAccount | undefined
  data: string
  log: string
  settings: Record<string, string>
  programs: () => Promise<string>
}

export type Presence = { end(): Promise<void> }

/** Returns when the server answers, no matter who started it. Until the presence ends, no other process stops it. */
export async function enter(server: Server): Promise<Presence> {
  let child: ChildProcess | undefined
  let pause = 10
  let giveUpAt = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await knock(server)
    if (typeof answer === 'object') return answer
    if (answer === 'busy') giveUpAt = Date.now() + PATIENCE_MS
    const longer = isRunning(child) ? SLOW_START_MS : 0
    if (Date.now() > giveUpAt + longer) throw await explain(server)
    // A launch may fail because another process was faster, or because the last server is not quite dead.
    // Neither can be told from the outside, so try again, ever more slowly.
    if (answer === 'silent' && !isRunning(child)) {
      child = await launch(server)
      pause = Math.min(pause * 2, 500)
    }
    await sleep(pause)
  }
}

/** Stops the server if no other process uses it. */
export async function stopIfUnused(server: Server): Promise<void> {
  const asker = await connect(server, 'quire leaving').catch(() => undefined)
  if (!asker) return
  try {
    if (await isAlone(asker)) await stop(server.data)
  } catch {
    // It died under the question, which leaves nothing to stop.
  } finally {
    await asker.end()
  }
}

/**
 * Does what `pg_ctl stop -m fast -w` does, except that it knows the server it stops from the next one: pg_ctl
 * waits until there is none, a full minute when another process starts it again at once.
 */
async function stop(data: string) {
  const lock = join(data, 'postmaster.pid')
  const pid = readPid(lock)
  if (!pid || isStranger(pid, data)) return
  process.kill(pid, 'SIGINT')
  const giveUpAt = Date.now() + STOPPING_MS
  while (readPid(lock) === pid && Date.now() < giveUpAt) await sleep(10)
}

/** Connections that were just closed linger for some milliseconds, so ask more than once. */
async function isAlone(asker: Client): Promise<boolean> {
  // Those who leave as well do not count: of two, each would take the other for a client.
  const question = `select pg_try_advisory_lock(${PRESENCE}) and not exists (
    select from pg_stat_activity
    where backend_type = 'client backend' and application_name <> 'quire leaving') as "isAlone"`
  const giveUpAt = Date.now() + LINGERING_MS
  while (Date.now() < giveUpAt) {
    const { rows } = await asker.query<{ isAlone: boolean }>(question)
    if (rows[0]?.isAlone) return true
    await sleep(25)
  }
  return false
}

type Refusal = 'busy' | 'silent'

/**
 * A connection is the only proof of life. `pg_ctl status` merely looks for a process with the number in
 * postmaster.pid, and believes in zombies and strangers.
 */
async function knock(server: Server): Promise<Presence | Refusal> {
  const client = await connect(server, 'quire presence').catch(readRefusal)
  if (typeof client === 'string') return client
  // Waits while someone is stopping the server, and fails when that is done.
  const question = `select current_setting('data_directory') as folder, pg_advisory_lock_shared(${PRESENCE})`
  const answer = await client.query<{ folder: string }>(question).catch(readRefusal)
  if (typeof answer !== 'string' && answer.rows[0]?.folder === server.data) return keepQuietly(client)
  await client.end()
  if (typeof answer === 'string') return answer
  throw new Error(
    `The server on ${server.connection.host} keeps ${answer.rows[0]?.folder}: stop that one first.`,
  )
}

/** A mere presence must not keep our process alive, but its end is worth waiting for. */
function keepQuietly(client: Client): Presence {
  const { connection } = client as Client & { connection: { stream: Socket } }
  connection.stream.unref()
  return {
    async end() {
      connection.stream.ref()
      await client.end()
    },
  }
}

/** Class 57 is a server starting up, recovering or shutting down; class 53 one out of connections. */
function readRefusal(problem: unknown): Refusal {
  if (!(problem instanceof DatabaseError)) return 'silent'
  if (/^5[37]/.test(problem.code ?? '')) return 'busy'
  throw problem
}

/** Not to our own database: that one must stay free to be copied and dropped. */
async function connect({ connection }: Server, name: string): Promise<Client> {
  const limits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 }
  const client = new Client({ ...connection, ...limits, database: 'postgres', application_name: name })
  // A server killed between two answers is an event here, and without a listener the end of our process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Begun anew when it is long; the last one is kept. */
const LONGEST_LOG = 10_000_000

async function startNewLog(log: string) {
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LONGEST_LOG) await rename(log, `${log}.1`)
}

/**
 * Starts `postgres` itself rather than `pg_ctl start`: no shell that would need its paths quoted, and a child
 * of ours is buried by us, where an orphan stays a zombie for ever under a PID 1 that does not reap.
 */
async function launch({ data, log, account, connection, settings, programs }: Server): Promise<ChildProcess> {
  const postgres = join(await programs(), 'postgres')
  const sockets = { port: `${connection.port}`, unix_socket_directories: quoteFolder(connection.host) }
  removeForeignLocks(data, connection.host)
  await startNewLog(log)
  const output = await open(log, 'a', 0o600)
  try {
    const args = ['-D', data, ...settingArguments({ ...SETTINGS, ...settings, ...sockets })]
    const options = { ...childOptions(account), detached: true }
    const child = spawn(postgres, args, { ...options, stdio: ['ignore', output.fd, output.fd] })
    child.on('error', () => {})
    child.unref()
    return child
  } finally {
    await output.close()
  }
}

export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The setting is a list, in which a comma would begin a second folder. */
function quoteFolder(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child !== undefined && child.exitCode === null && child.signalCode === null
}

/**
 * After a crash or reboot the number in a lock may have gone to another process of the same user, and
 * PostgreSQL would refuse to start for as long as that one lives. All in one synchronous breath: between the
 * look and the removal, another Quire process could put the lock of a living server there.
 */
function removeForeignLocks(data: string, socketFolder: string) {
  for (const lock of [join(data, 'postmaster.pid'), join(socketFolder, `${SOCKET_NAME}.lock`)]) {
    const pid = readPid(lock)
    if (pid && isStranger(pid, data)) rmSync(lock, { force: true })
  }
}

function readPid(lock: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(lock, 'utf8'), 10)
  } catch {
    return undefined
  }
}

/** A server works inside its data folder. A number that nobody has is no stranger: PostgreSQL sees through it. */
function isStranger(pid: number, data: string): boolean {
  if (process.platform !== 'linux') {
    const ps = spawnSync('/bin/ps', ['-p', `${pid}`, '-o', 'comm='], { encoding: 'utf8', timeout: 5_000 })
    return ps.stdout.trim() !== '' && !ps.stdout.includes('postgres')
  }
  if (!existsSync(`/proc/${pid}`)) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== data
  } catch {
    return true
  }
}

async function explain({ data, log }: Server): Promise<Error> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-15).join('\n')
  const advice =
    'Mend that (free space, owner and mode of the folder), or set QUIRE_DATABASE_URL to another server.'
  return new Error(`PostgreSQL does not start in ${data}. The end of ${log}:\n${lines}\n${advice}`)
}
