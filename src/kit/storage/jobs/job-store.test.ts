import { describe, expect, it } from 'vitest'
import { cloneTemplate } from '../../../../test/database/database.ts'
import { atEndOfFile } from '../../../../test/file-scope.ts'
import { type Database, openDatabase } from '../db.ts'
import {
  type ClaimedJob,
  claimJob,
  deleteDoneJob,
  failJob,
  insertJobs,
  insertScheduledJobs,
  recoverLostJobs,
  renewLeases,
} from './job-store.ts'

const NAME = 'test.work'
const MINUTE = 60_000

/** An empty queue, and what processes do with it. */
async function openStore() {
  const connection = await cloneTemplate()
  const open = () => {
    const database = openDatabase(connection, { maxConnections: 4 })
    atEndOfFile(() => database.close())
    return database
  }
  const database = open()
  const send = (payload: object, options: { key?: string; startAfter?: Date } = {}) =>
    insertJobs(database.db, [{ name: NAME, payload, ...options }])
  const claim = (now = new Date()) => claimJob(database, NAME, now)
  const claimed = async (now?: Date) => (await claim(now)) ?? expect.fail('There is no job')
  /** As if the process of the jobs that run had been gone for as long as they are its own. */
  const expireLeases = () => database.pool.query(`update jobs set leased_until = now() - interval '1 second'`)
  return { database, open, send, claim, claimed, expireLeases, rows: () => rowsOf(database) }
}

async function rowsOf({ db }: Database) {
  return db
    .selectFrom('jobs')
    .select(['payload', 'state', 'attempts', 'error', 'startAfter'])
    .orderBy('position')
    .execute()
}

/** By when every pause between attempts is over. */
const later = () => new Date(Date.now() + 60 * MINUTE)

