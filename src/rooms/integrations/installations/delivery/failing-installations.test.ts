import { expect, it } from 'vitest'
import { openIntegration } from '../../../../../test/integrations.ts'
import { runJob } from '../../../../services.ts'
import { noticeFailing } from './failing-installations.ts'

const BROKEN = `export default { fetch() { throw new Error('no luck') } }`
const GOOD = `export default { fetch: () => new Response('OK') }`
const KEY = { account: { properties: { key: { type: 'string' } } } }

async function openFailing() {
  const opened = await openIntegration({ script: BROKEN, configurations: KEY })
  const { as, admin, editor, install, integration, services, drain, tick } = opened
  const { id } = await install()
  const url = `${integration}/installations/${id}`
  let told = 0
  /** Each change of the configuration is told to the script. */
  const tell = async (times: number) => {
    for (let time = 0; time < times; time++) {
      await as(admin).patch(url, { configuration: { key: `${told++}` } }, 200)
      await drain()
    }
  }
  const look = async () => {
    await runJob(services, noticeFailing, {})
    await drain()
  }
  const heard = async (person = admin): Promise<number> => {
    const { items } = await as(person).get('/v1/user/notifications')
    return items.flatMap(({ activities }: { activities: { reason: string }[] }) =>
      activities.filter(({ reason }) => reason === 'integration-failing'),
    ).length
  }
  return { ...opened, editor, tell, look, heard, tick }
}

it('admins hear of a script that fails again and again, once a day', async () => {
  const { tell, look, heard, editor, tick } = await openFailing()
  await tell(3)
  await look()
  expect(await heard()).toBe(0)
  await tell(3)
  await look()
  await look()
  expect([await heard(), await heard(editor)]).toEqual([1, 0])
  await tell(6)
  await look()
  expect(await heard()).toBe(1)
  tick(1.1)
  await look()
  expect(await heard()).toBe(1)
  await tell(6)
  await look()
  expect(await heard()).toBe(2)
})

it('nobody hears of one that did what it was told since', async () => {
  const { tell, look, heard, publish } = await openFailing()
  await tell(6)
  await publish({ script: GOOD })
  await tell(1)
  await look()
  expect(await heard()).toBe(0)
})
