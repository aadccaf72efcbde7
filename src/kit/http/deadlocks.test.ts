import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { it } from 'vitest'
import { openIntegration } from '../../../test/integrations.ts'

it('a write that PostgreSQL ended for a deadlock runs again, and is done', async () => {
  const { as, admin, integration, name, install, services } = await openIntegration()
  await install()
  let answer: Promise<unknown> = Promise.resolve()
  await services.database.inTransaction(async (db) => {
    await sql`select from integration_installations where integration = ${name} for update`.execute(db)
    // Holds the integration, and waits for the installation.
    answer = as(admin).delete(integration, 204)
    await delay(300)
    // Waits for the integration. The request has waited longer, so PostgreSQL ends its transaction.
    await sql`select from integrations where name = ${name} for update`.execute(db)
  })
  await answer
  await as(admin).get(integration, 404)
})
