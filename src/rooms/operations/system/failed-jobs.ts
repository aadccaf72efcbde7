import type { WriteContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import { wakeWorkers } from '../../../kit/storage/jobs/queue.ts'
import { updateFailedJob } from './store.ts'

/** Tries a job that was given up once more. */
export async function retryFailedJob(ctx: WriteContext, id: string) {
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
  const retried = isId && (await updateFailedJob(ctx.db, id))
  if (!retried) throw notFound('failed job')
  await wakeWorkers(ctx.db, retried.name)
  await ctx.emit('job.retried', { jobId: id, name: retried.name })
  return retried
}
