import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden } from '../domain/problems.ts'
import { errorBody } from './answers/errors.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'
import { admit, callerOf, type Door } from './requests/auth.ts'

export type OperatingOptions = {
  metrics: Metrics
  door: Door
  readiness: Readiness
}

/** Endpoints for the operator of the service: health, readiness, metrics. */
export function mountOperating(server: FastifyInstance, { metrics, door, readiness }: OperatingOptions) {
  server.get('/healthz', () => ({ status: 'ok' }))

  server.get('/readyz', async (request, reply) => {
    const hindrance = await readiness.hindrance()
    if (!hindrance) {
      const warnings = await readiness.warnings()
      return { status: 'ready', ...(warnings.length > 0 && { warnings }) }
    }
    reply.code(503).header('retry-after', 2)
    return errorBody(503, hindrance, request.id)
  })
  server.addHook('onError', (_request, _reply, error, done) => {
    readiness.noteFailure(error)
    done()
  })

  server.get('/metrics', async (request, reply) => {
    if (!isNeighbour(request)) await requireAdministrator(request, reply, door)
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

// A scraper beside the server needs nothing. From elsewhere, or through a proxy, which also comes from beside the
// server, it needs the token of an administrator: the numbers tell what is used and when.
function isNeighbour({ socket, headers }: FastifyRequest) {
  const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
  return isLocal && !headers['x-forwarded-for'] && !headers.forwarded
}

async function requireAdministrator(request: FastifyRequest, reply: FastifyReply, door: Door) {
  await admit(request, reply, door, false)
  if (!callerOf(request).actor.isAdministrator) throw forbidden('Metrics are for administrators')
}
