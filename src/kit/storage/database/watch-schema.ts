// Beside a newer release, which may have changed any table, an older process says so instead of failing in odd ways.
import type { Log } from '../../../world/log/log.ts'
import type { Database } from '../db.ts'
import { SchemaNewer } from './failures.ts'
import { type NoticeListener, SCHEMA_CHANNEL } from './listener.ts'
import { listUnknown } from './migrate.ts'

/** Asks whenever migrations ran, or may have. */
export function watchSchema(database: Database, listener: Pick<NoticeListener, 'on' | 'onGap'>, log: Log) {
  let isRetired = false

  async function look() {
    if (isRetired) return
    const { rows } = await database.pool.query<{ name: string }>('select name from schema_migrations')
    const unknown = await listUnknown(rows.map(({ name }) => name))
    if (unknown.length === 0 || isRetired) return
    isRetired = true
    database.retire()
    log.error({ migrations: unknown }, new SchemaNewer().message)
  }

  // Without an answer the connection is lost, and the next one asks again.
  const lookSoon = () => void look().catch(() => {})
  listener.on(SCHEMA_CHANNEL, lookSoon)
  listener.onGap(lookSoon)
}
