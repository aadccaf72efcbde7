import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import PgBoss from 'pg-boss'
import type { Log } from '../../../world/log.ts'
import type { Channel, NoticeListener } from '../database/listener.ts'
import type { Database, Db, Tx } from '../db.ts'
import { LOST, type LostJob, openJobClaims, PROCESS_GONE, spareAttempt } from './job-claims.ts'
import { every, everyMinute, isDue, type Times } from './timetable.ts'

export type QueueJob = { name: string; at?: Times; isLong?: boolean; atOnce?: number }
export type SendOptions = {
  /** Not before this time; the clock decides, so a test can move it. */
  startAfter?: Date
  /** Not sent while a job of the same key waits: one link check a space, however many edits. */
  key?: string
}

/** A job that is sent together with others. */
export type SentJob = { name: string; payload: object; key?: string }

/** A job that a process has taken up. */
export type ClaimedJob = {
  payload: unknown
  /** An earlier attempt was never heard of again: its process died, perhaps because of it. */
  lostItsProcess: boolean
}

/** How often jobs of one name were done and failed in this process, and how many are given up in the database. */
export type JobCounts = { name: string; waiting: number; done: number; failed: number; givenUp: number }

/** Jobs kept by PostgreSQL: sent in the transaction of the change, claimed by any process. */
export type Queue = {
  send(db: Db, name: string, payload: object, options?: SendOptions): Promise<void>
  /** Several, due at once, in one statement. */
  sendAll(db: Db, jobs: SentJob[]): Promise<void>
  /** Takes jobs until `close`; a handler gets one job at a time, several run side by side where `atOnce` says so. */
  work(job: QueueJob, handler: (claimed: ClaimedJob) => Promise<void>): Promise<void>
  /** Runs everything due by `now` and returns how many jobs ran; for tests, which move the clock. */
  drain(now: Date, handlers: Map<string, (payload: unknown) => Promise<void>>): Promise<number>
  counts(): Promise<JobCounts[]>
  /** Lets running jobs finish. */
  close(): Promise<void>
}

const LONG_JOB_SECONDS = 60 * 60
/** A job that was given up stays so long for an administrator to look at and to retry. */
const GIVEN_UP_SECONDS = 30 * 24 * 60 * 60
/** How long running jobs may take to finish, and then what was claimed while they did. */
const PATIENCE = 20_000
const LATE_PATIENCE = 5_000
/** Milliseconds between two looks at what is due, in all queues at once. */
const LOOK_EVERY = 2_000
/** A request that makes work is often followed by one that looks at what came of it: that one comes first. */
const WAKE_AFTER = 150
/** Milliseconds between two looks for jobs whose process is gone. */
const LOOK_FOR_LOST_EVERY = 5_000
/** Each worker by itself hardly ever: forty of them, planning over the tables of all queues, took a tenth of a processor. */
const WORKERS_LOOK_EVERY_SECONDS = 60

/**
 * `supervise` also takes up the jobs of dead processes and keeps the timetable; a command of the command line, which
 * only sends, leaves that to the server.
 */
