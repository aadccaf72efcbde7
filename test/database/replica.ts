// A PostgreSQL of its own, and a replica that follows it by streaming, made as pg_basebackup makes one: the embedded
// package does not have that program.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { childOptions, findNobody, isRoot } from '../../src/kit/storage/embedded/account.ts'
import { findPrograms, findRelease } from '../../src/kit/storage/embedded/binaries.ts'
import { openCluster } from '../../src/kit/storage/embedded/embedded.ts'
import { settingArguments } from '../../src/kit/storage/embedded/server.ts'
import { atEndOfFile } from '../file-scope.ts'
import { buildTemplate } from './build-template.ts'
import { createDatabase, TEMPLATE, type TestConnection, type TestDatabase } from './create-database.ts'

const SETTINGS = { fsync: 'off', max_connections: '60', wal_keep_size: '256MB', max_wal_senders: '4' }
const execute = promisify(execFile)

export type ReplicatedDatabase = {
  primary: TestDatabase
  replica: TestDatabase
  /** What comes in is kept and not shown, as on a replica that is behind. */
  hold(): Promise<void>
  release(): Promise<void>
  /** Waits until the replica has all that is there now. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
  promote(): Promise<void>
}

export async function openReplicated(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-replica-'))
  await chmod(folder, 0o755)
  const cluster = await openCluster({ folder: join(folder, 'primary'), settings: SETTINGS })
  await buildTemplate(cluster.connection)
  const primary = await createDatabase(cluster.connection, 'replicated', TEMPLATE)
  const home = join(folder, 'replica')
  await copyRunning(primary, home)
  const server = serverIn(home, await programsFor(cluster.dataFolder))
  await server.start()
  atEndOfFile(async () => {
    await server.stop()
    await cluster.leave()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const replica = { ...primary, host: home }
  const tell = (text: string) => ask(replica, text)
  return {
    primary,
    replica,
    hold: async () => void (await tell('select pg_wal_replay_pause()')),
    release: async () => void (await tell('select pg_wal_replay_resume()')),
    async caughtUp() {
      const [end] = await ask(primary, 'select pg_current_wal_flush_lsn()::text as place')
      for (;;) {
        const [is] = await tell(`select pg_last_wal_replay_lsn() >= '${end?.place}' as there`)
        if (is?.there) return
        await pause(10)
      }
    },
    stop: server.stop,
    start: server.start,
    promote: async () => void (await tell('select pg_promote(false)')),
  }
}

async function ask(connection: TestDatabase, text: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function programsFor(dataFolder: string) {
  const release = findRelease()
  const account = isRoot() ? findNobody() : undefined
  return findPrograms(release, { home: dataFolder, dataFolder, account })
}

async function copyRunning(primary: TestDatabase, home: string) {
  const client = new pg.Client(primary)
  await client.connect()
  try {
    const { rows } = await client.query("select current_setting('data_directory') as folder")
    await client.query("select pg_backup_start('replica', true)")
    await mkdir(home, { mode: 0o755 })
    await execute('cp', ['-a', rows[0].folder, join(home, 'data')])
    const stopped = await client.query('select labelfile from pg_backup_stop(false)')
    await makeStandby(join(home, 'data'), stopped.rows[0].labelfile, primary)
  } finally {
    await client.end()
  }
}

async function makeStandby(data: string, label: string, { host, port, user, password }: TestConnection) {
  for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(data, name), { force: true })
  await writeFile(join(data, 'backup_label'), label)
  await writeFile(join(data, 'standby.signal'), '')
  const quoted = `host=${host} port=${port} user=${user} password=${password}`
  await appendFile(join(data, 'postgresql.auto.conf'), `\nprimary_conninfo = '${quoted}'\n`)
  if (!isRoot()) return
  const { uid, gid } = findNobody()
  await execute('chown', ['-R', `${uid}:${gid}`, dirname(data)])
}

/** A server whose socket is in its folder. */
function serverIn(home: string, programs: string) {
  let child: ChildProcess | undefined
  const settings = { ...SETTINGS, listen_addresses: '', timezone: 'UTC', unix_socket_directories: home }
  return {
    async start() {
      const args = ['-D', join(home, 'data'), ...settingArguments(settings)]
      const options = childOptions(isRoot() ? findNobody() : undefined)
      const started = spawn(join(programs, 'postgres'), args, {
        ...options,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      let said = ''
      await new Promise<void>((resolve, reject) => {
        started.stderr.on('data', (text) => {
          said += text
          if (said.includes('ready to accept read-only connections')) resolve()
        })
        started.once('exit', (code) => reject(new Error(`The replica ended with ${code}: ${said}`)))
      })
    },
    async stop() {
      if (!child || child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
    },
  }
}
