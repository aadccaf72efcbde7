import fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { whileListening } from './lazily.ts'

it('what is made while the server listens is made to the end, in the order given', async () => {
  const made: number[] = []
  const server = fastify()
  const all = new Promise<void>((resolve) => {
    whileListening(server, [() => made.push(1), () => made.push(2), () => resolve()], 0)
  })
  await server.ready()
  expect(made).toEqual([])
  await server.listen({ host: '127.0.0.1', port: 0 })
  await all
  expect(made).toEqual([1, 2])
  await server.close()
})

it('a server that closes makes nothing more', async () => {
  let made = 0
  const server = fastify()
  const closed = new Promise<void>((resolve) => {
    const close = () => void server.close().then(resolve)
    const slowly = () => {
      made++
      const end = performance.now() + 10
      while (performance.now() < end);
    }
    whileListening(server, [close, ...Array.from({ length: 50 }, () => slowly)], 0)
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  await closed
  const atClose = made
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(made).toBe(atClose)
  expect(made).toBeLessThan(50)
})

it('a server that is still new leaves its first requests alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let made = 0
  const server = fastify()
  whileListening(server, [() => made++])
  await server.listen({ host: '127.0.0.1', port: 0 })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(made).toBe(0)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(made).toBe(1)
  await server.close()
})
