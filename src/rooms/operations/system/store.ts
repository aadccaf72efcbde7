import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'

type JobsTable = Selectable<Tables['pgboss.job']>
export type FailedJobRow = Pick<JobsTable, 'id' | 'name' | 'data' | 'output' | 'retryCount' | 'createdOn'> & {
  failedAt: Date
}

const COLUMNS = ['id', 'name', 'data', 'output', 'retryCount', 'createdOn'] as const
/** Cursors know milliseconds, the database microseconds. */
const FAILED_AT = sql<Date>`date_trunc('milliseconds', completed_on)`.as('failedAt')

export function listFailedJobs(db: Db, page: PageQuery) {
  const failed = db.selectFrom('pgboss.job').select(COLUMNS).select(FAILED_AT).where('state', '=', 'failed')
  return pageOf(db.selectFrom(failed.as('failed')).selectAll(), page, {
    columns: ['failedAt', 'id'],
    order: 'desc',
    position: ({ failedAt, id }) => [failedAt, id],
  })
}

/** Makes it due again, with one attempt more than it had. */
export function updateFailedJob(db: Tx, id: string): Promise<FailedJobRow | undefined> {
  return db
    .updateTable('pgboss.job')
    .set({ state: 'retry', retryLimit: sql`retry_limit + 1`, startAfter: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning(COLUMNS)
    .returning(FAILED_AT)
    .executeTakeFirst()
}