describe('jobs that wait', () => {
  it('are claimed once each, in the order in which they were sent', async () => {
    const { send, claim, rows } = await openStore()
    for (const number of [1, 2, 3]) await send({ number })
    const jobs = await Promise.all([claim(), claim(), claim(), claim()])
    const numbers = jobs.map((job) => (job?.payload as { number: number } | undefined)?.number)
    expect(numbers.toSorted()).toEqual([1, 2, 3, undefined])
    expect((await rows()).map(({ state }) => state)).toEqual(['running', 'running', 'running'])
  })

  it('are sent once for a key, until one of them is claimed', async () => {
    const { send, claimed, rows } = await openStore()
    await send({ number: 1 }, { key: 'space' })
    await send({ number: 2 }, { key: 'space' })
    await send({ number: 3 }, { key: 'other' })
    expect((await claimed()).payload).toEqual({ number: 1 })
    await send({ number: 4 }, { key: 'space' })
    await send({ number: 5 }, { key: 'space' })
    expect((await rows()).map(({ payload }) => payload.number)).toEqual([1, 3, 4])
  })

  it('start at the earliest of the times that were asked for', async () => {
    const { send, claim } = await openStore()
    await send({}, { key: 'spec', startAfter: later() })
    expect(await claim()).toBeUndefined()
    await send({}, { key: 'spec' })
    await send({}, { key: 'spec', startAfter: later() })
    expect(await claim()).toBeDefined()
  })

  it('wait for a transaction that counts on them, so that they see what it changed', async () => {
    const { database, send, claim } = await openStore()
    await send({}, { key: 'space' })
    await database.inTransaction(async (db) => {
      await insertJobs(db, [{ name: NAME, payload: {}, key: 'space' }])
      expect(await claim()).toBeUndefined()
    })
    expect(await claim()).toBeDefined()
  })

  it('are not sent by a transaction that is rolled back', async () => {
    const { database, rows } = await openStore()
    const failing = database.inTransaction(async (db) => {
      await insertJobs(db, [{ name: NAME, payload: {} }])
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await rows()).toEqual([])
  })
})

describe('organizations', () => {
  it('take turns, however many jobs one of them has', async () => {
    const { database, claimed } = await openStore()
    const jobsOf = (organizationId: string, count: number) =>
      insertJobs(
        database.db,
        Array.from({ length: count }, () => ({ name: NAME, payload: { organizationId } })),
      )
    const next = async (count: number) => {
      const order: string[] = []
      for (let at = 0; at < count; at += 1)
        order.push(((await claimed()).payload as { organizationId: string }).organizationId)
      return order.join('')
    }
    await jobsOf('a', 20)
    await jobsOf('b', 1)
    await jobsOf('c', 2)
    expect(await next(7)).toBe('abcacaa')
    // Whoever comes later begins where the others are, and not before all of them.
    await jobsOf('d', 3)
    expect(await next(8)).toBe('adadadaa')
  })
})

describe('a job that fails', () => {
  it('is tried again after growing pauses, and then given up', async () => {
    const { database, send, claim, claimed, rows } = await openStore()
    await send({})
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const job = await claimed(later())
      expect(job).toMatchObject({ attempt, maxAttempts: 6, lostItsProcess: false })
      const now = new Date()
      await failJob(database, job, `failure ${attempt}`, now)
      const [row] = await rows()
      pauses.push(((row?.startAfter.getTime() ?? 0) - now.getTime()) / 1000)
      expect(row).toMatchObject({
        state: attempt < 6 ? 'waiting' : 'failed',
        attempts: attempt,
        error: `failure ${attempt}`,
      })
    }
    for (const [at, seconds] of pauses.entries()) {
      expect(seconds).toBeGreaterThanOrEqual(2 ** at - 0.001)
      expect(seconds).toBeLessThanOrEqual(2 ** (at + 1) + 0.001)
    }
    expect(await claim(later())).toBeUndefined()
  })

  it('is tried as often as it was sent for', async () => {
    const { database, claim, claimed } = await openStore()
    await insertJobs(database.db, [{ name: NAME, payload: {}, maxAttempts: 2 }])
    for (let attempt = 1; attempt <= 2; attempt += 1)
      await failJob(database, await claimed(later()), 'No luck', new Date())
    expect(await claim(later())).toBeUndefined()
  })

  it('lets another one of its key wait beside it', async () => {
    const { database, send, claimed, rows } = await openStore()
    await send({ number: 1 }, { key: 'space' })
    const job = await claimed()
    await send({ number: 2 }, { key: 'space' })
    await failJob(database, job, 'failure', new Date())
    expect((await rows()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  })
})

describe('the job of a process that is gone', () => {
  it('is its own while it renews its lease', async () => {
    const { database, send, claimed, expireLeases } = await openStore()
    await send({})
    const { lease } = await claimed()
    await expireLeases()
    await renewLeases(database, [lease])
    expect(await recoverLostJobs(database, new Date())).toEqual([])
  })

  it('is given to one of those who look for it, who may tell that it was lost', async () => {
    const { database, open, send, claimed, expireLeases } = await openStore()
    await send({})
    await claimed()
    await expireLeases()
    const others = [open(), open(), database]
    const found = await Promise.all(others.map((other) => recoverLostJobs(other, new Date())))
    expect(found.flat()).toEqual([{ id: expect.any(String), name: NAME }])
    expect(await claimed(later())).toMatchObject({ attempt: 2, lostItsProcess: true })
  })

  it('is no longer its own, though it comes back', async () => {
    const { database, send, claimed, expireLeases, rows } = await openStore()
    await send({})
    const before = await claimed()
    await expireLeases()
    await recoverLostJobs(database, new Date())
    const after = await claimed(later())
    await renewLeases(database, [before.lease])
    await failJob(database, before, 'too late', new Date())
    await deleteDoneJob(database, before)
    expect(await rows()).toMatchObject([{ state: 'running', attempts: 2 }])
    await deleteDoneJob(database, after)
    expect(await rows()).toEqual([])
  })

  it('is given up for what it does itself, and not for servers that are killed', async () => {
    const { database, send, claimed, expireLeases, rows } = await openStore()
    await send({})
    const lose = async () => {
      const job: ClaimedJob = await claimed(later())
      await expireLeases()
      await recoverLostJobs(database, new Date())
      return job
    }
    for (let times = 1; times <= 10; times += 1) await lose()
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }])
    for (let attempt = 2; attempt <= 5; attempt += 1)
      await failJob(database, await claimed(later()), 'failure', new Date())
    expect(await lose()).toMatchObject({ attempt: 6, lostItsProcess: false })
    expect(await rows()).toMatchObject([{ state: 'failed', error: 'The process of the job is gone' }])
  })
})

describe('jobs of the timetable', () => {
  it('are sent once a minute by all processes together', async () => {
    const { database, open, rows, claimed } = await openStore()
    const processes = [database, open(), open()]
    const send = (minute: Date) =>
      Promise.all(processes.map((each) => insertScheduledJobs(each, [NAME, 'test.other'], minute)))
    const minute = new Date('2026-02-03T04:05:00Z')
    await send(minute)
    expect(await rows()).toHaveLength(2)
    await deleteDoneJob(database, await claimed())
    await send(minute)
    expect(await rows()).toHaveLength(1)
    // One that still waits is enough.
    await send(new Date(minute.getTime() + MINUTE))
    expect(await rows()).toHaveLength(2)
  })
})
