// The operations, asked with the session of this browser.
const PREFIX = '/o/v1'

/** An operation that did not do it. Status 0: nobody answered. */
export class Failure extends Error {
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** Longer than the longest page takes; a request that hangs says nothing of what became of it. */
const PATIENCE = 60_000

export async function ask<T>(method: string, path: string, body?: object, key?: string): Promise<T> {
  const response = await fetch(PREFIX + path, {
    method,
    headers: {
      'x-quire-console': 'editor',
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    signal: AbortSignal.timeout(PATIENCE),
    ...(body && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new Failure(0, String(error))
  })
  const answer = await response.json().catch(() => undefined)
  if (response.ok) {
    if (answer === undefined) throw new Failure(0, 'The answer was cut off')
    return answer
  }
  throw new Failure(response.status, answer?.error?.message ?? response.statusText, answer?.error?.details)
}
