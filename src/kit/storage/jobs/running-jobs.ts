import type { Clock } from '../../../world/clock.ts'
import type { Log } from '../../../world/log/log.ts'
import type { Database } from '../db.ts'
import {
  type ClaimedJob,
  deleteDoneJob,
  failJob,
  LEASE_SECONDS,
  recoverLostJobs,
  renewLeases,
} from './job-store.ts'

/** The jobs that this process runs, and what becomes of them. */
export type RunningJobs = {
  /** Makes an attempt; rejects only where the database can not be told how it ended. */
  attempt(name: string, job: ClaimedJob, run: () => Promise<void>): Promise<void>
  /** Renews leases, and makes the jobs of processes that are gone due again; the names of these. */
  tend(): Promise<string[]>
  /** Has others try what does not come to its end here. */
  giveBack(): Promise<void>
}

const LEASE = LEASE_SECONDS * 1000
export const RENEW_EVERY = LEASE / 5

export function openRunningJobs(
  database: Database,
  { supervise, clock, log }: { supervise: boolean; clock: Clock; log: Log },
): RunningJobs {
  const running = new Map<string, ClaimedJob>()
  let tendedAt: number | undefined
  let recoverFrom = 0

  async function recover() {
    const lost = await recoverLostJobs(database, clock.now())
    for (const { name, id } of lost)
      log.warn({ job: name, id }, 'the process of this job is gone; it will be tried again')
    return lost.map(({ name }) => name)
  }

  async function fail(name: string, job: ClaimedJob, error: unknown) {
    const facts = { err: error, job: name, id: job.id, attempt: job.attempt }
    if (job.attempt < job.maxAttempts) log.warn(facts, 'job failed; it will be tried again')
    else log.error(facts, 'job failed for the last time; `quire jobs failed` lists it')
    await failJob(database, job, error instanceof Error ? error.message : String(error), clock.now())
  }

  return {
    async attempt(name, job, run) {
      running.set(job.lease, job)
      try {
        const failure = await run().then(
          () => undefined,
          (error: unknown) => ({ error }),
        )
        if (failure) await fail(name, job, failure.error)
        else await deleteDoneJob(database, job)
      } finally {
        running.delete(job.lease)
      }
    },
    async tend() {
      // Everybody stood still, as when the database was away: others get their time to renew what they have.
      if (tendedAt !== undefined && Date.now() - tendedAt > LEASE) recoverFrom = Date.now() + LEASE
      if (running.size > 0) await renewLeases(database, [...running.keys()])
      const lost = supervise && Date.now() >= recoverFrom ? await recover() : []
      tendedAt = Date.now()
      return lost
    },
    async giveBack() {
      const reason = 'The server stopped before the job was done'
      await Promise.all([...running.values()].map((job) => failJob(database, job, reason, clock.now())))
    },
  }
}
