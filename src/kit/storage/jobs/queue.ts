import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../world/clock.ts'
import type { Log } from '../../../world/log/log.ts'
import { SchemaNewer } from '../database/failures.ts'
import type { NoticeListener } from '../database/listener.ts'
import type { Database, Db } from '../db.ts'
import {
  type ClaimedJob,
  claimJob,
  countJobs,
  deleteDoneJob,
  insertJobs,
  insertScheduledJobs,
  listDueNames,
  type NewJob,
} from './job-store.ts'
import { openRunningJobs, RENEW_EVERY } from './running-jobs.ts'
import { every, everyMinute, isDue, type Times } from './timetable.ts'
import { openWorkers, type Workers } from './workers.ts'

export type QueueJob = {
  name: string
  at?: Times
  isLong?: boolean
  atOnce?: number
  maxAttempts?: number
}
export type SendOptions = {
  /** Not before this time; the clock decides, so a test can move it. */
  startAfter?: Date
  /** Not sent while a job of the same key waits: one link check a space, however many edits. */
  key?: string
}

type Handler = (claimed: Pick<ClaimedJob, 'payload' | 'lostItsProcess' | 'traceparent'>) => Promise<void>

/** How often jobs of one name were done and failed in this process, and how many are given up in the database. */
export type JobCounts = { name: string; waiting: number; done: number; failed: number; givenUp: number }

/** Jobs kept by PostgreSQL: sent in the transaction of the change, claimed by any process. */
export type Queue = {
  send(
    db: Db,
    name: string,
    payload: object,
    options?: SendOptions & Pick<NewJob, 'traceparent'>,
  ): Promise<void>
  /** Several in one statement, each name and key once. */
  sendAll(db: Db, jobs: NewJob[]): Promise<void>
  /** Takes jobs until `close`; a handler gets one job at a time, several run side by side where `atOnce` says so. */
  work(job: QueueJob, handler: Handler): Promise<void>
  /** Runs everything due by `now` and returns how many jobs ran; for tests, which move the clock. */
  drain(
    now: Date,
    handlers: Map<string, (payload: unknown, traceparent?: string) => Promise<void>>,
  ): Promise<number>
  counts(): Promise<JobCounts[]>
  /** Lets running jobs finish. */
  close(): Promise<void>
}

export type QueueOptions = { supervise: boolean; clock: Clock; log: Log; listener?: NoticeListener }

/** Milliseconds that an attempt may take, so that one that hangs does not keep its worker for good. */
const LONGEST_ATTEMPT = 5 * 60_000
const LONGEST_LONG_ATTEMPT = 60 * 60_000
/** How long running jobs may take to finish when the service closes. */
const PATIENCE = 20_000
/** Milliseconds between two looks at what is due, by all names at once. */
const LOOK_EVERY = 2_000
/** A request that makes work is often followed by one that looks at what came of it: that one comes first. */
const WAKE_AFTER = 150

/**
 * `supervise` also takes up the jobs of dead processes and keeps the timetable; a command of the command line, which
 * only sends, leaves that to the server.
 */
