// Jobs that are not tried any more, and those that nobody needs: what administrators and rooms do to the queue.
import { type NotNull, type Selectable, sql } from 'kysely'
import type { Tables, Tx } from '../db.ts'
import { wakeWorkers } from './job-store.ts'

export const FAILED_JOB_COLUMNS = [
  'id',
  'name',
  'payload',
  'attempts',
  'error',
  'createdAt',
  'failedAt',
] as const

export type FailedJobRow = Pick<Selectable<Tables['jobs']>, (typeof FAILED_JOB_COLUMNS)[number]> & {
  failedAt: Date
}

/** Makes a job due again, with one attempt more than it had. */
export async function updateFailedJob(db: Tx, id: string): Promise<FailedJobRow | undefined> {
  const retried = await db
    .updateTable('jobs')
    .set({ state: 'waiting', maxAttempts: sql`max_attempts + 1`, startAfter: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning(FAILED_JOB_COLUMNS)
    .$narrowType<{ failedAt: NotNull }>()
    .executeTakeFirst()
  if (retried) await wakeWorkers(db, retried.name)
  return retried
}

export async function deleteJobsFailedBefore(db: Tx, time: Date) {
  await db.deleteFrom('jobs').where('state', '=', 'failed').where('failedAt', '<', time).execute()
}

/** Jobs about an organization or one of these spaces that nobody has taken up. */
export async function deleteJobsAbout(db: Tx, organizationId: string, spaceIds: string[]) {
  await db
    .deleteFrom('jobs')
    .where('state', '<>', 'running')
    .where(sql<boolean>`(organization_id = ${organizationId} or payload ->> 'spaceId' = any(${spaceIds}))`)
    .execute()
}
