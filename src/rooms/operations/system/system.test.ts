import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { buildTestServices, furnish, makeAdministrator } from '../../../../test/services.ts'
import { job } from '../../../kit/domain/jobs.ts'
import { poller } from '../../../kit/domain/poller.ts'
import { startPollers } from '../../../poller.ts'
import { runJob } from '../../../services.ts'
import { openLog } from '../../../world/log/log.ts'

/** Services with a job that fails until it is mended, and what was logged about it. */
async function openBroken() {
  const broken = { isMended: false, runs: 0 }
  const fragile = job({
    name: 'test.fragile',
    payload: Type.Object({ spaceId: Type.String() }),
    async run() {
      broken.runs += 1
      if (!broken.isMended) throw new Error('the lamp is out')
    },
  })
  const lines: string[] = []
  const built = await buildTestServices({
    extraRooms: [{ name: 'test', operations: [], jobs: [fragile] }],
    log: openLog('warn', { write: (line) => void lines.push(line) }),
  })
  const { services } = built
  const setting = await furnish(built)
  const administrator = await makeAdministrator(services)
  const failAtOnce = async () => {
    await services.asSystem((ctx) => ctx.enqueue(fragile, { spaceId: 'lighthouse' }))
    await setting.sql(`update jobs set max_attempts = 1 where name = 'test.fragile'`)
    const [known] = services.jobs.filter(({ name }) => name === fragile.name)
    if (known) await services.queue.work(known, ({ payload }) => runJob(services, known, payload))
    await expect.poll(() => list().then(({ items }) => items.length)).toBe(1)
  }
  const list = () => setting.as(administrator).get('/v1/failed-jobs')
  return { ...setting, broken, lines, administrator, failAtOnce, list }
}

describe('jobs that fail', () => {
  it('are logged, counted and listed, and done when an administrator retries them', async () => {
    const { as, app, administrator, broken, lines, failAtOnce, list } = await openBroken()
    await failAtOnce()
    const { items } = await list()
    expect(items).toMatchObject([
      {
        object: 'failed-job',
        name: 'test.fragile',
        payload: { spaceId: 'lighthouse' },
        attempts: 1,
        error: 'the lamp is out',
      },
    ])
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { job: 'test.fragile', attempt: 1, err: { message: 'the lamp is out' } },
    ])
    const metrics = async () => (await app.inject('/metrics')).body
    expect(await metrics()).toContain('quire_job_attempts_total{job="test.fragile",result="failed"} 1')
    expect(await metrics()).toContain('quire_jobs_given_up{job="test.fragile"} 1')
    broken.isMended = true
    await as(administrator).post(`/v1/failed-jobs/${items[0].id}/retry`)
    await expect.poll(() => broken.runs).toBe(2)
    expect((await list()).items).toEqual([])
    expect(await metrics()).toContain('quire_jobs_given_up{job="test.fragile"} 0')
    await as(administrator).post(`/v1/failed-jobs/${items[0].id}/retry`, undefined, 404)
  })

  it('are a matter of administrators', async () => {
    const { as, admin } = await openBroken()
    await as(admin).get('/v1/failed-jobs', 403)
    await as(admin).post('/v1/failed-jobs/none/retry', undefined, 403)
    await as().get('/v1/failed-jobs', 401)
  })

  it('can not be retried where there is none', async () => {
    const { as, administrator } = await openBroken()
    await as(administrator).post('/v1/failed-jobs/none/retry', undefined, 404)
    await as(administrator).post('/v1/failed-jobs/0a6c1d3e-6a0f-4b0a-9a54-0b3c4f1d2e5f/retry', undefined, 404)
  })
})

describe('work that waits in a table', () => {
  it('is counted where it fails', async () => {
    const { services, app } = await buildTestServices()
    const waiting = ['lamp']
    const failing = poller({
      name: 'test.lighting',
      atOnce: 1,
      claim: async () => waiting.splice(0),
      run: async () => Promise.reject(new Error('the lamp is out')),
    })
    const room = { name: 'lighthouse', operations: [], pollers: [failing] }
    const stop = startPollers({ ...services, rooms: [room] })
    const metrics = async () => (await app.inject('/metrics')).body
    await expect.poll(metrics).toContain('quire_job_attempts_total{job="test.lighting",result="failed"} 1')
    await stop()
  })
})
