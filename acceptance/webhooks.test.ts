// A server that is killed again and again while events are sent and jobs run: each event arrives in the end, and each job
// comes to its end.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { type Api, makePlace, until } from './server.ts'

/** `npm run fuzz` makes fifty of them, or as many as a busy machine does in a quarter of an hour. */
const ROUNDS = Number(process.env.QUIRE_TEST_DRAWS ?? 1) > 1 ? 50 : 2
const LONGEST = 15 * 60_000
const WRITES = 12

const undoing: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const undo of undoing.reverse()) await undo()
})

type Received = { id: string; type: string; teamId: string }

/** Takes most of what it gets, after a moment, and refuses the rest. */
async function openReceiver() {
  const received: Received[] = []
  let requests = 0
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests += 1
    if (requests % 5 === 0) return response.writeHead(500).end()
    const { type, payload } = JSON.parse(body)
    received.push({ id: String(request.headers['webhook-id']), type, teamId: payload.teamId })
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  undoing.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}

function describeApi(round: number) {
  const operation = { responses: { 200: { description: `Of round ${round}` } } }
  const paths = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [`/path-${at}`, { get: operation }]),
  )
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Lighthouse', version: '1' }, paths })
}

/** Each of those that were lost has a process of its own. */
async function allJobsEnd(api: Api, url: string, rounds: number) {
  await expect
    .poll(
      async () => {
        const { items } = (await api('GET', `${url}/openapi?limit=100`)).body
        return items.filter((spec: { processingState: string }) => spec.processingState === 'complete').length
      },
      { timeout: 10 * 60_000, interval: 1_000 },
    )
    .toBe(rounds)
}

describe('a server that is killed', () => {
  it('delivers every event at least once, those of a resource in their order, and loses no job', async () => {
    const { start, connect, remove } = await makePlace({ QUIRE_ALLOW_PRIVATE_NETWORK: 'on' })
    undoing.push(remove)
    const database = await connect()
    undoing.push(() => database.end())
    const receiver = await openReceiver()
    let server = await start()
    undoing.push(async () => {
      server.signal('SIGTERM')
      await server.ended
    })
    const first = server.api
    const { body: organization } = await first('POST', '/v1/orgs', { title: 'Killed' })
    const url = `/v1/orgs/${organization.id}`
    await first('POST', `${url}/webhooks`, { url: receiver.url, events: ['team.*'] })
    const end = performance.now() + LONGEST
    let round = 0
    for (; round < ROUNDS && performance.now() < end; round += 1) {
      const { api } = server
      const before = receiver.received.length
      await api('PUT', `${url}/openapi/spec-${round}`, { source: { text: describeApi(round) } })
      const writing = Promise.allSettled(
        Array.from({ length: WRITES }, async (_, at) => {
          const made = await api('PUT', `${url}/teams`, { title: `Team ${round} ${at}` })
          await api('PATCH', `${url}/teams/${made.body.id}`, { title: `Renamed ${round} ${at}` })
        }),
      )
      // In the middle of it.
      await until(async () => receiver.received.length > before)
      server.signal('SIGKILL')
      await server.ended
      await writing
      // What it had claimed nobody else takes for some seconds. The last time they are waited for.
      if (round < ROUNDS - 1) await database.query('update webhooks set claimed_until = null')
      server = await start()
    }
    const { rows } = await database.query(
      `select id from events where type like 'team.%' and organization_id = $1 order by position`,
      [organization.id],
    )
    expect(rows.length).toBeGreaterThan(round)
    await until(async () => {
      // What was refused is due at some time: not a minute from now, which nobody here waits for.
      await database.query(`update webhook_deliveries set next_attempt_at = now() where status = 'waiting'`)
      await database.query('update webhooks set due_at = now() where due_at > now()')
      const arrived = new Set(receiver.received.map(({ id }) => id))
      return rows.every(({ id }) => arrived.has(id))
    })
    // The first time that each arrived.
    const firsts = receiver.received.filter(
      ({ id }, at) => receiver.received.findIndex((other) => other.id === id) === at,
    )
    const changed = firsts.filter(({ type }) => type === 'team.changed')
    expect(changed.length).toBeGreaterThan(0)
    for (const { teamId, id } of changed) {
      const of = firsts.filter((event) => event.teamId === teamId)
      expect(of.map(({ type }) => type)).toEqual(['team.created', 'team.changed'])
      expect(of.at(-1)?.id).toBe(id)
    }
    await allJobsEnd(server.api, url, round)
    if (ROUNDS > 2) console.info(`The server was killed ${round} times`)
  })
})
