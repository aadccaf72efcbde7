import type { WriteContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import { updateFailedJob } from '../../../kit/storage/jobs/failed-jobs.ts'

/** Tries a job that was given up once more. */
export async function retryFailedJob(ctx: WriteContext, id: string) {
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
  const retried = isId && (await updateFailedJob(ctx.db, id))
  if (!retried) throw notFound('failed job')
  await ctx.emit('job.retried', { jobId: id, name: retried.name })
  return retried
}
