// Bodies that trickle in hold a connection and memory for as long as they like: they must keep up a pace.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { endBrokenRequest } from './broken-request.ts'

export type Pace = {
  /** Seconds in which a body may be as slow as it likes. */
  graceSeconds: number
  /** Bytes it must have brought for each second after that, on average. */
  bytesPerSecond: number
}

/** Slower than the slowest lines that people upload files over. */
const PACE: Pace = { graceSeconds: 20, bytesPerSecond: 16 * 1024 }

type Body = { request: IncomingMessage; bytesBefore: number; seconds: number }

export function endSlowBodies(server: FastifyInstance, { graceSeconds, bytesPerSecond }: Pace = PACE) {
  const arriving = new Set<Body>()

  server.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (hasBody(raw)) arriving.add({ request: raw, bytesBefore: raw.socket.bytesRead, seconds: 0 })
    done()
  })
  const timer = setInterval(() => {
    for (const body of arriving) {
      if (body.request.complete || body.request.destroyed) arriving.delete(body)
      else if (isSlow(body)) end(body)
    }
  }, 1_000)
  timer.unref()
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer)
    done()
  })

  /** Only seconds count in which somebody here waited for the body: often it waits for us. */
  function isSlow(body: Body) {
    if (body.request.readableFlowing !== true) return false
    body.seconds += 1
    const received = body.request.socket.bytesRead - body.bytesBefore
    return received < (body.seconds - graceSeconds) * bytesPerSecond
  }

  function end(body: Body) {
    arriving.delete(body)
    endBrokenRequest('ERR_HTTP_REQUEST_TIMEOUT', body.request.socket)
  }
}

function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
