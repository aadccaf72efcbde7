// Jobs of a process that was killed, taken up by another one.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlace, until } from '../server.ts'

const API = JSON.stringify({ openapi: '3.1.0', info: { title: 'Lighthouse', version: '1' }, paths: {} })

const undoing: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const undo of undoing.reverse()) await undo()
})

/** Leaves the first who ask for something without an answer, as many as the address says. */
async function openSource() {
  const requests: string[] = []
  let waiting = 0
  const server = createServer(({ url = '' }, response) => {
    requests.push(url)
    waiting += 1
    response.on('close', () => {
      waiting -= 1
    })
    const count = requests.filter((other) => other === url).length
    if (count > Number(url.at(-1))) response.setHeader('content-type', 'application/json').end(API)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  undoing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, waiting: () => waiting }
}

type Started = Awaited<ReturnType<Awaited<ReturnType<typeof openServers>>>>

async function openServers() {
  const place = await makePlace({ QUIRE_ALLOW_PRIVATE_NETWORK: 'on' })
  undoing.push(() => place.remove())
  return async () => {
    const server = await place.start()
    undoing.push(async () => {
      server.signal('SIGTERM')
      await server.ended
    })
    return server
  }
}

/** A source of specifications, and servers that fetch from it. */
async function openFetching() {
  const source = await openSource()
  const start = await openServers()
  const first = await start()
  const { body: organization } = await first.api('POST', '/v1/orgs', { title: 'Killed' })
  const url = `/v1/orgs/${organization.id}/openapi`
  return {
    source,
    start,
    first,
    /** Until a server waits for the answer of the source. */
    async begin({ api }: Started, spec: string) {
      await api('PUT', `${url}/${spec}`, { source: { url: `${source.url}/${spec}` } })
      await until(async () => source.waiting() === 1)
    },
    async kill({ signal, ended }: Started) {
      signal('SIGKILL')
      await ended
      // Also by the process that it had for a job that may have ended the one before.
      await until(async () => source.waiting() === 0)
    },
    /** It would take an hour if nobody knew that the process is gone. */
    isDone: ({ api }: Started, spec: string) =>
      until(async () => (await api('GET', `${url}/${spec}`)).body.processingState === 'complete'),
  }
}

describe('a job whose process is killed', () => {
  it('is soon done by a server that starts', async () => {
    const { source, start, first, begin, kill, isDone } = await openFetching()
    await begin(first, 'once-1')
    await kill(first)
    await isDone(await start(), 'once-1')
    expect(source.requests).toEqual(['/once-1', '/once-1'])
  })

  it('is soon done by a server that runs beside it, and is done where that is killed too', async () => {
    const { source, start, first, begin, kill, isDone } = await openFetching()
    await begin(first, 'twice-2')
    const second = await start()
    await kill(first)
    await until(async () => source.waiting() === 1)
    await kill(second)
    await isDone(await start(), 'twice-2')
    expect(source.requests).toEqual(['/twice-2', '/twice-2', '/twice-2'])
  })
})
