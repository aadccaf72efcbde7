import { sql } from 'kysely'
import type { Db, Tx } from '../../../kit/storage/db.ts'
import type { Patience } from './attempts.ts'

/**
 * Counts one, unless it comes before the wait is over: then it returns false. One statement, committed by itself before
 * the password is looked at, so that a thousand at the same time are no way around it.
 */
export async function countAttempt(db: Db, key: string, { free, longestSeconds }: Patience, now: Date) {
  const { rows } =
    await sql`insert into sign_in_attempts as known (key, failures, last_at) values (${key}, 1, ${now})
    on conflict (key) do update set last_at = excluded.last_at,
      failures = case
        when known.last_at + make_interval(secs => ${longestSeconds}) < excluded.last_at then 1
        else known.failures + 1 end
    where known.failures < ${free} or excluded.last_at >= known.last_at
      + make_interval(secs => least(power(2, least(known.failures - ${free}, 20)), ${longestSeconds}))
    returning failures`.execute(db)
  return rows.length > 0
}

export function findAttempt(db: Db, key: string) {
  return db.selectFrom('signInAttempts').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function deleteAttempts(db: Tx, keys: string[]) {
  await db.deleteFrom('signInAttempts').where('key', 'in', keys).execute()
}

export async function uncountAttempts(db: Tx, keys: string[]) {
  await db
    .updateTable('signInAttempts')
    .set((is) => ({ failures: is('failures', '-', 1) }))
    .where('key', 'in', keys)
    .where('failures', '>', 0)
    .execute()
}

export async function deleteAttemptsBefore(db: Tx, time: Date) {
  await db.deleteFrom('signInAttempts').where('lastAt', '<', time).execute()
}
