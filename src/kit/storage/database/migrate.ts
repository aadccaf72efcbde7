import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { ownFile } from '../../../world/own-files.ts'
import type { ConnectionSettings } from '../db.ts'
import { isDeadlock } from './failures.ts'
import { SCHEMA_CHANNEL } from './listener.ts'

// The same folder from src/kit/storage and from dist/program.
const FOLDER = ownFile('src/kit/storage/migrations/')
/** For work that takes as long as it takes, whatever the settings of the user say. */
export const PATIENT = {
  application_name: 'quire',
  connectionTimeoutMillis: 10_000,
  options: '-c statement_timeout=0 -c lock_timeout=0',
}
// Any fixed number: processes that start together take turns.
const LOCK = 7_148_001

/** Brings the database to the newest schema, or as far as `only` says; returns the names of what was applied. */
export async function migrate(
  connection: ConnectionSettings,
  { only }: { only?: readonly string[] } = {},
): Promise<string[]> {
  const client = new pg.Client({ ...connection, ...PATIENT })
  // The running query reports a broken connection; as an event it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await requireVersion(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const pending = await listPending(client)
    const waiting = only ? pending.filter((name) => only.includes(name)) : pending
    if (waiting.length > 0) await applyAll(client, waiting)
    return waiting
  } finally {
    await client.end()
  }
}

export async function listMigrations(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
}

/** Of those that were applied: what a newer release brought. */
export async function listUnknown(applied: readonly string[]): Promise<string[]> {
  const known = await listMigrations()
  return applied.filter((name) => !known.includes(name))
}

async function requireVersion(client: pg.Client) {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  )
  const version = Math.floor((rows[0]?.version ?? 0) / 10_000)
  if (version < 15) throw new Error(`Quire needs PostgreSQL 15 or later; this server is version ${version}`)
}

async function listPending(client: pg.Client) {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const applied = new Set(rows.map((row) => row.name))
  const names = await listMigrations()
  const newer = await listUnknown(rows.map((row) => row.name))
  if (newer.length > 0)
    throw new Error(`A newer Quire has used this database (${newer.join(', ')}): run that one`)
  return names.filter((name) => !applied.has(name))
}

/** While earlier releases work beside it, these may hold what it needs. */
const ATTEMPTS = 5

/** All of them, or none: after a failure, the release before goes on with what it had. */
async function applyAll(client: pg.Client, names: readonly string[]) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, names)
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof Error) || !isDeadlock(error.cause)) throw error
    }
  }
}

async function applyOnce(client: pg.Client, names: readonly string[]) {
  await client.query('begin')
  try {
    for (const name of names) await apply(client, name)
    await client.query(`notify ${SCHEMA_CHANNEL}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function apply(client: pg.Client, name: string) {
  const text = await readFile(new URL(name, FOLDER), 'utf8')
  try {
    await client.query(text)
    await client.query('insert into schema_migrations (name) values ($1)', [name])
  } catch (error) {
    throw new Error(`Migration ${name} failed, and the database is as it was`, { cause: error })
  }
}
