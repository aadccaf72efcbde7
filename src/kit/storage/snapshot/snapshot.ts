// All tables of one moment, while others go on writing.
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { PATIENT } from '../database/migrate.ts'
import type { ConnectionSettings } from '../db.ts'
import { type Described, describeSchema, quoted } from './described.ts'

export type Snapshot = Described & {
  /** The rows of a table in the text form of COPY, in pieces as they come. */
  rowsOf(table: Described['tables'][number], take: (piece: Buffer) => Promise<void>): Promise<void>
  /** Of the tables, in bytes, to show how far it is. */
  sizes(): Promise<ReadonlyMap<string, number>>
  close(): Promise<void>
}

export async function openSnapshot(connection: ConnectionSettings): Promise<Snapshot> {
  const client = new pg.Client({ ...connection, ...PATIENT })
  // The running query reports a broken connection; as an event it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const described = await describeSchema(client)
    return {
      ...described,
      async rowsOf({ name, columns }, take) {
        const rows = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted)}) to stdout`))
        await pipeline(rows, async (pieces: AsyncIterable<Buffer>) => {
          for await (const piece of pieces) await take(piece)
        })
      },
      async sizes() {
        const { rows } = await client.query<{ name: string; size: number }>(
          `select relname as name, pg_table_size(oid)::int8 as size from pg_class
           where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
        )
        return new Map(rows.map(({ name, size }) => [name, Number(size)]))
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}
