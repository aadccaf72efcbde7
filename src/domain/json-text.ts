/** A value that is JSON text already. An operation whose answer is verbatim may answer with it in place of the value. */
export class JsonText<Value> {
  readonly text: string
  /** How long whoever asked may keep it, where that is not what it is elsewhere. */
  readonly maxAge?: number
  /** What the text stands for; only the compiler looks at it. */
  declare readonly value: Value

  constructor(text: string, { maxAge }: { maxAge?: number } = {}) {
    this.text = text
    this.maxAge = maxAge
  }
}
