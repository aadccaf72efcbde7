import { sql } from 'kysely'
import type { Db } from '../../../kit/storage/db.ts'

/** How many wait, and for how many seconds the oldest. */
export async function describeWaiting(db: Db, now: Date) {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*) as count, min(created_at) as since from webhook_deliveries where status = 'waiting'`.execute(
    db,
  )
  const { count = 0, since } = rows[0] ?? {}
  return { count, oldest: since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0 }
}

export async function countFailingWebhooks(db: Db) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from webhooks where failing_since is not null`.execute(db)
  return rows[0]?.count ?? 0
}
