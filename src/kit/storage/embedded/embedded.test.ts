import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountOfScripts } from '../../../world/scripts/account.ts'
import { findNobody, isRoot } from './account.ts'
import { findPrograms, findRelease } from './binaries.ts'
import { type Cluster, openCluster } from './embedded.ts'

const QUICK = { fsync: 'off', shared_buffers: '16MB' }

/** What is in the folder of a cluster that was made and stopped. */
let made: string
let root: string
let folder: string
let opened: Cluster[]

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'quire-embedded-made-'))
  await chmod(made, 0o755)
  await (await openCluster({ folder: made, settings: QUICK })).leave()
})

afterAll(() => rm(made, { recursive: true, force: true }))

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'quire-embedded-'))
  await chmod(root, 0o755)
  folder = join(root, 'data')
  opened = []
})

afterEach(async () => {
  for (const cluster of opened) await cluster.leave()
  for (const cluster of opened) {
    await rm(cluster.dataFolder, { recursive: true, force: true })
    await rm(cluster.connection.host, { recursive: true, force: true })
  }
  await rm(root, { recursive: true, force: true })
})

async function open(where = folder): Promise<Cluster> {
  const cluster = await openCluster({ folder: where, settings: QUICK })
  opened.push(cluster)
  return cluster
}

/** Of one that was made before: to make it takes seconds, and most tests are about later days. */
async function openMade(): Promise<Cluster> {
  if (!existsSync(folder)) execFileSync('cp', ['-a', made, folder])
  return open()
}

async function connect(cluster: Cluster): Promise<Client> {
  const client = new Client(cluster.connection)
  client.on('error', () => {})
  await client.connect()
  return client
}

async function query(cluster: Cluster, sql: string) {
  const client = await connect(cluster)
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}

function lockOf(cluster: Cluster): string {
  return join(cluster.dataFolder, `postgres-${findRelease().major}`, 'data', 'postmaster.pid')
}

async function postmasterOf(cluster: Cluster): Promise<number> {
  return Number.parseInt(await readFile(lockOf(cluster), 'utf8'), 10)
}

async function killServer(cluster: Cluster): Promise<void> {
  process.kill(await postmasterOf(cluster), 'SIGKILL')
}

/** As npm does when it runs no install scripts: without the links between libraries. */
async function installWithoutScripts(from: string, to: string, mode: number): Promise<void> {
  const filter = async (path: string) => !(await lstat(path)).isSymbolicLink()
  await cp(join(from, 'native'), join(to, 'native'), { recursive: true, filter })
  await chmod(to, mode)
}