export async function openQueue(
  database: Database,
  jobs: QueueJob[],
  options: { supervise: boolean; log: Log; listener?: NoticeListener },
): Promise<Queue> {
  const underWay = trackWork()
  const claims =
    options.supervise && options.listener ? await openJobClaims(database, options.listener) : undefined
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => underWay.add(database.pool.query(claims?.noting(text) ?? text, values)),
    },
    supervise: options.supervise,
    // Its own clock reads each schedule with a library that takes milliseconds for one.
    schedule: false,
    // For a process whose end the database does not hear of, as where a machine is cut off; a long job has an hour.
    expireInSeconds: 300,
    maintenanceIntervalSeconds: 60,
    archiveFailedAfterSeconds: GIVEN_UP_SECONDS,
  })
  boss.on('error', (error) => options.log.warn({ error: error.message }, 'job queue'))
  await boss.start()
  const long = new Set(jobs.filter(({ isLong }) => isLong).map(({ name }) => name))
  const workers = new Map<string, string[]>()
  const attempts = new Map(jobs.map(({ name }) => [name, { done: 0, failed: 0 }]))

  async function attempt(job: PgBoss.JobWithMetadata, handler: (claimed: ClaimedJob) => Promise<void>) {
    const { id, name, data, retryCount, retryLimit } = job
    const counted = attempts.get(name) ?? { done: 0, failed: 0 }
    try {
      await handler({ payload: data, lostItsProcess: isLost(job) })
      counted.done += 1
    } catch (error) {
      counted.failed += 1
      const facts = { err: error, job: name, id, attempt: retryCount + 1 }
      if (retryCount < retryLimit) options.log.warn(facts, 'job failed; it will be tried again')
      else options.log.error(facts, 'job failed for the last time; `quire jobs failed` lists it')
      throw error
    }
  }

  const waking = new Map<string, NodeJS.Timeout>()
  const wake = (name: string) => {
    waking.delete(name)
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
  }
  const wakeSoon = (name: string) => {
    if (!waking.has(name)) waking.set(name, setTimeout(wake, WAKE_AFTER, name))
  }
  // Without it they are woken every two seconds, also while the connection that listens is down.
  options.listener?.on(CHANNEL, wakeSoon)
  const stopLooking: (() => void)[] = []
  async function look() {
    const due = await underWay.add(listDue(database)).catch(() => [])
    for (const name of due) wake(name)
  }
  async function lookForLost() {
    const handOn = async (db: Tx, lost: LostJob[]) => {
      for (const { name, id } of lost) {
        await spareAttempt(db, { name, id })
        await boss.fail(name, id, { value: { message: PROCESS_GONE } }, { db: within(db) })
        options.log.warn({ job: name, id }, 'the process of this job is gone; it will be tried again')
      }
    }
    await underWay
      .add(claims?.handOnLost(handOn) ?? Promise.resolve())
      .catch((error) => options.log.warn({ error: error.message }, 'job queue'))
  }
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const { name } of jobs.filter((job) => !known.has(job.name)))
    await boss.createQueue(name, { name, policy: 'short', retryLimit: 5, retryBackoff: true })
  const limitOf = (name: string) => long.has(name) && { expireInSeconds: LONG_JOB_SECONDS }
  // Kept to one a minute among all processes.
  const once = { singletonSeconds: 60 }
  const stopClock =
    options.supervise &&
    everyMinute(async (time) => {
      for (const { name } of jobs.filter(({ at }) => at && isDue(at, time)))
        await boss
          .send(name, {}, { ...once, ...limitOf(name), singletonKey: name })
          .catch((error) => options.log.warn({ error: error.message, job: name }, 'job queue'))
    })
  return {
    async send(db, name, payload, { startAfter, key } = {}) {
      // The policy `short` keeps one waiting job a key; without a key of its own every job is its own.
      const singletonKey = key ?? crypto.randomUUID()
      await boss.send(name, payload, { db: within(db), startAfter, singletonKey, ...limitOf(name) })
      if (!startAfter) await wakeWorkers(db, name)
    },
    async sendAll(db, jobs) {
      const inserted = jobs.map(({ name, payload, key }) => ({
        name,
        data: payload,
        singletonKey: key ?? crypto.randomUUID(),
        ...limitOf(name),
      }))
      await boss.insert(inserted, { db: within(db) })
      await wakeWorkers(db, ...new Set(jobs.map(({ name }) => name)))
    },
    async work({ name, isLong, atOnce = isLong ? 2 : 1 }, handler) {
      const start = () =>
        boss.work<object>(
          name,
          { pollingIntervalSeconds: WORKERS_LOOK_EVERY_SECONDS, includeMetadata: true },
          (claimed) => underWay.add(inTurn(claimed, (job) => attempt(job, handler))),
        )
      if (stopLooking.length === 0)
        stopLooking.push(every(LOOK_EVERY, look), every(LOOK_FOR_LOST_EVERY, lookForLost))
      workers.set(name, await Promise.all(Array.from({ length: atOnce }, start)))
    },
    async drain(now, handlers) {
      await makeDue(database, now)
      let ran = 0
      // Until a round finds nothing: jobs send jobs.
      for (let before = -1; before < ran; ) {
        before = ran
        const due = new Set(await listDue(database))
        for (const [name, handler] of handlers) {
          if (!due.has(name)) continue
          for (const job of await boss.fetch(name, { batchSize: 100 })) {
            await handler(job.data)
            await boss.complete(name, job.id)
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
      if (stopClock) stopClock()
      for (const stop of stopLooking) stop()
      for (const timer of waking.values()) clearTimeout(timer)
      // The listener goes on for a while.
      workers.clear()
      await boss.stop({ graceful: true, wait: true, timeout: PATIENCE })
      // It does not wait for the look for jobs that is under way, what that finds, and the note that a job is done.
      await Promise.race([underWay.over(), pause(LATE_PATIENCE, undefined, { ref: false })])
    },
  }
}

async function inTurn<T>(jobs: T[], work: (job: T) => Promise<void>) {
  for (const job of jobs) await work(job)
}

/** Work that was begun, until it is over, with all that follows from it at once. */
function trackWork() {
  const underWay = new Set<Promise<unknown>>()
  return {
    add<T>(work: Promise<T>): Promise<T> {
      const forget = () => underWay.delete(work)
      underWay.add(work)
      work.then(forget, forget)
      return work
    },
    async over() {
      do {
        await Promise.allSettled(underWay)
        await new Promise(setImmediate)
      } while (underWay.size > 0)
    },
  }
}

/** Nobody is left to say how an earlier attempt ended. */
function isLost({ retryCount, output }: PgBoss.JobWithMetadata) {
  const { value } = (output ?? {}) as { value?: { message?: string } }
  return retryCount > 0 && LOST.includes(value?.message ?? '')
}

/** The names of jobs that could be begun now. */
async function listDue(database: Database) {
  const { rows } = await database.pool.query<{ name: string }>({
    name: 'quire due jobs',
    text: `select distinct name from pgboss.job where state < 'active' and start_after < now()`,
  })
  return rows.map(({ name }) => name)
}

async function countJobs(database: Database) {
  const { rows } = await database.pool.query<{ name: string; waiting: number; givenUp: number }>(
    `select name, count(*) filter (where state < 'active')::int as waiting,
       count(*) filter (where state = 'failed')::int as "givenUp"
     from pgboss.job where state < 'active' or state = 'failed' group by name`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

const CHANNEL: Channel = 'quire_jobs'

/** Tells the workers of jobs, in all processes, that there are some; when the transaction commits, and only then. */
export async function wakeWorkers(db: Db, ...names: string[]) {
  await within(db).executeSql('select pg_notify($1, name) from unnest($2::text[]) name', [CHANNEL, names])
}

function within(db: Db): PgBoss.Db {
  return {
    executeSql: async (text, values) => ({
      rows: (await db.executeQuery(CompiledQuery.raw(text, values))).rows,
    }),
  }
}

// pg-boss compares with the database's own time: what is due by a moved clock is made due by the real one.
async function makeDue(database: Database, now: Date) {
  await database.pool.query(
    'update pgboss.job set start_after = now() where start_after > now() and start_after <= $1',
    [now],
  )
}