export function openQueue(database: Database, jobs: QueueJob[], options: QueueOptions): Queue {
  const { supervise, clock, log, listener } = options
  const workers = new Map<string, Workers>()
  const running = openRunningJobs(database, options)
  const attempts = new Map(jobs.map(({ name }) => [name, { done: 0, failed: 0 }]))
  const limits = new Map(jobs.map(({ name, maxAttempts }) => [name, maxAttempts]))
  const waking = new Map<string, NodeJS.Timeout>()
  const stopping: (() => unknown)[] = []
  const warn = (error: unknown) => {
    // Told once, by whoever found out.
    if (error instanceof SchemaNewer) return
    log.warn({ err: error }, 'the job queue could not ask the database')
  }

  function wakeSoon(name: string) {
    if (!workers.has(name) || waking.has(name)) return
    const wake = () => {
      waking.delete(name)
      workers.get(name)?.wake()
    }
    waking.set(name, setTimeout(wake, WAKE_AFTER))
  }
  // Without notices jobs are found every two seconds, also while the connection that listens is down.
  listener?.on('quire_jobs', wakeSoon)

  async function look() {
    const due = await listDueNames(database, [...workers.keys()], clock.now()).catch(() => [])
    for (const name of due) workers.get(name)?.wake()
  }

  async function tend() {
    const lost = await running.tend().catch(warn)
    for (const name of lost ?? []) workers.get(name)?.wake()
  }

  async function takeOne({ name, isLong }: QueueJob, handler: Handler) {
    const claimed = await claimJob(database, name, clock.now())
    if (!claimed) return false
    // Where there is one there may be more.
    workers.get(name)?.wake()
    const limit = isLong ? LONGEST_LONG_ATTEMPT : LONGEST_ATTEMPT
    const counted = attempts.get(name) ?? { done: 0, failed: 0 }
    await running.attempt(name, claimed, () => count(counted, () => within(limit, handler(claimed))))
    return true
  }

  function begin() {
    stopping.push(every(LOOK_EVERY, look), every(RENEW_EVERY, tend))
  }

  const send = (db: Db, sent: NewJob[]) =>
    insertJobs(
      db,
      sent.map((job) => ({ ...job, maxAttempts: limits.get(job.name) })),
    )

  if (supervise) {
    const timed = jobs.filter(({ at }) => at)
    const stop = everyMinute(async (minute) => {
      const due = timed.filter(({ at }) => at && isDue(at, minute)).map(({ name }) => name)
      if (due.length > 0) await insertScheduledJobs(database, due, minute).catch(warn)
    })
    stopping.push(stop)
  }

  return {
    send: (db, name, payload, options) => send(db, [{ name, payload, ...options }]),
    sendAll: send,
    async work(job, handler) {
      if (workers.size === 0) begin()
      const { name, isLong, atOnce = isLong ? 2 : 1 } = job
      const taking = openWorkers(atOnce, () => takeOne(job, handler), warn)
      workers.set(name, taking)
      taking.wake()
    },
    async drain(now, handlers) {
      let ran = 0
      // Until a round finds nothing: jobs send jobs.
      for (let before = -1; before < ran; ) {
        before = ran
        for (const name of await listDueNames(database, [...handlers.keys()], now)) {
          for (
            let job = await claimJob(database, name, now);
            job;
            job = await claimJob(database, name, now)
          ) {
            await handlers.get(name)?.(job.payload, job.traceparent ?? undefined)
            await deleteDoneJob(database, job)
            ran += 1
          }
        }
      }
      return ran
    },
    async counts() {
      const kept = await countJobs(database)
      return jobs.map(({ name }) => ({
        name,
        waiting: kept.get(name)?.waiting ?? 0,
        givenUp: kept.get(name)?.givenUp ?? 0,
        ...(attempts.get(name) ?? { done: 0, failed: 0 }),
      }))
    },
    async close() {
      for (const timer of waking.values()) clearTimeout(timer)
      for (const each of workers.values()) each.stop()
      const over = Promise.all([...workers.values()].map((each) => each.over()))
      await Promise.race([over, pause(PATIENCE, undefined, { ref: false })])
      await Promise.all(stopping.map((stop) => stop()))
      await running.giveBack().catch(warn)
    },
  }
}

async function count(attempts: { done: number; failed: number }, work: () => Promise<void>) {
  try {
    await work()
    attempts.done += 1
  } catch (error) {
    attempts.failed += 1
    throw error
  }
}

/** Fails when the work takes longer than so many milliseconds; it goes on all the same, unheard. */
async function within(milliseconds: number, work: Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`The job took longer than ${milliseconds / 60_000} minutes`))
    timer = setTimeout(fail, milliseconds).unref()
  })
  await Promise.race([work, end]).finally(() => clearTimeout(timer))
}
