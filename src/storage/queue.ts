import { CompiledQuery } from 'kysely'
import type { PoolClient } from 'pg'
import PgBoss from 'pg-boss'
import type { Log } from '../world/log.ts'
import type { Database, Db } from './db.ts'
import { everyMinute, isDue, type Times } from './timetable.ts'

export type QueueJob = { name: string; at?: Times; isLong?: boolean; atOnce?: number }
export type SendOptions = {
  /** Not before this time; the clock decides, so a test can move it. */
  startAfter?: Date
  /** Not sent while a job of the same key waits: one link check a space, however many edits. */
  key?: string
}

/** Jobs kept by PostgreSQL: sent in the transaction of the change, claimed by any process. */
export type Queue = {
  send(db: Db, name: string, payload: object, options?: SendOptions): Promise<void>
  /** Takes jobs until `close`; the handler gets one payload at a time, of a long job several. */
  work(job: QueueJob, handler: (payload: unknown) => Promise<void>): Promise<void>
  /** Runs everything due by `now` and returns how many jobs ran; for tests, which move the clock. */
  drain(now: Date, handlers: Map<string, (payload: unknown) => Promise<void>>): Promise<number>
  /** Waiting and running jobs by queue. */
  sizes(): Promise<{ name: string; size: number }[]>
  /** Lets running jobs finish. */
  close(): Promise<void>
}

const LONG_JOB_SECONDS = 60 * 60

/**
 * `supervise` also expires the jobs of dead processes and keeps the timetable; a command of the command line, which
 * only sends, leaves that to the server.
 */
export async function openQueue(
  database: Database,
  jobs: QueueJob[],
  options: { supervise: boolean; log: Log },
): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    supervise: options.supervise,
    // Its own clock reads each schedule with a library that takes milliseconds for one.
    schedule: false,
    // The job of a process that was killed is due again after at most these two together; a long one has an hour.
    expireInSeconds: 300,
    maintenanceIntervalSeconds: 60,
  })
  boss.on('error', (error) => options.log.warn({ error: error.message }, 'job queue'))
  await boss.start()
  const long = new Set(jobs.filter(({ isLong }) => isLong).map(({ name }) => name))
  const workers = new Map<string, string[]>()
  const bell = doorbell(database, (name) => {
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
  })
  for (const job of jobs) {
    await boss.createQueue(job.name, { name: job.name, policy: 'short', retryLimit: 5, retryBackoff: true })
  }
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
      // Told to all processes when the transaction commits, and not if it does not.
      if (!startAfter) await within(db).executeSql('select pg_notify($1, $2)', [CHANNEL, name])
    },
    async work({ name, isLong, atOnce = isLong ? 2 : 1 }, handler) {
      const start = () =>
        boss.work(name, { pollingIntervalSeconds: 2 }, async (claimed) => {
          for (const job of claimed) await handler(job.data)
        })
      workers.set(name, await Promise.all(Array.from({ length: atOnce }, start)))
      await bell.listen()
    },
    async drain(now, handlers) {
      await makeDue(database, now)
      let ran = 0
      for (const [name, handler] of handlers) {
        for (;;) {
          const claimed = await boss.fetch(name, { batchSize: 100 })
          if (claimed.length === 0) break
          for (const job of claimed) {
            await handler(job.data)
            await boss.complete(name, job.id)
            ran += 1
          }
        }
      }
      return ran
    },
    sizes: () => Promise.all(jobs.map(async ({ name }) => ({ name, size: await boss.getQueueSize(name) }))),
    async close() {
      if (stopClock) stopClock()
      bell.close()
      await boss.stop({ graceful: true, wait: true, timeout: 20_000 })
    },
  }
}

const CHANNEL = 'quire_jobs'

/**
 * Wakes workers at once when a job was sent, here or in another process; without it they look every two seconds, which
 * they also do while the connection that listens is down.
 */
function doorbell(database: Database, onRing: (name: string) => void) {
  let listening: PoolClient | undefined
  let isClosed = false

  async function listen() {
    if (listening || isClosed) return
    try {
      const client = await database.pool.connect()
      listening = client
      client.on('notification', ({ payload }) => onRing(payload ?? ''))
      client.on('error', () => {
        listening = undefined
        client.release(true)
        setTimeout(listen, 1_000).unref()
      })
      await client.query(`listen ${CHANNEL}`)
    } catch {
      setTimeout(listen, 1_000).unref()
    }
  }

  return {
    listen,
    close() {
      isClosed = true
      listening?.removeAllListeners('notification').release(true)
      listening = undefined
    },
  }
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
