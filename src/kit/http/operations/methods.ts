import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorBody } from '../answers/errors.ts'
import { lazily } from '../answers/lazily.ts'
import type { Operation } from './operation.ts'
import { routeOf } from './paths.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Where a path exists, another method is not "not found": the answer says which ones there are. Found out when the
 * router has found nothing: routes for all of these would be three times those of the operations, at every start.
 */
export function openMethodRefusal(operations: Operation[]) {
  const places = lazily(() => placesOf(operations))
  return ({ method, url, id }: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = url.split('?', 1)
    const allowed = METHODS.has(method) && places().find(({ pattern }) => pattern.test(path))?.methods
    if (!allowed || allowed.includes(method)) return
    const allow = allowed.join(', ')
    return reply
      .code(405)
      .header('allow', allow)
      .send(errorBody(405, `${method} is not supported here; use ${allow}`, id))
  }
}

function placesOf(operations: Operation[]) {
  const methods = new Map<string, string[]>()
  for (const { path, method } of operations) methods.set(path, [...(methods.get(path) ?? []), method])
  return [...methods].map(([path, own]) => ({
    pattern: patternOf(path),
    methods: own.includes('GET') ? ['HEAD', ...own] : own,
  }))
}

function patternOf(path: string) {
  const route = routeOf(path).replaceAll('.', '\\.').replace('*', '.*').replaceAll(/:\w+/g, '[^/]+')
  return new RegExp(`^${route}/?$`)
}
