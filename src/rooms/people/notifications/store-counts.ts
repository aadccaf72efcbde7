import { sql } from 'kysely'
import type { Tx } from '../../../kit/storage/db.ts'

/** Counts one more within an hour from the first; how many there were. Nothing is kept of somebody who is gone. */
export async function countInHour(
  db: Tx,
  userId: string,
  what: 'acts' | 'mails',
  now: Date,
): Promise<number> {
  const isOver = sql`known.began_at + interval '1 hour' <= excluded.began_at`
  const { rows } = await sql<{ count: number }>`
    insert into notification_counts as known (user_id, what, began_at, count)
      select id, ${what}, ${now}, 1 from users where id = ${userId}
    on conflict (user_id, what) do update set
      count = case when ${isOver} then 1 else known.count + 1 end,
      began_at = case when ${isOver} then excluded.began_at else known.began_at end
    returning count`.execute(db)
  return rows[0]?.count ?? 1
}

export async function deleteCountsBefore(db: Tx, time: Date) {
  await db.deleteFrom('notificationCounts').where('beganAt', '<', time).execute()
}
