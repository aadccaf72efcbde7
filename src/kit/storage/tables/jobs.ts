import type { Generated } from 'kysely'
import type { Json } from '../json-column.ts'

export type JobTables = {
  jobs: JobsTable
  scheduledJobs: { name: string; sentFor: Date }
  leases: { name: string; holder: string; expiresAt: Date }
}

type JobsTable = {
  id: Generated<string>
  name: string
  payload: Json<Record<string, unknown>>
  key: string | null
  organizationId: Generated<string>
  /** A job that is done is deleted. */
  state: Generated<'waiting' | 'running' | 'failed'>
  turn: Generated<number>
  position: Generated<number>
  startAfter: Generated<Date>
  attempts: Generated<number>
  maxAttempts: Generated<number>
  lostItsProcess: Generated<boolean>
  lease: string | null
  leasedUntil: Date | null
  error: string | null
  traceparent: string | null
  createdAt: Generated<Date>
  failedAt: Date | null
}
