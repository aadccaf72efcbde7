// How many events a second reach a receiver on this machine, and what that costs those who ask the API meanwhile.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from './client.js'

const WRITES = 1_000
const WARM_UP_WRITES = 200
const WRITERS = 8
/** So that what is measured is sending, and not how fast there is something to send. */
const WEBHOOKS = 10
const PATIENCE = 120_000

export async function measureWebhooks({ url, token, say }) {
  const api = client(url, token)
  const { id } = await api('POST', '/v1/orgs', { title: 'Webhooks' })
  const organization = `/v1/orgs/${id}`
  const receiver = await openReceiver()
  try {
    await write(api, organization, WARM_UP_WRITES)
    say('webhooks: writing without a receiver')
    const alone = await write(api, organization, WRITES)
    say('webhooks: the same with a receiver')
    await subscribe('first')
    const sending = await write(api, organization, WRITES)
    const written = performance.now()
    await receiver.until(WRITES)
    const behind = performance.now() - written
    say(`webhooks: the same with ${WEBHOOKS} receivers`)
    for (let count = 1; count < WEBHOOKS; count += 1) await subscribe(`other-${count}`)
    const began = performance.now()
    await write(api, organization, WRITES)
    await receiver.until(WRITES + WEBHOOKS * WRITES)
    const perSecond = (WEBHOOKS * WRITES) / ((performance.now() - began) / 1000)
    return { perSecond, behind, alone, sending }
  } finally {
    await receiver.close()
  }

  function subscribe(name) {
    return api('POST', `${organization}/webhooks`, { url: receiver.url + name, events: ['team.*'] })
  }
}

async function openReceiver() {
  const received = new Set()
  const server = createServer((request, response) => {
    received.add(`${request.url} ${request.headers['webhook-id']}`)
    request.resume().on('end', () => response.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    async until(count) {
      const deadline = performance.now() + PATIENCE
      while (received.size < count) {
        if (performance.now() > deadline) throw new Error(`${received.size} of ${count} deliveries arrived`)
        await sleep(20)
      }
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Teams are created by some, while one reads as long as they do; the middle of how long a read and a write took, in milliseconds. */
async function write(api, organization, count) {
  const writes = []
  const reads = []
  let left = count
  async function timed(into, ...request) {
    const began = performance.now()
    await api.text(...request)
    into.push(performance.now() - began)
  }
  async function writer() {
    while (left-- > 0) await timed(writes, 'PUT', `${organization}/teams`, { title: `Team ${left}` })
  }
  async function reader() {
    while (left > 0) await timed(reads, 'GET', organization)
  }
  await Promise.all([reader(), ...Array.from({ length: WRITERS }, writer)])
  return { read: middle(reads), write: middle(writes) }
}

function middle(times) {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
}

export function describeWebhooks({ perSecond, behind, alone, sending }) {
  const times = (name) =>
    `${alone[name].toFixed(1)} ms alone, ${sending[name].toFixed(1)} ms while they are sent (${(sending[name] / alone[name]).toFixed(2)})`
  return [
    '',
    'Webhooks',
    `  delivered   ${perSecond.toFixed(0)} a second, to ${WEBHOOKS} webhooks with ${WRITERS} who write (goal 200)`,
    `  the last    ${behind.toFixed(0)} ms after the last write, to one webhook`,
    `  a read      ${times('read')} (goal 1.2)`,
    `  a write     ${times('write')} (goal 1.2)`,
  ].join('\n')
}
