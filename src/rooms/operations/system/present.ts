import type { FailedJob } from './schema.ts'
import type { FailedJobRow } from './store.ts'

export function presentFailedJob(row: FailedJobRow): FailedJob {
  return {
    object: 'failed-job',
    id: row.id,
    name: row.name,
    payload: row.payload,
    attempts: row.attempts,
    error: row.error ?? 'Its process ended before the job did',
    createdAt: row.createdAt.toISOString(),
    failedAt: row.failedAt.toISOString(),
  }
}
