import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '../db.ts'

/** The right to do a piece of work alone, among all processes, for as long as its holder renews it. */
export type Lease = {
  /**
   * Throws `LeaseLost` when somebody else may have it by now. Until the transaction ends nobody can take it, however
   * long that lasts.
   */
  confirm(db: Db): Promise<void>
  release(): Promise<void>
}

/** The work took a pause of many seconds, or the database did: somebody else may be doing it by now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

const SECONDS = 10

/** Whether somebody does this work right now. */
export async function isLeased({ db }: Database, name: string) {
  const { rows } =
    await sql`select from leases where name = ${name} and expires_at > clock_timestamp()`.execute(db)
  return rows.length > 0
}

/** Undefined when somebody has it. Time is the database's own, since processes may run on several machines. */
export async function takeLease(
  { db }: Database,
  name: string,
  seconds = SECONDS,
): Promise<Lease | undefined> {
  const holder = randomUUID()
  const until = sql`clock_timestamp() + ${seconds}::float8 * interval '1 second'`
  const fresh = await sql`insert into leases (name, holder, expires_at) values (${name}, ${holder}, ${until})
    on conflict do nothing`.execute(db)
  // One that is confirmed in a transaction is locked there, and passed over here, however old it is.
  const expired = sql`select name from leases where name = ${name} and expires_at < clock_timestamp()
    for update skip locked`
  const isTaken =
    fresh.numAffectedRows === 1n ||
    (
      await sql`update leases set holder = ${holder}, expires_at = ${until} where name in (${expired})`.execute(
        db,
      )
    ).numAffectedRows === 1n
  if (!isTaken) return
  const renew = () =>
    sql`update leases set expires_at = ${until} where name = ${name} and holder = ${holder}`
      .execute(db)
      // Whether it is lost is asked before the next write.
      .catch(() => {})
  const heartbeat = setInterval(renew, (seconds * 1000) / 3)
  heartbeat.unref()
  return {
    async confirm(db) {
      // Renewals change no key, so they do not wait for this lock; taking it over does.
      const { rows } = await sql`select from leases
        where name = ${name} and holder = ${holder} and expires_at > clock_timestamp() for key share`.execute(
        db,
      )
      if (rows.length === 0) throw new LeaseLost(`The lease "${name}" was lost: the work paused for too long`)
    },
    async release() {
      clearInterval(heartbeat)
      await sql`delete from leases where name = ${name} and holder = ${holder}`.execute(db)
    },
  }
}

/** Of processes that died, and of work that nobody takes up again. */
export async function deleteExpiredLeases(db: Db) {
  await sql`delete from leases where expires_at < clock_timestamp() - interval '1 day'`.execute(db)
}
