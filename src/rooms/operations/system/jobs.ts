import { Type } from 'typebox'
import { job } from '../../../kit/domain/jobs.ts'
import { deleteJobsFailedBefore } from '../../../kit/storage/jobs/failed-jobs.ts'
import { deleteExpiredLeases } from '../../../kit/storage/jobs/leases.ts'

/** Long enough for an administrator to look at, and to retry. */
const KEPT_FOR = 30 * 24 * 60 * 60 * 1000

export const forgetFailedJobs = job({
  name: 'jobs.forget-failed',
  payload: Type.Object({}),
  at: { hour: 4, minute: 51 },
  run: async (ctx) => {
    await deleteJobsFailedBefore(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_FOR))
    await deleteExpiredLeases(ctx.db)
  },
})
