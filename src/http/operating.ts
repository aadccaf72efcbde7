import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Identify } from './auth.ts'
import { errorBody } from './errors.ts'
import type { Metrics } from './metrics.ts'

export type OperatingOptions = {
  metrics: Metrics
  identify: Identify
  /** Throws when the service can not do its work. */
  checkReady: () => Promise<void>
}

/** What whoever runs the service asks it. */
export function mountOperating(server: FastifyInstance, { metrics, identify, checkReady }: OperatingOptions) {
  server.get('/healthz', () => ({ status: 'ok' }))

  server.get('/readyz', async (request, reply) => {
    try {
      await checkReady()
      return { status: 'ready' }
    } catch {
      reply.code(503).header('retry-after', 2)
      return errorBody(503, 'The database does not answer', request.id)
    }
  })

  server.get('/metrics', async (request, reply) => {
    if (!(await mayReadMetrics(request, identify))) return refuse(request, reply)
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

// A scraper beside the server needs nothing. From elsewhere, or through a proxy, which also comes from beside the
// server, it needs the token of an administrator: the numbers tell what is used and when.
async function mayReadMetrics(request: FastifyRequest, identify: Identify) {
  const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
  if (isLocal && !request.headers['x-forwarded-for'] && !request.headers.forwarded) return true
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const actor = token ? await identify(token) : undefined
  return actor?.isAdministrator === true
}

function refuse(request: FastifyRequest, reply: FastifyReply) {
  reply.code(401).header('www-authenticate', 'Bearer')
  return errorBody(401, 'From outside this machine, metrics need the token of an administrator', request.id)
}
