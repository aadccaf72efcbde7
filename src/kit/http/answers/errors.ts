import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { BlobFailure } from '../../../world/blobs/rules.ts'
import {
  conflict,
  Problem,
  type ProblemDetails,
  type ProblemKind,
  unavailable,
} from '../../domain/problems.ts'
import {
  isDatabaseGone,
  isDeadlock,
  isDiskFull,
  isMissingReference,
  isStalePlan,
  isTimeout,
  SchemaNewer,
} from '../../storage/database/failures.ts'
import { isScim, sendScimError } from './scim.ts'

/** The one table from what is wrong to how HTTP says it. */
const STATUS: Record<ProblemKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  unfit: 412,
  too_large: 413,
  rate_limited: 429,
  unavailable: 503,
  full: 507,
}

export type ErrorBody = {
  error: { code: number; message: string; requestId?: string; details?: ProblemDetails }
}

export function errorBody(
  code: number,
  message: string,
  requestId?: string,
  details?: ProblemDetails,
): ErrorBody {
  return { error: { code, message, requestId, details } }
}

/** Answers anything thrown during a request. Anything but a known problem is a bug: logged whole, answered as 500. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const { status, message, details } = translate(error)
  if (status === 500 || status === 507 || isStoreGone(error))
    request.log.error({ err: error, requestId: request.id }, 'request failed')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (typeof details?.retryAfter === 'number') reply.header('retry-after', details.retryAfter)
  if (isScim(request)) return sendScimError(reply, status, message, details)
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(status, message, request.id, details))
}

function translate(error: FastifyError | Error): {
  status: number
  message: string
  details?: ProblemDetails
} {
  if (error instanceof Problem) {
    return { status: STATUS[error.kind], message: error.message, details: error.details }
  }
  if (error instanceof SchemaNewer) return translate(unavailable(error.message, 2, error))
  if (isDatabaseGone(error))
    return translate(unavailable('The database does not answer; try again', 2, error))
  if (isDiskFull(error)) return translate(diskFull(error))
  if (isStoreGone(error)) return translate(unavailable('The file store does not answer; try again', 5, error))
  if (isMissingReference(error))
    return translate(conflict('Something the request refers to was just removed'))
  if (isStalePlan(error)) return translate(unavailable('The database was just updated; try again', 1, error))
  if (isDeadlock(error))
    return translate(unavailable('Too many concurrent changes to the same resource; try again', 1, error))
  if (isTimeout(error))
    return translate(unavailable('Other changes to the same resource take too long; try again', 2, error))
  if ('statusCode' in error && error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return { status: error.statusCode, message: FRAMEWORK[error.code] ?? error.message }
  }
  return { status: 500, message: 'Internal error; find the request id in the server log' }
}

function isStoreGone(error: Error) {
  return error instanceof BlobFailure && error.code === 'BLOB_STORE_ERROR'
}

/** Reads still work; the log has the cause. */
function diskFull(cause: unknown) {
  const message = 'The disk of the server is full: nothing was changed. Free some space, then try again'
  return new Problem('full', message, { retryAfter: 30 }, { cause })
}

// The framework's own refusals, in words that say what would be right.
const FRAMEWORK: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than 2 MB',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON: send Content-Type: application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the body does not match Content-Length',
  FST_ERR_MAX_PARAM_LENGTH: 'A path segment is too long',
  FST_ERR_BAD_URL: 'The path is not validly percent-encoded UTF-8',
}
