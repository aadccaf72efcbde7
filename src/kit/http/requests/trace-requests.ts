// Loaded where tracing is on.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../../../world/tracing/tracing.ts'
import type { Operation } from '../operations/operation.ts'

type TracedRequest = FastifyRequest & { span?: Span | null; operation?: Operation | null }

/** Every request is a span. Its path is not told: the names of pages and the keys of links stand there. */
export function traceRequests(server: FastifyInstance, tracing: Tracing) {
  server.addHook('onRequest', (request: TracedRequest, _reply, done) => {
    const { method, routeOptions, id, headers } = request
    const route = routeOptions.url ?? 'none'
    const { traceparent: parent } = headers
    request.span = tracing.begin(`${method} ${route}`, 'server', {
      attributes: { 'http.request.method': method, 'http.route': route, 'quire.request_id': id },
      ...(typeof parent === 'string' && { parent }),
    })
    done()
  })
  server.addHook('onResponse', (request: TracedRequest, reply, done) => {
    const { statusCode } = reply
    const operation = request.operation?.id
    request.span?.end(
      { 'http.response.status_code': statusCode, ...(operation && { 'quire.operation': operation }) },
      statusCode >= 500 ? String(statusCode) : undefined,
    )
    done()
  })
}
