import { NO_SIGN_IN_RULES, SIGN_IN_METHODS } from '../../src/kit/domain/sign-in-methods.ts'
import { migrate } from '../../src/kit/storage/database/migrate.ts'
import { openDatabase } from '../../src/kit/storage/db.ts'
import { rooms } from '../../src/rooms.ts'
import { openServices } from '../../src/services.ts'
import { systemClock } from '../../src/world/clock.ts'
import { testWorld } from '../world.ts'
import { createDatabase, TEMPLATE, type TestConnection } from './create-database.ts'

/** Makes the database that tests clone. */
export async function buildTemplate(connection: TestConnection) {
  const template = await createDatabase(connection, TEMPLATE)
  await migrate(template)
  // Opening the services once makes what they keep in the database from their first start on.
  const services = await openServices({
    ...testWorld(systemClock),
    database: openDatabase(template),
    publicUrl: 'http://quire.test',
    insightsDays: 400,
    eventsDays: 365,
    signInMethods: SIGN_IN_METHODS,
    oidcProviders: [],
    signInRules: NO_SIGN_IN_RULES,
    rooms,
    supervise: false,
  })
  await services.close()
}
