import type { ScriptLog } from './scripts.ts'

export type ScriptFailureKind =
  /** It did not answer in time, or not start in time. */
  | 'timeout'
  /** It took more memory than it may. */
  | 'memory'
  /** Its process ended under it: killed from outside, or for what another call of the same script did. */
  | 'crashed'
  /** It threw an error instead of answering. */
  | 'threw'
  /** Its answer is larger than what is accepted. */
  | 'too-large'
  /** It cannot be started: a syntax error, an import that does not exist, an error at the top level. */
  | 'invalid'
  /** Too many scripts run, and none of them ended in time. */
  | 'busy'
  /** It was stopped so often that it has to wait. */
  | 'held-back'
  /** Scripts cannot run on this machine. */
  | 'unavailable'
  /** The service is closing. */
  | 'closed'

/** No answer. The message is for the people who wrote the script. */
export class ScriptFailed extends Error {
  override readonly name = 'ScriptFailed'
  readonly kind: ScriptFailureKind
  /** What the script wrote until then, as far as it came through. */
  readonly logs: ScriptLog[]
  /** Of one that is held back: milliseconds until it may run again. */
  readonly retryAfter?: number

  constructor(kind: ScriptFailureKind, message: string, more: Partial<FailureDetails> = {}) {
    super(message, { cause: more.cause })
    this.kind = kind
    this.logs = more.logs ?? []
    this.retryAfter = more.retryAfter
  }
}

type FailureDetails = { logs: ScriptLog[]; retryAfter: number; cause: unknown }

export function inSeconds(milliseconds: number) {
  return `${Math.max(0.1, Math.ceil(milliseconds / 100) / 10)} s`
}

export function closing() {
  return new ScriptFailed('closed', 'The service is closing.')
}

export function withoutHandler() {
  const words = 'The script needs a default export with a function `fetch`, or a listener of `fetch` events.'
  return new ScriptFailed('invalid', words)
}
