import pg from 'pg'

/** The database that is migrated and empty, to be cloned. */
export const TEMPLATE = 'quire_template'

export type TestConnection = { host: string; port: number; user: string; password: string }
export type TestDatabase = TestConnection & { database: string }

export async function createDatabase(
  { host, port, user, password }: TestConnection,
  database: string,
  template = 'template1',
): Promise<TestDatabase> {
  const connection = { host, port, user, password }
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  // Half the work of the usual way, which also writes every page to the log.
  await client.query(`create database ${database} template ${template} strategy file_copy`)
  await client.end()
  return { ...connection, database }
}
