// Rison: JSON as it fits into an address, without letters that would have to be encoded. As (isBeta:!t,plan:pro).

const DEEPEST = 32
/** A name or a plain text ends before one of these. */
const WORD = /[^\s'!:(),*@$]+/y
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?$/

/** Undefined for what is not Rison. */
export function readRison(text: string): unknown {
  const reader = new Reader(text)
  const value = reader.value(0)
  return reader.isAtEnd() ? value : undefined
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd() {
    return this.#at === this.#text.length
  }

  /** Undefined where there is none; what comes behind is then not looked at. */
  value(depth: number): unknown {
    if (depth > DEEPEST) return this.#fail()
    if (this.#takes('(')) return this.#object(depth)
    if (this.#takes("'")) return this.#quoted()
    if (this.#takes('!(')) return this.#list(depth)
    for (const [mark, value] of [
      ['!t', true],
      ['!f', false],
      ['!n', null],
    ] as const)
      if (this.#takes(mark)) return value
    const word = this.#word()
    return word !== undefined && NUMBER.test(word) ? Number(word) : word
  }

  #takes(mark: string) {
    if (!this.#text.startsWith(mark, this.#at)) return false
    this.#at += mark.length
    return true
  }

  /** Behind the end nothing fits, so everything around fails too. */
  #fail() {
    this.#at = Number.POSITIVE_INFINITY
    return undefined
  }

  #word() {
    WORD.lastIndex = this.#at
    const [word] = WORD.exec(this.#text) ?? []
    if (word === undefined) return this.#fail()
    this.#at += word.length
    return word
  }

  #quoted() {
    let value = ''
    while (this.#at < this.#text.length) {
      if (this.#takes("'")) return value
      if (this.#takes('!') && !/^['!]/.test(this.#text.slice(this.#at, this.#at + 1))) break
      value += this.#text[this.#at]
      this.#at += 1
    }
    return this.#fail()
  }

  #list(depth: number) {
    const items: unknown[] = []
    if (this.#takes(')')) return items
    for (;;) {
      items.push(this.value(depth + 1))
      if (this.#takes(')')) return items
      if (!this.#takes(',')) return this.#fail()
    }
  }

  #object(depth: number) {
    const entries: [string, unknown][] = []
    if (this.#takes(')')) return {}
    for (;;) {
      const name = this.#takes("'") ? this.#quoted() : this.#word()
      if (name === undefined || !this.#takes(':')) return this.#fail()
      entries.push([name, this.value(depth + 1)])
      if (this.#takes(')')) return Object.fromEntries(entries)
      if (!this.#takes(',')) return this.#fail()
    }
  }
}
