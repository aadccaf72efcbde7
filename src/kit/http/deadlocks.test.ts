import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openIntegration } from '../../../test/integrations.ts'

const GATE = 4_717

it('a write that PostgreSQL ended for a deadlock runs again, and is done', async () => {
  const opened = await openIntegration()
  const { as, admin, integration, name, install, services } = opened
  const { inTransaction } = services.database
  await install()
  // Keeps whoever deletes the integration from its installations, until both are in each other's way.
  await opened.sql(`create function wait_at_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$`)
  await opened.sql(`create trigger gate before delete on integration_installations
    for each statement execute function wait_at_gate()`)
  const waiting = async () => {
    const { rows } = await opened.sql<{ n: number }>(`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows[0]?.n
  }
  let answer: Promise<unknown> = Promise.resolve()
  let taken: Promise<unknown> = Promise.resolve()
  await inTransaction(async (gate) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(GATE)})`.execute(gate)
    const isHeld = new Promise<void>((held, failed) => {
      taken = inTransaction(async (db) => {
        // It never looks for deadlocks, so it is the request that is ended.
        await sql`set local deadlock_timeout = '1h'`.execute(db)
        await sql`select from integration_installations where integration = ${name} for update`.execute(db)
        held()
        await expect.poll(waiting).toBe(1)
        await sql`select from integrations where name = ${name} for update`.execute(db)
      })
      taken.catch(failed)
    })
    await isHeld
    answer = as(admin).delete(integration, 204)
    await expect.poll(waiting).toBe(2)
  })
  await Promise.all([taken, answer])
  await as(admin).get(integration, 404)
})
