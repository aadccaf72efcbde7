import type { FastifyInstance } from 'fastify'
import { errorBody } from '../answers/errors.ts'
import type { Method, Operation } from './operation.ts'
import { routeOf } from './paths.ts'

const METHODS: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Where a path exists, another method is not "not found": the answer says which ones there are. */
export function refuseOtherMethods(server: FastifyInstance, operations: Operation[]) {
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const methods = operations.filter((operation) => operation.path === path).map(({ method }) => method)
    const allow = methods.includes('GET') ? ['HEAD', ...methods] : methods
    server.route({
      method: [
        ...METHODS.filter((method) => !methods.includes(method)),
        ...(methods.includes('GET') ? [] : ['HEAD']),
      ],
      url: routeOf(path),
      handler: (request, reply) =>
        reply
          .code(405)
          .header('allow', allow.join(', '))
          .send(
            errorBody(405, `${request.method} is not possible here; try ${allow.join(', ')}`, request.id),
          ),
    })
  }
}
