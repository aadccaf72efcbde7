/** A value that is JSON text already. An operation whose answer is verbatim may answer with it in place of the value. */
export class JsonText<Value> {
  readonly text: string
  /** How long the client may cache it, if not the default. */
  readonly maxAge?: number
  /** The type of the value; only the compiler looks at it. */
  declare readonly value: Value

  constructor(text: string, { maxAge }: { maxAge?: number } = {}) {
    this.text = text
    this.maxAge = maxAge
  }
}

/**
 * The same as bytes, for answers of megabytes to a GET: to make a text of them, and bytes of that again, would keep
 * others waiting.
 */
export class JsonBytes<Value> {
  readonly bytes: Uint8Array
  /** Another one where the bytes are others. */
  readonly hash: string
  /** The type of the value; only the compiler looks at it. */
  declare readonly value: Value

  constructor(bytes: Uint8Array, hash: string) {
    this.bytes = bytes
    this.hash = hash
  }
}
