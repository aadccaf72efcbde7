import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { memoryBlobs } from '../../../world/blobs/memory.ts'
import { answerError } from './errors.ts'
import { type ServedPdf, servePdfs } from './pdfs.ts'

const URL = '/pdf/space/key/Guide.pdf?expires=1&signature=s'
let server = Fastify()

afterEach(() => server.close())

async function open(states: (ServedPdf | undefined)[], patience?: number) {
  server = Fastify()
  server.setErrorHandler(answerError)
  const blobs = memoryBlobs()
  await blobs.put(Buffer.from('%PDF'))
  let looks = 0
  servePdfs(server, {
    blobs,
    patience,
    find: async () => states[Math.min(looks++, states.length - 1)],
  })
  return { looks: () => looks, hash: await blobs.put(Buffer.from('%PDF')) }
}

const WAITING = { blob: null, failure: null }

describe('the address of a PDF', () => {
  it('waits while it is being made', async () => {
    const states: ServedPdf[] = [WAITING, WAITING]
    const { hash, looks } = await open(states)
    states.push({ blob: hash, failure: null })
    const answer = await server.inject({ url: URL })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('%PDF')
    expect(looks()).toBe(3)
  })

  it('does not wait for ever, and does not look all the time', async () => {
    const { looks } = await open([WAITING], 400)
    const answer = await server.inject({ url: URL })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('10')
    expect(answer.json().error.message).toMatch(/not ready yet/)
    expect(looks()).toBeLessThan(6)
  })

  it('tells a failure, and that there is nothing', async () => {
    await open([WAITING, { blob: null, failure: 'Too much for one PDF' }])
    const failed = await server.inject({ url: URL })
    expect(failed.statusCode).toBe(500)
    expect(failed.json().error.message).toBe('Too much for one PDF')
    await server.close()
    await open([WAITING, undefined])
    expect((await server.inject({ url: URL })).statusCode).toBe(404)
  })
})
