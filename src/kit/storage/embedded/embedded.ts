import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { run } from './account.ts'
import { findPrograms, findRelease, type Release } from './binaries.ts'
import { type DataLocation, findPlace, findSocketFolder, giveTo, makeOnce, sweepDrafts } from './location.ts'
import {
  type Connection,
  enter,
  type Presence,
  type Server,
  settingArguments,
  stopIfUnused,
} from './server.ts'

const NAME = 'quire'

// Rules of PostgreSQL's own for order and case: the same on every machine, and no index breaks when the system's
// library changes its mind. Only the parser of full text search still asks the system what a letter is.
const LOCALE = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
]

/** A PostgreSQL server of our own, shared by all Quire processes that open the same folder. */
export type Cluster = {
  /** Settings for `pg`; `host` is the folder of the Unix socket. */
  connection: Connection
  /** The actual data folder: another one than requested if the server's account cannot enter that. */
  dataFolder: string
  /** Starts the server again if nothing answers. Cheap, and safe to call often and at once. */
  revive(): Promise<void>
  /** Stops the server unless someone else is still there. Close your own connections first. */
  leave(): Promise<void>
}

export type ClusterOptions = {
  folder: string
  /** Server settings beside the usual ones, such as `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>
  onProgress?: (what: string) => void
}

/** Joins the server of a folder; starts it if it does not run, and creates its database if there is none. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const release = findRelease()
  const { server, dataFolder } = await prepare(options, release).catch((cause: Error) => {
    const advice = 'Mend that, choose another folder, or set QUIRE_DATABASE_URL to a server of your own.'
    throw new Error(`No database in ${options.folder}: ${cause.message}\n${advice}`, { cause })
  })
  return joinCluster(server, await enter(server), dataFolder)
}

async function prepare({ folder, settings = {}, onProgress }: ClusterOptions, release: Release) {
  const place = await findPlace(resolve(folder), release.major)
  const programs = () => findPrograms(release, place)
  await sweepDrafts(place.dataFolder)
  if (!existsSync(place.home)) {
    onProgress?.(`making a database in ${place.dataFolder}`)
    const programFolder = await programs()
    await makeOnce(place.home, (draft) => fillCluster(draft, place, { programFolder, settings }))
  }
  return { server: await describeServer(place, settings, programs), dataFolder: place.dataFolder }
}

function joinCluster(server: Server, first: Presence, dataFolder: string): Cluster {
  let presence = first
  let reviving: Promise<void> | undefined
  let hasLeft = false

  async function enterAgain() {
    const fresh = await enter(server)
    await presence.end()
    presence = fresh
  }

  return {
    connection: server.connection,
    dataFolder,
    async revive() {
      // The last errors of a closing pool must not wake the server again.
      if (hasLeft) return
      reviving ??= enterAgain().finally(() => {
        reviving = undefined
      })
      await reviving
    },
    async leave() {
      hasLeft = true
      await reviving?.catch(() => {})
      await presence.end()
      await stopIfUnused(server)
    },
  }
}

async function describeServer(
  place: DataLocation,
  settings: Record<string, string>,
  programs: () => Promise<string>,
): Promise<Server> {
  const password = await readFile(join(place.home, 'password'), 'utf8')
  const host = await findSocketFolder(place)
  return {
    connection: { host, port: 5432, user: NAME, password, database: NAME },
    account: place.account,
    data: join(place.home, 'data'),
    log: join(place.dataFolder, 'postgres.log'),
    settings,
    programs,
  }
}

type Recipe = { programFolder: string; settings: Record<string, string> }

/** Password and database are made in the draft as well: a cluster that exists is complete. */
async function fillCluster(draft: string, { account }: DataLocation, { programFolder, settings }: Recipe) {
  const data = join(draft, 'data')
  const password = join(draft, 'password')
  await mkdir(data, { mode: 0o700 })
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  for (const path of [data, password, draft]) await giveTo(account, path)
  const owned = ['-D', data, '-U', NAME, `--pwfile=${password}`, '--auth=scram-sha-256']
  const sync = settings.fsync === 'off' ? ['--no-sync'] : []
  await run(join(programFolder, 'initdb'), [...owned, ...LOCALE, ...sync], { account, timeout: 120_000 })
  const options = settingArguments({ ...settings, exit_on_error: 'on' })
  const single = ['--single', '-D', data, ...options, 'postgres']
  const input = `create database ${NAME}\n`
  await run(join(programFolder, 'postgres'), single, { account, timeout: 60_000, input })
}
