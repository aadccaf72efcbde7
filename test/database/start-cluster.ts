// Starts the PostgreSQL of a run from a copy of a migrated data folder. That is built once and kept for later runs
// under a hash of everything it is made of.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { findRelease } from '../../src/kit/storage/embedded/binaries.ts'
import { type Cluster, openCluster } from '../../src/kit/storage/embedded/embedded.ts'
import { makeOnce, sweepDrafts } from '../../src/kit/storage/embedded/location.ts'
import { TEMPLATE } from './create-database.ts'

const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, 'node_modules', '.cache', 'quire-test')
/** As many as there are branches that somebody goes back and forth between. */
const KEPT = 3
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

export type TestCluster = Pick<Cluster, 'connection' | 'leave'>

const copy = (from: string[], to: string) => promisify(execFile)('cp', ['-a', ...from, to])

export async function startCluster(folder: string): Promise<TestCluster> {
  const kept = join(CACHE, await hashOfParts())
  const fromCache = await openCopy(kept, folder).catch(() => undefined)
  if (fromCache) return fromCache
  await rm(kept, { recursive: true, force: true })
  await removeData(folder)
  const { buildTemplate } = await import('./build-template.ts')
  const cluster = await open(folder)
  await buildTemplate(cluster.connection)
  await cluster.leave()
  // Without the cache, the next run only takes longer.
  await keep(folder, kept).catch(() => {})
  return open(folder)
}

const open = (folder: string) => openCluster({ folder, settings: SETTINGS })

async function openCopy(kept: string, folder: string): Promise<TestCluster | undefined> {
  if (!existsSync(kept)) return
  await copy(await dataIn(kept), folder)
  const cluster = await open(folder)
  try {
    const client = new pg.Client({ ...cluster.connection, database: TEMPLATE })
    await client.connect()
    await client.query('select from schema_migrations')
    await client.end()
    return cluster
  } catch (problem) {
    await cluster.leave()
    throw problem
  }
}

async function keep(folder: string, kept: string) {
  await mkdir(CACHE, { recursive: true })
  await sweepDrafts(CACHE)
  await makeOnce(kept, async (draft) => void (await copy(await dataIn(folder), draft)))
  const names = (await readdir(CACHE)).filter((name) => /^[0-9a-f]+$/.test(name))
  const ages = await Promise.all(names.map(async (name) => ({ name, ...(await stat(join(CACHE, name))) })))
  ages.sort((a, b) => b.ctimeMs - a.ctimeMs)
  for (const { name } of ages.slice(KEPT)) await rm(join(CACHE, name), { recursive: true, force: true })
}

/** Data and, where the installed ones cannot be used in place, programs. */
async function dataIn(folder: string) {
  return (await readdir(folder))
    .filter((name) => name.startsWith('postgres-'))
    .map((name) => join(folder, name))
}

async function removeData(folder: string) {
  for (const path of await dataIn(folder)) await rm(path, { recursive: true, force: true })
}

async function hashOfParts() {
  const migrations = join(ROOT, 'src', 'kit', 'storage', 'migrations')
  const files = [
    ...(await readdir(migrations)).sort().map((name) => join(migrations, name)),
    ...['build-template.ts', 'start-cluster.ts'].map((name) => join(import.meta.dirname, name)),
  ]
  const { platform, arch } = process
  const hash = createHash('sha256').update([findRelease().version, platform, arch, process.getuid?.()].join())
  for (const file of files) hash.update(`\n${file}\n`).update(await readFile(file))
  return hash.digest('hex').slice(0, 16)
}
