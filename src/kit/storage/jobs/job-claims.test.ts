import { describe, expect, it, onTestFinished } from 'vitest'
import { buildTestServices } from '../../../../test/services.ts'
import { openListener } from '../database/listener.ts'
import { type JobClaims, LOST, type LostJob, openJobClaims, spareAttempt } from './job-claims.ts'

const ONE = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'

/** Processes on one database, which are gone as soon as their lock is. */
async function openProcesses() {
  const { services } = await buildTestServices()
  const { database } = services
  const { pool } = database
  const name = 'test.claimed'
  await pool.query('select pgboss.create_queue($1, $2)', [name, { policy: 'standard' }])
  await pool.query('delete from claimed_jobs')
  const open = async () => {
    const listener = openListener(database)
    onTestFinished(() => listener.close())
    const claims = await openJobClaims(database, listener, 0)
    await listener.listen()
    return { ...claims, end: () => listener.close() }
  }
  const send = (id: string) =>
    pool.query(`insert into pgboss.job (id, name, policy) values ($1, $2, 'standard')`, [id, name])
  const take = (claims: JobClaims) =>
    pool.query(
      claims.noting(`with next as (
        select id from pgboss.job where name = $1 and state < 'active' limit 1 FOR UPDATE SKIP LOCKED
      ) update pgboss.job j set state = 'active', started_on = now() from next
        where j.name = $1 and j.id = next.id returning j.id, j.name`),
      [name],
    )
  const complete = (id: string) =>
    pool.query(`update pgboss.job set state = 'completed' where name = $1 and id = $2`, [name, id])
  const countClaims = async () => (await pool.query('select from claimed_jobs')).rowCount
  return { database, name, open, send, take, complete, countClaims }
}

async function lostTo(claims: JobClaims) {
  const lost: LostJob[] = []
  await claims.handOnLost(async (_, jobs) => void lost.push(...jobs))
  return lost.map(({ id }) => id)
}

describe('jobs of other processes', () => {
  it('are theirs as long as they have their lock, and lost when it is gone', async () => {
    const { open, send, take } = await openProcesses()
    const [worker, looker] = [await open(), await open()]
    await send(ONE)
    await take(worker)
    expect(await lostTo(looker)).toEqual([])
    worker.end()
    await expect.poll(() => lostTo(looker)).toEqual([ONE])
    expect(await lostTo(looker)).toEqual([])
  })

  it('are handed on by one of those who look, and all again where that fails', async () => {
    const { open, send, take, countClaims } = await openProcesses()
    const [worker, first, second] = [await open(), await open(), await open()]
    for (const id of [ONE, OTHER]) await send(id)
    await take(worker)
    await take(worker)
    worker.end()
    const fail = () => Promise.reject(new Error('It does not work'))
    const tried = () => first.handOnLost(fail).catch(({ message }: Error) => message)
    await expect.poll(tried).toBe('It does not work')
    expect(await countClaims()).toBe(2)
    const seen: string[][] = []
    await expect
      .poll(async () => {
        seen.push(...(await Promise.all([lostTo(first), lostTo(second)])))
        return seen.flat().toSorted()
      })
      .toEqual([ONE, OTHER])
    expect(seen.filter((jobs) => jobs.length > 0)).toHaveLength(1)
  })

  it('are forgotten when they are over', async () => {
    const { open, send, take, complete, countClaims } = await openProcesses()
    const [worker, looker] = [await open(), await open()]
    for (const id of [ONE, OTHER]) {
      await send(id)
      await take(worker)
    }
    await complete(ONE)
    await lostTo(looker)
    expect(await countClaims()).toBe(1)
    await complete(OTHER)
    worker.end()
    await expect.poll(() => lostTo(looker).then(countClaims)).toBe(0)
  })

  it('are given up for what they do themselves, and not for servers that are killed', async () => {
    const { database, name, open, send, take } = await openProcesses()
    const worker = await open()
    const attemptsAfter = async (id: string, message: string) => {
      await send(id)
      await take(worker)
      await database.pool.query('update pgboss.job set retry_count = 2, output = $2 where id = $1', [
        id,
        { value: { message } },
      ])
      await spareAttempt(database.db, { name, id })
      const { rows } = await database.pool.query('select retry_count from pgboss.job where id = $1', [id])
      return rows[0].retry_count
    }
    expect(await attemptsAfter(ONE, LOST[0] ?? '')).toBe(1)
    expect(await attemptsAfter(OTHER, 'It does not work')).toBe(2)
  })
})
