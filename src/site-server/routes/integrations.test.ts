import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { answerError } from '../../kit/http/answers/errors.ts'
import { rateLimiter } from '../../kit/http/requests/rate-limit.ts'
import { systemClock } from '../../world/clock.ts'
import { serveIntegrations } from './integrations.ts'

const URL = '/integrations/counter/integration/hook'
let server = Fastify()

afterEach(() => server.close())

/** Scripts that answer when they are told to. */
function open(limit?: number) {
  server = Fastify()
  server.setErrorHandler(answerError)
  const waiting: (() => void)[] = []
  const response = () =>
    new Promise<{ status: number; headers: Headers; body: Uint8Array }>((resolve) => {
      waiting.push(() => resolve({ status: 200, headers: new Headers(), body: Buffer.from('here') }))
    })
  serveIntegrations(server, {
    door: { spend: limit === undefined ? undefined : rateLimiter(limit, systemClock).spend },
    answer: response,
    siteScript: response,
    signIn: response,
    picture: async () => undefined,
  })
  const ask = (remoteAddress: string, url = URL) => server.inject({ method: 'GET', url, remoteAddress })
  return { ask, waiting, answerAll: () => waiting.splice(0).forEach((answer) => void answer()) }
}

describe('public addresses of scripts', () => {
  it('run so many calls of one address at once, and refuse the others before anything is started', async () => {
    const { ask, waiting, answerAll } = open()
    const paths = [URL, '/integrations/counter/scripts/i/s.js', '/integrations/counter/sign-in/s']
    const first = Array.from({ length: 10 }, (_, at) => ask('192.0.2.1', paths[at % 3]))
    await expect.poll(() => waiting.length).toBe(10)
    for (const url of paths) {
      const refused = await ask('192.0.2.1', url)
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    }
    expect(waiting).toHaveLength(10)
    // Nobody else suffers.
    const other = ask('192.0.2.2')
    await expect.poll(() => waiting.length).toBe(11)
    answerAll()
    expect((await other).statusCode).toBe(200)
    expect((await Promise.all(first)).map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
    const again = ask('192.0.2.1')
    await expect.poll(() => waiting.length).toBe(1)
    answerAll()
    expect((await again).statusCode).toBe(200)
  })

  it('are limited by address before a byte of the body is read', async () => {
    const { ask, waiting, answerAll } = open(1)
    const good = ask('192.0.2.1')
    await expect.poll(() => waiting.length).toBe(1)
    answerAll()
    expect((await good).statusCode).toBe(200)
    // Larger than what is accepted, which whoever reads it finds out.
    const refused = await server.inject({
      method: 'POST',
      url: URL,
      remoteAddress: '192.0.2.1',
      headers: { 'content-type': 'text/plain' },
      payload: 'x'.repeat(6 * 1024 * 1024),
    })
    expect(refused.statusCode).toBe(429)
  })
})
