import type { Config } from '../../config.ts'
import { readSchema, type Schema } from '../../kit/storage/database/schema.ts'
import { type ConnectionSettings, openDatabase } from '../../kit/storage/db.ts'
import { findAdministrator } from '../../rooms/people/identity/store.ts'
import type { Check } from '../../world/machine/machine.ts'
import { visitDatabase } from '../process/open.ts'
import { plainMessage } from '../terminal/failures.ts'
import { failed, fine, skipped } from './checks.ts'
import { checkWork, skipWork } from './checks-work.ts'

const OLDEST_POSTGRES = 15

type Findings = { schema: Schema; hasAdministrator: boolean; work: Check[] }

export async function checkDatabase(config: Config): Promise<Check[]> {
  try {
    const visit = await visitDatabase(config, (connection) => lookAround(config, connection))
    if (!visit) return beforeFirstStart(config)
    const { schema, hasAdministrator, work } = visit.answer
    const where = visit.folder ? `embedded, in ${visit.folder}` : schema.address
    return [
      checkServer(schema, where),
      checkMigrations(schema),
      checkAdministrator(schema, hasAdministrator),
      ...work,
    ]
  } catch (error) {
    const advice = config.databaseUrl
      ? 'Start the server, and check the host, port, user, password and database in QUIRE_DATABASE_URL.'
      : 'See postgres.log in the data folder, or set QUIRE_DATABASE_URL to a server of your own.'
    const why = 'the database does not answer'
    return [
      failed('database', plainMessage(error), advice),
      skipped('migrations', why),
      skipped('administrator', why),
      ...skipWork(why),
    ]
  }
}

async function lookAround(config: Config, connection: ConnectionSettings): Promise<Findings> {
  const schema = await readSchema(connection)
  // Before the migrations are through, there may be no users to ask for.
  if (schema.isNew || schema.pending.length > 0)
    return { schema, hasAdministrator: false, work: skipWork('the migrations come first') }
  const database = openDatabase(connection, { maxConnections: 1 })
  try {
    const hasAdministrator = (await findAdministrator(database.db)) !== undefined
    return { schema, hasAdministrator, work: await checkWork(config, database.db) }
  } finally {
    await database.close()
  }
}

function beforeFirstStart({ dataFolder }: Config) {
  return [
    fine('database', `none yet: the first start creates one in ${dataFolder}`),
    fine('migrations', 'the first start applies them'),
    fine('administrator', 'the first start creates one and shows its token'),
  ]
}

function checkServer({ version, isNew, isOpenToUs }: Schema, where: string) {
  const finding = `PostgreSQL ${version.text}, ${where}`
  if (version.major < OLDEST_POSTGRES) {
    return failed(
      'database',
      finding,
      `Quire needs PostgreSQL ${OLDEST_POSTGRES} or later: upgrade that server.`,
    )
  }
  if (!isNew || isOpenToUs) return fine('database', finding)
  const advice =
    'Allow the user in QUIRE_DATABASE_URL to create tables. The simplest way: ALTER DATABASE … OWNER TO …'
  return failed('database', `${finding}, without permission to create tables`, advice)
}

function checkMigrations({ isNew, pending, unknown }: Schema) {
  if (isNew) return fine('migrations', 'the first start applies them')
  if (unknown.length > 0) {
    const finding = `the database has ${unknown.join(', ')}, which this release does not know`
    return failed(
      'migrations',
      finding,
      'A newer Quire wrote this database: install that release, or a later one.',
    )
  }
  if (pending.length === 0) return fine('migrations', 'up to date')
  const advice = 'Run quire migrate, or start the server, which migrates too.'
  return failed('migrations', `waiting: ${pending.join(', ')}`, advice)
}

function checkAdministrator({ isNew, pending }: Schema, hasAdministrator: boolean) {
  if (isNew) return fine('administrator', 'the first start creates one and shows its token')
  if (pending.length > 0) return skipped('administrator', 'the migrations come first')
  if (hasAdministrator) return fine('administrator', 'there is one')
  const advice = 'Start the server, which creates one, or run: quire user create --email … --administrator'
  return failed('administrator', 'there is none', advice)
}
