import { describe, expect, it } from 'vitest'
import { cloneTemplate } from '../../../../test/database/database.ts'
import { atEndOfFile } from '../../../../test/file-scope.ts'
import { movableClock } from '../../../world/clock.ts'
import { openLog } from '../../../world/log/log.ts'
import { openDatabase } from '../../storage/db.ts'
import { rateLimiter } from './rate-limit.ts'
import { openSharedRateLimits } from './shared-rate-limits.ts'

const LIMIT = 100

/** As many processes on one database as are asked for, each with a clock of its own. */
async function openProcesses(count: number) {
  const connection = await cloneTemplate()
  return Array.from({ length: count }, () => {
    const database = openDatabase(connection, { maxConnections: 2 })
    const clock = movableClock()
    const shared = openSharedRateLimits(database.db, openLog('silent'))
    // Told by the test alone.
    shared.close()
    const limiter = rateLimiter(LIMIT, clock)
    shared.share('requests', limiter)
    atEndOfFile(() => database.close())
    const spend = (times: number, key = 'token a') =>
      Array.from({ length: times }, () => limiter.spend(key)).filter(({ isSpent }) => !isSpent).length
    const left = (key = 'token a') => limiter.spend(key).remaining
    return { ...shared, database, clock, spend, left, limiter }
  })
}

async function openTwo() {
  const [one, other] = await openProcesses(2)
  if (!one || !other) throw new Error('There are no two processes')
  return { one, other }
}

describe('a limit of several processes', () => {
  it('is that of all of them once they have told each other', async () => {
    const { one, other } = await openTwo()
    expect(one.spend(60)).toBe(60)
    expect(other.spend(30)).toBe(30)
    await one.tell()
    await other.tell()
    expect(other.left()).toBe(9)
    expect(other.spend(50)).toBe(9)
    await other.tell()
    // It has told 60, and heard of 90 since it makes another one itself.
    expect(one.spend(1)).toBe(1)
    await one.tell()
    expect(one.spend(10)).toBe(0)
    const { rows } = await one.database.pool.query('select count from rate_counts')
    expect(rows).toEqual([{ count: 101 }])
  })

  it('lets through at most what the others have not heard yet', async () => {
    const processes = await openProcesses(4)
    let admitted = 0
    for (let round = 0; round < 30; round++)
      for (const { spend, tell } of processes) {
        admitted += spend(2)
        await tell()
      }
    expect(admitted).toBeGreaterThanOrEqual(LIMIT)
    expect(admitted).toBeLessThanOrEqual(LIMIT + 3 * 2)
  })

  it('counts each key and each limiter for itself, and writes down no address', async () => {
    const { one, other } = await openTwo()
    const scripts = rateLimiter(LIMIT, one.clock)
    one.share('scripts', scripts)
    one.spend(100)
    one.spend(50, 'address 192.0.2.7')
    scripts.spend('token a')
    await one.tell()
    other.spend(1)
    other.spend(1, 'address 192.0.2.7')
    await other.tell()
    expect([other.spend(5), other.spend(100, 'address 192.0.2.7')]).toEqual([0, 49])
    expect(scripts.spend('token a').remaining).toBe(98)
    const { rows } = await one.database.pool.query('select key from rate_counts')
    expect(rows).toHaveLength(3)
    expect(rows.every(({ key }) => key.length === 16 && !String(key).includes('192'))).toBe(true)
  })

  it('tells nobody of those who make few requests', async () => {
    const { one } = await openTwo()
    const few = rateLimiter(1_000, one.clock)
    one.share('few', few)
    for (let count = 0; count < 9; count++) few.spend('token a')
    await one.tell()
    expect(few.list()).toEqual([])
    expect((await one.database.pool.query('select from rate_counts')).rowCount).toBe(0)
    few.spend('token a')
    await one.tell()
    expect((await one.database.pool.query('select count from rate_counts')).rows).toEqual([{ count: 10 }])
  })

  it('begins anew when its minute is over, which the database says', async () => {
    const { one, other } = await openTwo()
    // Its clock is wrong by a day.
    other.clock.advance(24 * 60 * 60 * 1000)
    one.spend(80)
    await one.tell()
    other.spend(1)
    await other.tell()
    expect(other.spend(100)).toBe(19)
    await one.database.pool.query("update rate_counts set ends_at = now() - interval '1 second'")
    for (const { clock } of [one, other]) clock.advance(61_000)
    expect(one.spend(70)).toBe(70)
    await one.tell()
    other.spend(1)
    await other.tell()
    expect(other.spend(100)).toBe(29)
  })

  it('is counted by each alone while the database is away, and told later', async () => {
    const { one, other } = await openTwo()
    one.database.beginSilence()
    one.spend(70)
    await one.tell()
    expect(one.spend(100)).toBe(30)
    one.database.endSilence()
    await one.tell()
    other.spend(1)
    await other.tell()
    expect(other.spend(10)).toBe(0)
  })

  it('is told of at once by who hurries', async () => {
    const { one } = await openTwo()
    let asked = 0
    const hurried = rateLimiter(1_000, one.clock, () => {
      asked += 1
    })
    for (let count = 0; count < 99; count++) hurried.spend('token a')
    expect(asked).toBe(0)
    hurried.spend('token a')
    expect(asked).toBe(1)
  })
})
