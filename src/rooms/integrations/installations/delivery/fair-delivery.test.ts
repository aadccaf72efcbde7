import { expect, it } from 'vitest'
import { openIntegration } from '../../../../../test/integrations.ts'
import { startWorkers } from '../../../../services.ts'

const SLOW = `export default { async fetch() {
  await new Promise((resolve) => setTimeout(resolve, 2000))
  return new Response('OK')
} }`
const KEY = { account: { properties: { key: { type: 'string' } } } }

it('tells an organization of its events while the scripts of another are slow', async () => {
  const slow = await openIntegration({ script: SLOW, configurations: KEY })
  const busy = `${slow.integration}/installations/${(await slow.install()).id}`
  for (let n = 0; n < 24; n += 1)
    await slow.as(slow.admin).patch(busy, { configuration: { key: `${n}` } }, 200)
  const quick = await openIntegration()
  await quick.install()
  await startWorkers(quick.services, async () => {})
  await expect.poll(quick.told, { timeout: 30_000 }).toHaveLength(1)
  expect((await slow.told()).length).toBeLessThan(20)
})
