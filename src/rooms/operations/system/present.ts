import type { FailedJob } from './schema.ts'
import type { FailedJobRow } from './store.ts'

export function presentFailedJob(row: FailedJobRow): FailedJob {
  return {
    object: 'failed-job',
    id: row.id,
    name: row.name,
    payload: row.data ?? {},
    attempts: row.retryCount + 1,
    error: row.output?.value?.message ?? row.output?.message ?? 'The process ended before the job',
    createdAt: row.createdOn.toISOString(),
    failedAt: row.failedAt.toISOString(),
  }
}
