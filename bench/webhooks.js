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
/** With so many webhooks, this is the goal of 200 deliveries a second. */
const PACE = { writesPerSecond: 20, readsPerSecond: 31, seconds: 15 }
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
    say(`webhooks: ${PACE.writesPerSecond} writes a second without a receiver`)
    const paced = { alone: await writePaced(api, organization) }
    say('webhooks: as many writes as can be, with a receiver')
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
    say(`webhooks: ${PACE.writesPerSecond} writes a second with ${WEBHOOKS} receivers`)
    paced.sending = await writePaced(api, organization)
    await receiver.until(WRITES + WEBHOOKS * (WRITES + PACE.writesPerSecond * PACE.seconds))
    return { perSecond, behind, alone, sending, paced }
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
  const times = timesOf(api, organization)
  let left = count
  async function writer() {
    while (left-- > 0) await times.write(left)
  }
  async function reader() {
    while (left > 0) await times.read()
  }
  await Promise.all([reader(), ...Array.from({ length: WRITERS }, writer)])
  return times.middle()
}

/** The same in even steps, however long each takes. Reads have steps of their own, so that they fall anywhere between writes. */
async function writePaced(api, organization) {
  const times = timesOf(api, organization)
  const { writesPerSecond, readsPerSecond, seconds } = PACE
  await Promise.all([
    inSteps(writesPerSecond, writesPerSecond * seconds, times.write),
    inSteps(readsPerSecond, readsPerSecond * seconds, times.read),
  ])
  return times.middle()
}

async function inSteps(perSecond, count, act) {
  const began = performance.now()
  const underWay = []
  for (let step = 0; step < count; step += 1) {
    await sleep(began + (step * 1000) / perSecond - performance.now())
    underWay.push(act(step))
  }
  await Promise.all(underWay)
}

function timesOf(api, organization) {
  const [writes, reads] = [[], []]
  async function timed(into, ...request) {
    const began = performance.now()
    await api.text(...request)
    into.push(performance.now() - began)
  }
  return {
    write: (number) => timed(writes, 'PUT', `${organization}/teams`, { title: `Team ${number}` }),
    read: () => timed(reads, 'GET', organization),
    middle: () => ({ read: middle(reads), write: middle(writes) }),
  }
}

function middle(times) {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
}

export function describeWebhooks({ perSecond, behind, alone, sending, paced }) {
  const times = (name, { alone, sending }) =>
    `${alone[name].toFixed(1)} ms alone, ${sending[name].toFixed(1)} ms while they are sent (${(sending[name] / alone[name]).toFixed(2)})`
  const fast = { alone, sending }
  return [
    '',
    'Webhooks',
    `  delivered   ${perSecond.toFixed(0)} a second, to ${WEBHOOKS} webhooks with ${WRITERS} who write (goal 200)`,
    `  the last    ${behind.toFixed(0)} ms after the last write, to one webhook`,
    `  ${WEBHOOKS * PACE.writesPerSecond} deliveries a second (goal 1.2)`,
    `    a read    ${times('read', paced)}`,
    `    a write   ${times('write', paced)}`,
    `  as many writes as can be, each delivered once`,
    `    a read    ${times('read', fast)}`,
    `    a write   ${times('write', fast)}`,
  ].join('\n')
}
