import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { atEndOfFile } from '../../../../test/file-scope.ts'
import { endSlowBodies } from './slow-bodies.ts'

async function openPort() {
  const server = fastify()
  endSlowBodies(server, { graceSeconds: 1, bytesPerSecond: 100 })
  server.post('/', (request) => ({ received: JSON.stringify(request.body).length }))
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  atEndOfFile(() => server.close())
  return Number(new URL(address).port)
}

/** Sends a body of this many bytes, a few of them every tenth of a second, and reads what is answered. */
async function send(port: number, { bytes, step }: { bytes: number; step: number }) {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  let isOver = false
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('close', () => {
    isOver = true
  })
  socket.on('error', () => {})
  const body = JSON.stringify('x'.repeat(bytes - 2))
  socket.write(
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\nConnection: close\r\n\r\n`,
  )
  for (let sent = 0; sent < bytes && !isOver; sent += step) {
    socket.write(body.slice(sent, sent + step))
    await pause(100)
  }
  await expect.poll(() => isOver).toBe(true)
  return answer
}

it('ends requests whose body trickles in', async () => {
  const answer = await send(await openPort(), { bytes: 100_000, step: 5 })
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":408')
})

it('waits for a body that is long and keeps its pace', async () => {
  const answer = await send(await openPort(), { bytes: 12_000, step: 300 })
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toContain('"received":12000')
})
