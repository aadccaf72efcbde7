// Fills a database that was just made with the rows of another one, in one transaction.
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, PATIENT } from '../database/migrate.ts'
import type { ConnectionSettings } from '../db.ts'
import { type Described, describeSchema, quoted } from './described.ts'

export type Load = {
  /** Rows in the text form of COPY; a table comes in one go, in pieces. */
  put(table: string, piece: Buffer): Promise<void>
  /** All of it holds from here on. */
  commit(): Promise<void>
  /** Leaves the tables empty that were so before; harmless after a commit. */
  close(): Promise<void>
}

/** Brings the schema to where the other database was, and no further. */
export async function beginLoad(connection: ConnectionSettings, described: Described): Promise<Load> {
  const client = new pg.Client({ ...connection, ...PATIENT })
  client.on('error', () => {})
  await client.connect()
  try {
    if (await hasPeople(client)) throw new NotEmpty()
    await migrate(connection, { only: described.migrations })
    await client.query('begin')
    // Others wait, and find what was restored.
    const { tables } = await describeSchema(client)
    requireSame(tables, described)
    await client.query(`truncate ${tables.map(({ name }) => quoted(name))}`)
    const references = await dropReferences(client)
    return loadInto(client, described, references)
  } catch (error) {
    await client.end()
    throw error
  }
}

export class NotEmpty extends Error {
  override readonly name = 'NotEmpty'
}

async function hasPeople(client: pg.Client) {
  const { rows } = await client.query<{ users: string | null }>("select to_regclass('users')::text as users")
  if (rows[0]?.users == null) return false
  return ((await client.query('select from users limit 1')).rowCount ?? 0) > 0
}

function requireSame(tables: Described['tables'], described: Described) {
  const texts = (all: Described['tables']) =>
    all.map(({ name, columns }) => `${name} (${columns.toSorted()})`).sort()
  const [here, there] = [texts(tables), texts(described.tables)]
  const odd = there.find((text) => !here.includes(text)) ?? here.find((text) => !there.includes(text))
  if (odd) throw new Error(`The database of the backup differs from its migrations: ${odd}`)
}

type Reference = { table: string; name: string; definition: string }

/** They are checked when all rows are there, in whatever order these come. */
async function dropReferences(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  return rows
}

function loadInto(client: pg.Client, described: Described, references: Reference[]): Load {
  const columns = new Map(described.tables.map((table) => [table.name, table.columns.map(quoted)]))
  let current: { table: string; rows: ReturnType<typeof copyFrom>; isDone: Promise<void> } | undefined

  async function endTable() {
    if (!current) return
    const { rows, isDone } = current
    current = undefined
    rows.end()
    await isDone
  }

  async function begin(table: string) {
    await endTable()
    const names = columns.get(table)
    if (!names) throw new Error(`There is no table ${table}`)
    const rows = client.query(copyFrom(`copy ${quoted(table)} (${names}) from stdin`))
    const isDone = finished(rows)
    // Told by whoever waits for it next.
    isDone.catch(() => {})
    current = { table, rows, isDone }
    return current
  }

  return {
    async put(table, piece) {
      const { rows, isDone } = current?.table === table ? current : await begin(table)
      if (!rows.write(piece)) await Promise.race([once(rows, 'drain'), isDone])
    },
    async commit() {
      await endTable()
      for (const { table, name, definition } of references)
        await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
      for (const { name, value, isCalled } of described.sequences)
        await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, isCalled])
      await client.query('commit')
      await client.query('analyze')
    },
    close: () => client.end(),
  }
}
