import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildTestServices } from '../../../../test/services.ts'
import { openLog } from '../../../world/log.ts'
import { openQueue } from './queue.ts'

describe('a queue that closes', () => {
  it('is done with what it has claimed, and asks the database nothing afterwards', async () => {
    const { services } = await buildTestServices()
    const { database } = services
    const job = { name: 'test.closing' }
    const queue = await openQueue(database, [job], { supervise: false, log: openLog('silent') })
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
    const { rows } = await query('select state from pgboss.job where name = $1', [job.name])
    expect({ ran, rows }).toEqual({ ran: 1, rows: [{ state: 'completed' }] })
  })
})

describe('a queue that is not told of jobs', () => {
  it('finds each by itself', async () => {
    const { services } = await buildTestServices()
    const { database } = services
    const job = { name: 'test.untold' }
    const queue = await openQueue(database, [job], { supervise: false, log: openLog('silent') })
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
