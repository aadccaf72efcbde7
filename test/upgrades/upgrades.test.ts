// What earlier releases left is read today as they read it themselves.
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { listMigrations, migrate } from '../../src/kit/storage/database/migrate.ts'
import type { TestDatabase } from '../database/create-database.ts'
import { buildTestServices } from '../services.ts'
import { readFacts } from './facts.js'
import { databaseOf, digestToday, type KeptRelease, readRelease, VERSIONS } from './releases.ts'

const TOKEN = 'upgrade-admin-token'
/** Edited after they were released, and why that was harmless. */
const EDITED = new Set([
  // 0.3.5 also tells interrupted exports their place; test/fixtures/0.3.2 and migrate.test.ts know both.
  '0.3.4 019-git-prefix.sql',
])

async function factsToday(connection: TestDatabase, { files }: KeptRelease) {
  const { app, services } = await buildTestServices({ connection })
  for (const bytes of files) await services.blobs.put(bytes)
  return readFacts(await app.listen({ host: '127.0.0.1', port: 0 }), TOKEN)
}

/** All tables with their columns, and what was applied. */
async function describeDatabase(database: TestDatabase) {
  const client = new pg.Client(database)
  await client.connect()
  const columns = await client.query(
    `select table_name, column_name, data_type, is_nullable from information_schema.columns
     where table_schema = 'public' order by 1, 2`,
  )
  const migrations = await client.query('select * from schema_migrations order by name')
  await client.end()
  return { columns: columns.rows, migrations: migrations.rows }
}

async function runOn(database: TestDatabase, text: string) {
  const client = new pg.Client(database)
  await client.connect()
  await client.query(text)
  await client.end()
}

it('knows a database of every release that changed the schema', () => {
  expect(VERSIONS.length).toBeGreaterThan(15)
})

describe.each(VERSIONS)('a database of %s', (version) => {
  it('is migrated, and read as that release read it', async () => {
    const release = await readRelease(version)
    const database = await databaseOf(release)
    const applied = await migrate(database)
    expect([...release.head.migrations, ...applied].sort()).toEqual(await listMigrations())
    expect(await factsToday(database, release)).toEqual(release.facts)
  })

  it('was made by migrations that nobody edited since', async () => {
    const { texts } = await readRelease(version)
    const edited = Object.entries(texts).filter(([name, digest]) => digestToday(name) !== digest)
    expect(edited.map(([name]) => `${version} ${name}`).filter((one) => !EDITED.has(one))).toEqual([])
  })
})

describe('a migration that fails', () => {
  it('leaves the database as it was, also where others came before it', async () => {
    const database = await databaseOf(await readRelease(VERSIONS[0] ?? ''))
    // In the way of 066-jobs.sql.
    await runOn(database, 'create table jobs (id integer)')
    const before = await describeDatabase(database)
    await expect(migrate(database)).rejects.toThrow(
      'Migration 066-jobs.sql failed, and the database is as it was',
    )
    expect(await describeDatabase(database)).toEqual(before)
    await runOn(database, 'drop table jobs')
    expect(await migrate(database)).toContain('066-jobs.sql')
  })
})
