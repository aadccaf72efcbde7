/** Everything that can be wrong with a request, as seen by the domain. Status codes are http/errors.ts's. */
export type ProblemKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'unfit'
  | 'too_large'
  | 'rate_limited'
  | 'unavailable'
  | 'full'

/** Facts a program can act on: which field, which pages, how long to wait. */
export type ProblemDetails = Record<string, unknown>

export class Problem extends Error {
  override readonly name = 'Problem'
  readonly kind: ProblemKind
  readonly details: ProblemDetails | undefined

  constructor(kind: ProblemKind, message: string, details?: ProblemDetails, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.details = details
  }
}

export function invalid(message: string, details?: ProblemDetails) {
  return new Problem('invalid', message, details)
}

export function unauthenticated(message: string) {
  return new Problem('unauthenticated', message)
}

export function forbidden(message: string, details?: ProblemDetails) {
  return new Problem('forbidden', message, details)
}

/** Also the answer where something exists that the caller may not know of. */
export function notFound(what: string) {
  return new Problem(
    'not_found',
    `${what.charAt(0).toUpperCase()}${what.slice(1)} not found, or you do not have access to it`,
  )
}

export function isNotFound(error: unknown) {
  return error instanceof Problem && error.kind === 'not_found'
}

export function conflict(message: string, details?: ProblemDetails) {
  return new Problem('conflict', message, details)
}

/** It exists and is accessible, but its state does not allow this. */
export function unfit(message: string, details?: ProblemDetails) {
  return new Problem('unfit', message, details)
}

export function unavailable(message: string, retryAfterSeconds: number, cause?: unknown) {
  return new Problem('unavailable', message, { retryAfter: retryAfterSeconds }, { cause })
}
