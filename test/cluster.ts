// One PostgreSQL for the whole run, with a migrated template that every test file clones in milliseconds.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/kit/storage/database/migrate.ts'
import { openDatabase } from '../src/kit/storage/db.ts'
import { openCluster } from '../src/kit/storage/embedded/embedded.ts'
import { rooms } from '../src/rooms.ts'
import { openServices } from '../src/services.ts'
import { systemClock } from '../src/world/clock.ts'
import { testWorld } from './world.ts'

const TEMPLATE = 'quire_template'

type TestConnection = { host: string; port: number; user: string; password: string }

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-test-'))
  // Run by root, the server runs as nobody, who must be able to pass.
  await chmod(folder, 0o711)
  const cluster = await openCluster({
    folder,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  const { database: _, ...connection } = cluster.connection
  await makeTemplate(connection)
  project.provide('connection', connection)
  project.provide('template', TEMPLATE)
  return async () => {
    await cluster.leave()
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeTemplate(connection: TestConnection) {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const template = { ...connection, database: TEMPLATE }
  await migrate(template)
  // Opening the services once makes what it keeps beside our own tables: the job queue.
  const services = await openServices({
    ...testWorld(systemClock),
    database: openDatabase(template),
    publicUrl: 'http://quire.test',
    insightsDays: 400,
    eventsDays: 365,
    rooms,
    supervise: false,
  })
  await services.close()
}

/** A database of one's own, cloned from the template. */
export async function cloneTemplate(connection: TestConnection) {
  const database = `test_${randomBytes(8).toString('hex')}`
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${database} template ${TEMPLATE}`)
  await client.end()
  return { ...connection, database }
}
