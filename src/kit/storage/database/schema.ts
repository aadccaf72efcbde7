// What there is in a database, read without changing anything.
import pg from 'pg'
import type { ConnectionSettings } from '../db.ts'
import { listMigrations } from './migrate.ts'

export type Schema = {
  /** The version of the server: a number to compare, and how it calls itself. */
  version: { major: number; text: string }
  /** Where it is, without the password. */
  address: string
  /** Nobody ever migrated it. */
  isNew: boolean
  /** Whether tables and a schema for the job queue may be made there. */
  isOpenToUs: boolean
  pending: string[]
  /** Applied by a release that is newer than this one. */
  unknown: string[]
}

export async function readSchema(connection: ConnectionSettings): Promise<Schema> {
  const limits = { connectionTimeoutMillis: 5_000, query_timeout: 10_000 }
  const client = new pg.Client({ ...connection, ...limits, application_name: 'quire' })
  // The running query reports a broken connection; as an event it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin transaction read only')
    const server = await readServer(client)
    const applied = server.hasMigrations ? await readApplied(client) : []
    const names = await listMigrations()
    return {
      version: { major: Math.floor(server.version / 10_000), text: server.versionText },
      address: addressOf(client),
      isNew: !server.hasMigrations,
      isOpenToUs: server.isOpenToUs,
      pending: names.filter((name) => !applied.includes(name)),
      unknown: applied.filter((name) => !names.includes(name)),
    }
  } finally {
    await client.end()
  }
}

type ServerRow = { version: number; versionText: string; hasMigrations: boolean; isOpenToUs: boolean }

async function readServer(client: pg.Client): Promise<ServerRow> {
  const { rows } = await client.query<ServerRow>(`
    select current_setting('server_version_num')::int as version,
      split_part(current_setting('server_version'), ' ', 1) as "versionText",
      to_regclass('schema_migrations') is not null as "hasMigrations",
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "isOpenToUs"`)
  const [row] = rows
  if (!row) throw new Error('The database server does not report its version')
  return row
}

async function readApplied(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map((row) => row.name)
}

function addressOf({ host, port, database }: pg.Client) {
  return host.startsWith('/') ? `${database} on the socket in ${host}` : `${database} on ${host}:${port}`
}