describe('openCluster', () => {
  it('makes a database on first use', async () => {
    const cluster = await open()
    const [row] = await query(
      cluster,
      `select current_database() as name, current_setting('listen_addresses') as tcp,
        current_setting('password_encryption') as secret, upper('é') as upper, 'a' < 'B' as is_lax`,
    )
    expect(row).toEqual({ name: 'quire', tcp: '', secret: 'scram-sha-256', upper: 'É', is_lax: false })
    expect(cluster.dataFolder).toBe(folder)
  })

  it('keeps the password and the socket from other users, and its own folder from the server', async () => {
    const cluster = await open()
    const home = await stat(cluster.connection.host)
    expect(home.mode & 0o777).toBe(0o700)
    expect((await stat(join(cluster.connection.host, 'password'))).mode & 0o777).toBe(0o600)
    expect(home.uid).toBe(isRoot() ? findNobody().uid : process.getuid?.())
    expect((await stat(folder)).uid).toBe(process.getuid?.())
  })

  it.runIf(isRoot())('is out of reach for the scripts of integrations', async () => {
    const cluster = await openMade()
    const { host } = cluster.connection
    const pid = await postmasterOf(cluster)
    const account = accountOfScripts()
    const can = (test: string, ...args: string[]) =>
      spawnSync('/bin/sh', ['-c', test, 'sh', ...args], { ...account, cwd: '/', env: {} }).status === 0
    expect(can('kill -0 $$')).toBe(true)
    expect(can('kill -0 "$1"', String(pid))).toBe(false)
    expect(can('test -r "$1"', `/proc/${pid}/environ`)).toBe(false)
    expect(can('test -x "$1"', host)).toBe(false)
    expect(can('cat "$1"', join(host, 'password'))).toBe(false)
  })

  it('refuses a wrong password', async () => {
    const { connection } = await openMade()
    const client = new Client({ ...connection, password: 'guess' })
    await expect(client.connect()).rejects.toThrow('password authentication failed')
  })

  it('adopts a running server', async () => {
    const first = await postmasterOf(await openMade())
    const second = await postmasterOf(await openMade())
    expect(second).toBe(first)
  })

  it('lets three begin at once in an empty folder', async () => {
    const clusters = await Promise.all([open(), open(), open()])
    const starts = await Promise.all(clusters.map((each) => query(each, 'select pg_postmaster_start_time()')))
    expect(starts[1]).toEqual(starts[0])
    expect(starts[2]).toEqual(starts[0])
  })

  it('finds its data again after a stop', async () => {
    const cluster = await openMade()
    await query(cluster, 'create table kept as select 1 as one')
    await cluster.leave()
    expect(await query(await openMade(), 'select * from kept')).toEqual([{ one: 1 }])
  })

  it('starts at once after the server was killed', async () => {
    await killServer(await openMade())
    expect(await query(await openMade(), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('never returns a server that another is stopping', async () => {
    let cluster = await openMade()
    for (let delay = 0; delay < 100; delay += 20) {
      const [, next] = await Promise.all([cluster.leave(), sleep(delay).then(() => openMade())])
      expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }])
      cluster = next
    }
  })

  it('takes a folder with an awkward name', async () => {
    const cluster = await open(join(root, `a "b", $HOME 'ü`))
    expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('uses a short folder for the socket where the path is too long', async () => {
    const long = join(root, 'x'.repeat(60), 'y'.repeat(60))
    const cluster = await open(long)
    expect(cluster.connection.host).toMatch(/^\/tmp\/quire-/)
    expect(cluster.dataFolder).toBe(long)
    expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('says what PostgreSQL said when it cannot make a database', async () => {
    const attempt = openCluster({ folder, settings: { shared_buffers: 'nonsense' } })
    await expect(attempt).rejects.toThrow('invalid value for parameter "shared_buffers"')
  })

  it('shows the end of the log when the server does not start', async () => {
    const cluster = await openMade()
    await cluster.leave()
    await rm(join(cluster.connection.host, 'data', 'global', 'pg_control'))
    await expect(openCluster({ folder, settings: QUICK })).rejects.toThrow(/pg_control.*QUIRE_DATABASE_URL/s)
  })

  it('says what to do about a folder it cannot use', async () => {
    await writeFile(folder, 'not a folder')
    await expect(openCluster({ folder })).rejects.toThrow(/EEXIST.*QUIRE_DATABASE_URL/s)
  })

  it('does not hide data of another major version behind an empty database', async () => {
    await mkdir(join(folder, 'postgres-9'), { recursive: true })
    await expect(openCluster({ folder })).rejects.toThrow('was written by PostgreSQL 9')
  })
})

describe('a stale lock', () => {
  let stranger: ChildProcess | undefined

  afterEach(async () => {
    if (!stranger) return
    stranger.kill()
    await once(stranger, 'exit')
  })

  it('does not stop the start, though its number belongs to a living process', async () => {
    const cluster = await openMade()
    await killServer(cluster)
    stranger = spawn('sleep', ['60'], isRoot() ? findNobody() : {})
    for (const lock of [lockOf(cluster), join(cluster.connection.host, '.s.PGSQL.5432.lock')]) {
      const content = await readFile(lock, 'utf8')
      await writeFile(lock, content.replace(/^\d+/, `${stranger.pid}`))
    }
    expect(await query(await openMade(), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(stranger.exitCode).toBeNull()
  })
})

describe('revive', () => {
  it('brings a killed server back with all that was committed', async () => {
    const cluster = await openMade()
    await query(cluster, 'create table kept as select 1 as one')
    await killServer(cluster)
    await Promise.all([cluster.revive(), cluster.revive()])
    expect(await query(cluster, 'select * from kept')).toEqual([{ one: 1 }])
  })

  it('leaves a living server alone', async () => {
    const cluster = await openMade()
    const before = await postmasterOf(cluster)
    await cluster.revive()
    expect(await postmasterOf(cluster)).toBe(before)
  })

  it('does not wake a server that was left', async () => {
    const cluster = await openMade()
    await cluster.leave()
    await cluster.revive()
    await expect(connect(cluster)).rejects.toThrow()
  })
})

describe('leave', () => {
  it('keeps the server for another who has joined, connected or not, and stops it with the last', async () => {
    const [one, other] = [await openMade(), await openMade()]
    await one.leave()
    expect(await query(other, 'select 1 as one')).toEqual([{ one: 1 }])
    await other.leave()
    await expect(connect(other)).rejects.toThrow()
  })

  it('keeps the server for a client that never joined', async () => {
    const cluster = await openMade()
    const client = await connect(cluster)
    await cluster.leave()
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
    await (await openMade()).leave()
    await expect(connect(cluster)).rejects.toThrow()
  })

  it('stops the server when two leave at once', async () => {
    const [one, other] = [await openMade(), await openMade()]
    await Promise.all([one.leave(), other.leave()])
    await expect(connect(one)).rejects.toThrow()
  })

  it('does not mind a server that is gone', async () => {
    const cluster = await openMade()
    await killServer(cluster)
    await cluster.leave()
    await cluster.leave()
  })
})

describe.runIf(isRoot())('as root', () => {
  it('keeps the data elsewhere when only root can enter the folder, and stays with that choice', async () => {
    await mkdir(folder, { mode: 0o700 })
    const cluster = await open()
    expect(cluster.dataFolder).toMatch(/^\/var\/lib\/quire\//)
    expect(await readlink(join(folder, 'postgres'))).toBe(cluster.dataFolder)
    await chmod(folder, 0o755)
    expect((await open()).dataFolder).toBe(cluster.dataFolder)
  })

  it('says so when the data kept elsewhere is gone', async () => {
    await mkdir(folder, { mode: 0o700 })
    const cluster = await open()
    await cluster.leave()
    await rm(cluster.dataFolder, { recursive: true })
    await expect(openCluster({ folder })).rejects.toThrow('no longer exists')
  })
})

describe('the binaries', () => {
  it('are missed with a way out', () => {
    const missing = () => findRelease('plan9-mips', () => expect.unreachable())
    expect(missing).toThrow(/plan9-mips.*QUIRE_DATABASE_URL/)
    expect(() => findRelease('win32-x64')).toThrow('QUIRE_DATABASE_URL')
  })

  it('are completed in place where no install script ran', async () => {
    const release = findRelease()
    const bare = { ...release, root: join(root, 'package') }
    await installWithoutScripts(release.root, bare.root, 0o755)
    const account = isRoot() ? findNobody() : undefined
    const programs = await findPrograms(bare, { dataFolder: root, home: folder, account })
    expect(programs).toBe(join(bare.root, 'native', 'bin'))
  })

  it.runIf(isRoot())(
    'are copied, with their library links, where the account cannot reach them',
    async () => {
      const release = findRelease()
      const hidden = { ...release, root: join(root, 'package') }
      await installWithoutScripts(release.root, hidden.root, 0o700)
      const programs = await findPrograms(hidden, { dataFolder: root, home: folder, account: findNobody() })
      expect(programs).toBe(join(root, `postgres-binaries-${release.version}`, 'native', 'bin'))
    },
  )
})
