/** What cannot be taken, and why: told to whoever asked, in words they can act on. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind
  readonly details: Record<string, unknown>

  constructor(kind: RefusalKind, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.kind = kind
    this.details = details
  }
}

/** Not what was announced, or more than is accepted. */
export type RefusalKind = 'invalid' | 'too_large'
