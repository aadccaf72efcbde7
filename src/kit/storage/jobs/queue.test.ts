import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cloneTemplate } from '../../../../test/database/database.ts'
import { atEndOfFile } from '../../../../test/file-scope.ts'
import { buildTestServices } from '../../../../test/services.ts'
import { systemClock } from '../../../world/clock.ts'
import { openLog } from '../../../world/log/log.ts'
import { openDatabase } from '../db.ts'
import { claimJob } from './job-store.ts'
import { openQueue, type QueueJob } from './queue.ts'

const OPTIONS = { supervise: false, clock: systemClock, log: openLog('silent') }

describe('a queue that closes', () => {
  it('is done with what it has claimed, and asks the database nothing afterwards', async () => {
    const { services } = await buildTestServices()
    const { database } = services
    const job = { name: 'test.closing' }
    const queue = openQueue(database, [job], OPTIONS)
    await queue.send(database.db, job.name, {})
    const { pool } = database
    const query = pool.query.bind(pool)
    onTestFinished(() => {
      pool.query = query
    })
    const underWay = new Set<string>()
    const slowly = async (text: string, values: unknown[]) => {
      underWay.add(text)
      await pause(100)
      const result = await query(text, values)
      underWay.delete(text)
      return result
    }
    pool.query = slowly as typeof query
    let ran = 0
    await queue.work(job, async () => {
      await pause(100)
      ran += 1
    })
    // Its first look for jobs is under way.
    expect(underWay.size).toBe(1)
    await queue.close()
    expect(underWay.size).toBe(0)
    const { rows } = await query('select state from jobs where name = $1', [job.name])
    expect({ ran, rows }).toEqual({ ran: 1, rows: [] })
  })
})

describe('a queue that is not told of jobs', () => {
  it('finds each by itself', async () => {
    const { services } = await buildTestServices()
    const { database } = services
    const job = { name: 'test.untold' }
    const queue = openQueue(database, [job], OPTIONS)
    onTestFinished(() => queue.close())
    const done: unknown[] = []
    let tellDone = () => {}
    await queue.work(job, async ({ payload }) => {
      done.push(payload)
      tellDone()
    })
    for (const number of [1, 2]) {
      const isDone = new Promise<void>((resolve) => {
        tellDone = resolve
      })
      await queue.send(database.db, job.name, { number })
      await isDone
    }
    expect(done).toEqual([{ number: 1 }, { number: 2 }])
  })
})

/** Queues of several processes on one database. */
async function openProcesses(count: number, job: QueueJob) {
  const connection = await cloneTemplate()
  return Array.from({ length: count }, () => {
    const database = openDatabase(connection, { maxConnections: 6 })
    const queue = openQueue(database, [job], { ...OPTIONS, supervise: true })
    atEndOfFile(async () => {
      await queue.close()
      await database.close()
    })
    return { database, queue }
  })
}

describe('queues of several processes', () => {
  it('never run one job at once, and each job once', async () => {
    const job = { name: 'test.shared', isLong: true, atOnce: 4 }
    const processes = await openProcesses(3, job)
    const [first] = processes
    const numbers = Array.from({ length: 120 }, (_, number) => number)
    const runs: number[] = []
    const running = new Set<number>()
    const twice: number[] = []
    const work = async ({ payload }: { payload: unknown }) => {
      const { number } = payload as { number: number }
      if (running.has(number)) twice.push(number)
      running.add(number)
      await pause(5)
      running.delete(number)
      runs.push(number)
    }
    if (first) {
      const jobs = numbers.map((number) => ({ name: job.name, payload: { number } }))
      await first.queue.sendAll(first.database.db, jobs)
    }
    for (const { queue } of processes) await queue.work(job, work)
    await expect.poll(() => runs.length).toBe(numbers.length)
    expect(runs.toSorted((one, other) => one - other)).toEqual(numbers)
    expect(twice).toEqual([])
  })

  it('take up what a process left that renews its leases no more', async () => {
    const job = { name: 'test.left' }
    const [killed, other] = await openProcesses(2, job)
    if (!killed || !other) return
    await killed.queue.send(killed.database.db, job.name, { number: 1 })
    await claimJob(killed.database, job.name, new Date())
    await killed.database.pool.query(`update jobs set leased_until = now()`)
    const taken = new Promise((resolve) => {
      void other.queue.work(job, async (claimed) => resolve(claimed))
    })
    expect(await taken).toMatchObject({ payload: { number: 1 }, lostItsProcess: true, attempt: 2 })
  })

  it('keep the jobs that they run, however long these take', async () => {
    const job = { name: 'test.kept' }
    const [worker, other] = await openProcesses(2, job)
    if (!worker || !other) return
    await worker.queue.send(worker.database.db, job.name, {})
    let runs = 0
    let end = () => {}
    const work = async () => {
      runs += 1
      await new Promise<void>((resolve) => {
        end = resolve
      })
    }
    await worker.queue.work(job, work)
    await expect.poll(() => runs).toBe(1)
    await other.queue.work(job, work)
    const { pool } = worker.database
    const untilRenewed = () =>
      pool.query(`select from jobs where leased_until > now() + interval '10 seconds'`)
    // Less than is left of it by the time of the next renewal.
    await pool.query(`update jobs set leased_until = now() + interval '4 seconds'`)
    await expect.poll(async () => (await untilRenewed()).rowCount).toBe(1)
    end()
    await worker.queue.close()
    expect(runs).toBe(1)
    expect((await pool.query('select from jobs')).rowCount).toBe(0)
  })
})
