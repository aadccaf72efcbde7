import type { FastifyInstance } from 'fastify'

/** The CORS headers of every answer. There are no cookies: a token works from any origin. */
export const OPEN_TO_ALL = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
} as const

/** Answers what browsers ask before a request that is not simple. */
export function answerPreflights(server: FastifyInstance) {
  server.options('*', (request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': '86400',
        vary: 'access-control-request-headers',
      })
      .send(),
  )
}
