import { expect, it } from 'vitest'
import { openIntegration } from '../../../../../test/integrations.ts'
import { tellScripts } from './waiting-events.ts'

const KEY = { account: { properties: { key: { type: 'string' } } } }

it('takes the events of an installation in their order', async () => {
  const { as, admin, services, integration, install, drain } = await openIntegration({ configurations: KEY })
  const url = `${integration}/installations/${(await install()).id}`
  for (const key of ['a', 'b', 'c', 'd', 'e']) await as(admin).patch(url, { configuration: { key } }, 200)
  const claim = async () => {
    const pieces = await services.asSystem((ctx) => tellScripts.claim(ctx, 1, []))
    return pieces.map((piece) => Object(piece).position)
  }
  const taken = [await claim(), await claim(), await claim()].flat()
  expect(taken).toHaveLength(3)
  expect(taken).toEqual([...taken].sort((one, other) => one - other))
  await drain()
})

it('tells again what a process died at', async () => {
  const { install, told, drain, sql, tick } = await openIntegration()
  await install()
  await sql(`update waiting_script_events set attempts = 1, claimed_until = now() + interval '3 minutes'`)
  await drain()
  expect(await told()).toEqual([])
  tick(1)
  await drain()
  expect(await told()).toHaveLength(1)
  expect((await sql('select from waiting_script_events')).rows).toEqual([])
})

it('gives up what ends the process each time', async () => {
  const { install, told, drain, sql, warnings } = await openIntegration()
  await install()
  await sql('update waiting_script_events set attempts = 6')
  await drain()
  expect(await told()).toEqual([])
  expect((await sql('select from waiting_script_events')).rows).toEqual([])
  expect(warnings()).toMatchObject([{ msg: 'an event for a script was dropped', attempts: 7 }])
})

it('tells what a job of an earlier release still has to tell', async () => {
  const { services, install, name, told, drain } = await openIntegration()
  const { id: installationId } = await install()
  await drain()
  const job = services.jobs.find(({ name }) => name === 'integrations.deliver')
  if (!job) throw new Error('There is no such job')
  const event = { type: 'task', installationId }
  await services.asSystem((ctx) => ctx.enqueue(job, { integration: name, event }))
  await drain()
  expect(await told()).toHaveLength(2)
})
