import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cloneTemplate, testConnection } from '../../../../test/database/database.ts'
import { openSyncedSpace } from '../../../../test/repositories.ts'
import { migrate } from './migrate.ts'

describe('a database of 0.3.0', () => {
  it('keeps what its spaces agreed on with their branches, and makes PDFs', async () => {
    const space = await openSyncedSpace({ 'README.md': '# Home\n', 'use.md': '# Use\n', 'old.md': '# Old\n' })
    await space.imports()
    const database = await space.services.asSystem(async ({ db }) => {
      await sql`update git_syncs set url = '', ref = ''`.execute(db)
      await sql`alter table pdfs drop column failed_at`.execute(db)
      await sql`delete from schema_migrations where name like '012%'`.execute(db)
      return (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name
    })
    const applied = await migrate({ ...(await testConnection()), database: database ?? '' })
    expect(applied).toEqual(['012-earlier-agreements.sql'])

    const [, old, use] = (await space.as(space.admin).get(`${space.url}/content/pages`)).pages
    await space.write(
      { operation: 'update_page', page: use.id, document: { markdown: 'Ours.' } },
      { operation: 'delete_page', page: old.id },
    )
    await space.commit({ 'README.md': '# Home\n\nTheirs.\n' })
    await space.exports()
    expect(await space.show('use.md')).toBe('# Use\n\nOurs.\n')
    expect(await space.titles()).toBe('Home Use')
    await space.as(space.admin).get(`${space.url}/pdf`)
  })
})

describe('a database of 0.3.3', () => {
  it('knows where its spaces lie in their branches, also those whose export was interrupted', async () => {
    const space = await openSyncedSpace({ 'docs/README.md': '# Home\n' })
    await space.imports({ repoProjectDirectory: 'docs' })
    const database = await space.services.asSystem(async ({ db }) => {
      await sql`update git_operations set pushing = '{"commitId": "x"}'`.execute(db)
      await sql`alter table git_syncs drop column prefix`.execute(db)
      await sql`delete from schema_migrations where name like '019%'`.execute(db)
      return (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name
    })
    await migrate({ ...(await testConnection()), database: database ?? '' })
    const { rows } = await space.sql(
      "select git_syncs.prefix, pushing from git_syncs join git_operations using (space_id) where directory = 'docs'",
    )
    expect(rows).toEqual([{ prefix: 'docs/', pushing: { commitId: 'x', prefix: 'docs/' } }])
  })
})

/** A database of 0.16, with the schema of pg-boss or without it. */
async function openBefore066() {
  const connection = await cloneTemplate()
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    drop table jobs, scheduled_jobs;
    create sequence job_processes as integer cycle;
    create table claimed_jobs (
      id uuid primary key, name text not null, process integer not null, claimed_at timestamptz not null
    );
    delete from schema_migrations where name like '066%'`)
  return { connection, client }
}

const PG_BOSS = new URL('../../../../test/fixtures/pg-boss-10.sql', import.meta.url)

describe('a database of 0.16', () => {
  it('keeps the jobs that wait, were begun or were given up, and loses the schema of pg-boss', async () => {
    const { connection, client } = await openBefore066()
    await client.query(await readFile(PG_BOSS, 'utf8'))
    for (const name of ['search.index', 'git.resume', 'spaces.purge'])
      await client.query(`select pgboss.create_queue($1, '{"policy": "short", "retryLimit": 5}')`, [name])
    const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
    await client.query(`
      insert into pgboss.job (id, name, data, state, retry_count, singleton_key, policy, retry_limit, started_on,
        start_after, created_on, completed_on, output, singleton_on)
      values
        ('${id(1)}', 'search.index', '{"spaceId": "s", "organizationId": "o"}', 'created', 0, 's', 'short', 5, null,
          '2026-11-01', '2026-11-01', null, null, null),
        ('${id(2)}', 'search.index', '{"spaceId": "t", "organizationId": "o"}', 'retry', 2, 't', 'short', 5,
          '2026-11-02', '2026-11-02', '2026-11-02', null, '{"message": "the lamp is out"}', null),
        ('${id(3)}', 'search.index', '{"spaceId": "u"}', 'active', 0, 'u', 'short', 5, '2026-11-03', '2026-11-03',
          '2026-11-03', null, null, null),
        ('${id(4)}', 'search.index', '{"spaceId": "v"}', 'failed', 5, 'v', 'short', 5, '2026-11-04', '2026-11-04',
          '2026-11-04', '2026-11-04T01:02:03.456789Z', '{"value": {"message": "dark"}}', null),
        ('${id(5)}', 'search.index', '{"spaceId": "w"}', 'completed', 0, 'w', 'short', 5, '2026-11-05', '2026-11-05',
          '2026-11-05', '2026-11-05', null, null),
        ('${id(6)}', 'git.resume', '{}', 'completed', 0, 'git.resume', 'short', 5, '2026-11-06', '2026-11-06',
          '2026-11-06', '2026-11-06', null, '2026-11-06 07:08:00'),
        ('${id(7)}', 'spaces.purge', null, 'created', 0, 'x', 'short', 5, null, '2099-01-01', '2026-11-07', null, null,
          null);
      insert into claimed_jobs values ('${id(3)}', 'search.index', 1, now())`)

    expect(await migrate(connection)).toEqual(['066-jobs.sql'])

    const { rows } = await client.query(
      `select right(id::text, 1)::int as number, name, payload, key, organization_id, state, turn, attempts,
         max_attempts, lost_its_process, error, start_after::date::text as start_after, lease, failed_at
       from jobs order by position`,
    )
    const waiting = { name: 'search.index', state: 'waiting', max_attempts: 6, lease: null, failed_at: null }
    const fresh = { attempts: 0, lost_its_process: false, error: null }
    expect(rows).toMatchObject([
      { ...waiting, ...fresh, number: 1, key: 's', organization_id: 'o', turn: 1, payload: { spaceId: 's' } },
      {
        ...waiting,
        number: 2,
        key: 't',
        turn: 2,
        attempts: 3,
        lost_its_process: false,
        error: 'the lamp is out',
      },
      { ...waiting, number: 3, key: 'u', organization_id: '', turn: 1, attempts: 1, lost_its_process: true },
      {
        number: 4,
        state: 'failed',
        attempts: 6,
        error: 'dark',
        failed_at: new Date('2026-11-04T01:02:03.457Z'),
      },
      { ...waiting, ...fresh, number: 7, name: 'spaces.purge', payload: {}, start_after: '2099-01-01' },
    ])
    const scheduled = await client.query('select name, sent_for from scheduled_jobs')
    expect(scheduled.rows).toEqual([{ name: 'git.resume', sent_for: new Date('2026-11-06T07:08:00Z') }])
    const left = await client.query(
      `select to_regnamespace('pgboss') as schema, to_regclass('claimed_jobs') as claims`,
    )
    expect(left.rows).toEqual([{ schema: null, claims: null }])
  })

  it('needs no schema of pg-boss', async () => {
    const { connection, client } = await openBefore066()
    expect(await migrate(connection)).toEqual(['066-jobs.sql'])
    expect((await client.query('select from jobs')).rowCount).toBe(0)
  })
})
