import fastify from 'fastify'
import { expect, it } from 'vitest'
import { whileListening } from './lazily.ts'

it('what is made while the server listens is made to the end, in the order given', async () => {
  const made: number[] = []
  const server = fastify()
  const all = new Promise<void>((resolve) => {
    whileListening(server, [() => made.push(1), () => made.push(2), () => resolve()])
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
    whileListening(server, [close, ...Array.from({ length: 50 }, () => slowly)])
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  await closed
  const atClose = made
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(made).toBe(atClose)
  expect(made).toBeLessThan(50)
})
