// What a database has: tables with their columns, sequences, and the migrations that made them.
import type pg from 'pg'

export type DescribedTable = { name: string; columns: string[] }
export type DescribedSequence = { name: string; value: string; isCalled: boolean }
export type Described = {
  migrations: string[]
  tables: DescribedTable[]
  sequences: DescribedSequence[]
}

/** Says what was done to the database itself, and is kept by `migrate`. */
const OWN = 'schema_migrations'

export async function describeSchema(client: pg.ClientBase): Promise<Described> {
  const migrations = await client.query<{ name: string }>(`select name from ${OWN} order by name`)
  // What the database works out by itself it works out again.
  const tables = await client.query<DescribedTable>(
    `select class.relname as name, array_agg(attribute.attname::text order by attribute.attnum) as columns
     from pg_class class
     join pg_attribute attribute on attribute.attrelid = class.oid
     where class.relnamespace = current_schema()::regnamespace and class.relkind = 'r' and class.relname <> $1
       and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
     group by class.oid order by class.relname`,
    [OWN],
  )
  const sequences = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = current_schema() order by 1`,
  )
  const described: Described = {
    migrations: migrations.rows.map(({ name }) => name),
    tables: tables.rows,
    sequences: [],
  }
  for (const { name } of sequences.rows) described.sequences.push(await describeSequence(client, name))
  return described
}

async function describeSequence(client: pg.ClientBase, name: string): Promise<DescribedSequence> {
  const { rows } = await client.query<{ value: string; isCalled: boolean }>(
    `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`,
  )
  const [row] = rows
  if (!row) throw new Error(`The sequence ${name} has no value`)
  return { name, ...row }
}

export function quoted(name: string) {
  return `"${name.replaceAll('"', '""')}"`
}
