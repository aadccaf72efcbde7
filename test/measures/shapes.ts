import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../src/kit/http/operations/operation.ts'
import { refusalsOf } from '../../src/kit/http/operations/refusals.ts'
import { bodyValidator, type Validator } from '../../src/kit/http/operations/validate.ts'
import { operationOf } from '../../src/kit/http/server.ts'

/**
 * Checks every answer of every test against the shape its operation declares, so that code and document can not
 * drift apart. A mismatch turns the answer into a 500 that names the field.
 */
export function watchShapes(app: FastifyInstance) {
  const validators = new Map<string, Validator>()
  app.addHook('onSend', async (request, reply, payload) => {
    const operation = operationOf(request)
    const isPacked = reply.hasHeader('content-encoding')
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? String(payload) : ''
    // At the host name of a site, every path is the site's.
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (isPacked || isPage || !operation || text === '' || request.method === 'HEAD') return payload
    const problem = reply.statusCode >= 400 ? checkError(text, reply.statusCode, operation) : check()
    if (!problem) return payload
    reply.code(500).removeHeader('etag')
    return JSON.stringify({ error: { code: 500, message: `${operation.id}: ${problem}` } })

    function check() {
      if (!operation?.returns || reply.statusCode !== operation.status) return
      const validator = validators.get(operation.id) ?? bodyValidator(operation.returns)
      validators.set(operation.id, validator)
      try {
        validator(JSON.parse(text))
      } catch (error) {
        return error instanceof Error ? error.message : 'does not have the declared shape'
      }
    }
  })
}

function checkError(payload: string, status: number, operation: Operation) {
  const error = operation.dialect === 'scim' ? scimError(payload) : JSON.parse(payload).error
  if (error?.code !== status || typeof error.message !== 'string')
    return `an error of the wrong form: ${payload}`
  if (/\bat .*\.(ts|js):\d+/.test(payload)) return `an error with a stack trace: ${payload}`
  if (status !== 500 && !isDeclared(status, error.message, operation))
    return `does not declare that it may refuse with ${status}: ${payload}`
}

function scimError(payload: string) {
  const { schemas, status, detail } = JSON.parse(payload)
  if (schemas?.join() === 'urn:ietf:params:scim:api:messages:2.0:Error')
    return { code: Number(status), message: detail }
}

/** The kit's own reasons for a conflict must not hide that an operation does not tell of its. */
const CONFLICTS_OF_KIT = /Idempotency-Key|was just removed/

function isDeclared(status: number, message: string, operation: Operation) {
  if (status === 409 && !CONFLICTS_OF_KIT.test(message)) return operation.refuses?.[409] !== undefined
  return refusalsOf(operation).has(status)
}
