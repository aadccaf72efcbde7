import type { Operation } from './operation.ts'
import { scopeOf } from './scopes.ts'

/** The statuses with which an operation itself may refuse. All others are the kit's. */
export type OwnRefusal = 403 | 404 | 409 | 412 | 413 | 503

/** What an operation may answer where it does not do what was asked: what it says of itself, then what the kit adds. */
export function refusalsOf(operation: Operation): Map<number, string> {
  const told = new Map<number, string[]>()
  const tell = (status: number, reason: string) => told.set(status, [...(told.get(status) ?? []), reason])
  for (const [status, reason] of Object.entries(operation.refuses ?? {})) tell(Number(status), reason)
  for (const [status, reason] of refusalsOfKit(operation)) tell(status, reason)
  return new Map([...told].sort(([a], [b]) => a - b).map(([status, reasons]) => [status, reasons.join('. ')]))
}

function refusalsOfKit(operation: Operation) {
  const { on, needs, body, query, path, method, bodyLimit } = operation
  const reasons: [status: number, reason: string][] = []
  const isWrite = method !== 'GET'
  if (body || query || isWrite || path.includes('{'))
    reasons.push([400, 'The request is not valid; the message names the field'])
  reasons.push([401, on.isPublic ? 'The token is not valid' : 'The token is missing or not valid'])
  if (needs !== 'view' && needs !== 'ask') reasons.push([403, 'You do not have the permission'])
  if (!on.isPublic || scopeOf(operation))
    reasons.push([403, 'The token belongs to an integration without the required scope'])
  if (path.includes('{')) reasons.push([404, 'Not found, or you do not have access'])
  if (method === 'POST') reasons.push([409, 'The `Idempotency-Key` was used for another request'])
  if (isWrite) reasons.push([409, 'Something the request refers to was just removed'])
  if (body) reasons.push([413, `The body is larger than ${megabytes(bodyLimit)} MB`])
  if (isWrite) reasons.push([415, 'The body is not JSON'])
  reasons.push([429, 'Too many requests; `Retry-After` says when to try again'])
  reasons.push([503, 'Busy for a moment; `Retry-After` says when to try again'])
  if (isWrite) reasons.push([507, 'The disk of the server is full; nothing was changed'])
  return reasons
}

const MEGABYTE = 1024 * 1024
export const BODY_LIMIT = 2 * MEGABYTE

function megabytes(bytes = BODY_LIMIT) {
  return bytes / MEGABYTE
}
