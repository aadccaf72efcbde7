import type { NotNull } from 'kysely'
import type { Db } from '../../../kit/storage/db.ts'
import { FAILED_JOB_COLUMNS } from '../../../kit/storage/jobs/failed-jobs.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'

export type { FailedJobRow } from '../../../kit/storage/jobs/failed-jobs.ts'

export function listFailedJobs(db: Db, page: PageQuery) {
  const failed = db.selectFrom('jobs').select(FAILED_JOB_COLUMNS).where('state', '=', 'failed')
  return pageOf(failed.$narrowType<{ failedAt: NotNull }>(), page, {
    columns: ['failedAt', 'id'],
    order: 'desc',
    position: ({ failedAt, id }) => [failedAt, id],
  })
}
