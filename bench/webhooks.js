// How many events a second reach a receiver on this machine, and what that costs those who ask the API meanwhile.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from './client.js'

const WRITES = 2_000
const WRITERS = 8
const READS = 400
const PATIENCE = 120_000

export async function measureWebhooks({ url, token, say }) {
  const api = client(url, token)
  const { id } = await api('POST', '/v1/orgs', { title: 'Webhooks' })
  const organization = `/v1/orgs/${id}`
  const receiver = await openReceiver()
  try {
    say('webhooks: writing without a receiver')
    const alone = await write(api, organization)
    say('webhooks: the same with a receiver')
    await api('POST', `${organization}/webhooks`, { url: receiver.url, events: ['team.*'] })
    const began = performance.now()
    const sending = await write(api, organization)
    await receiver.until(WRITES)
    const seconds = (performance.now() - began) / 1000
    return { perSecond: WRITES / seconds, alone, sending }
  } finally {
    await receiver.close()
  }
}

async function openReceiver() {
  const ids = new Set()
  const server = createServer((request, response) => {
    ids.add(request.headers['webhook-id'])
    request.resume().on('end', () => response.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    async until(count) {
      const deadline = performance.now() + PATIENCE
      while (ids.size < count) {
        if (performance.now() > deadline) throw new Error(`${ids.size} of ${count} events arrived`)
        await sleep(20)
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Teams are created by some, while one reads; the middle of how long a read and a write took, in milliseconds. */
async function write(api, organization) {
  const writes = []
  const reads = []
  let left = WRITES
  async function timed(into, ...request) {
    const began = performance.now()
    await api.text(...request)
    into.push(performance.now() - began)
  }
  async function writer() {
    while (left-- > 0) await timed(writes, 'PUT', `${organization}/teams`, { title: `Team ${left}` })
  }
  async function reader() {
    for (let count = 0; count < READS; count += 1) await timed(reads, 'GET', organization)
  }
  await Promise.all([reader(), ...Array.from({ length: WRITERS }, writer)])
  return { read: middle(reads), write: middle(writes) }
}

function middle(times) {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
}

export function describeWebhooks({ perSecond, alone, sending }) {
  const times = (name) =>
    `${alone[name].toFixed(1)} ms alone, ${sending[name].toFixed(1)} ms while they are sent (${(sending[name] / alone[name]).toFixed(2)})`
  return [
    '',
    'Webhooks',
    `  delivered   ${perSecond.toFixed(0)} a second, with ${WRITERS} who write (goal 200)`,
    `  a read      ${times('read')} (goal 1.2)`,
    `  a write     ${times('write')} (goal 1.2)`,
  ].join('\n')
}
