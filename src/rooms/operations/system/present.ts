import type { FailedJob } from './schema.ts'
import type { FailedJobRow } from './store.ts'

export function presentFailedJob(row: FailedJobRow): FailedJob {
  return {
    object: 'failed-job',
    id: row.id,
    name: row.name,
    payload: row.payload,
    attempts: row.attempts,
    error: row.error ?? 'The process ended before the job',
    createdAt: row.createdAt.toISOString(),
    failedAt: row.failedAt.toISOString(),
  }
}
