import { type ExpressionToken, Unreadable } from './tokens.ts'

const END: ExpressionToken = { kind: 'end', source: '', value: '', position: 0 }

/** What people write who think of another language. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['=', '== (to compare)'],
  ['&', '&&'],
  ['|', '||'],
  ['“', 'straight quotes (") around a text'],
  ['”', 'straight quotes (") around a text'],
  ['‘', "straight quotes (') around a text"],
  ['’', "straight quotes (') around a text"],
  ['`', 'straight quotes (") around a text'],
])

/** The tokens of a text, read from the left, and what to say where they are not the ones that were expected. */
export class TokenReader {
  private readonly tokens: readonly ExpressionToken[]
  private next = 0

  constructor(tokens: readonly ExpressionToken[]) {
    this.tokens = tokens
  }

  protected get token(): ExpressionToken {
    return this.tokens[this.next] ?? END
  }

  protected get before(): ExpressionToken {
    return this.tokens[this.next - 1] ?? END
  }

  protected advance(): ExpressionToken {
    const { token } = this
    this.next += 1
    return token
  }

  protected isNext(...wanted: string[]): boolean {
    const { kind, value } = this.token
    return (kind === 'sign' || (kind === 'name' && value === 'in')) && wanted.includes(value)
  }

  protected take(wanted: string): boolean {
    const isThere = this.isNext(wanted)
    if (isThere) this.next += 1
    return isThere
  }

  protected need(wanted: string, more = ''): void {
    if (!this.take(wanted)) this.fail(`${wanted} ${more}`.trim())
  }

  protected fail(expected: string): never {
    const { kind, source, position } = this.token
    const found = kind === 'end' ? 'the end' : kind === 'text' ? source : `"${source}"`
    throw new Unreadable(position, found, HINTS.get(source) ?? expected)
  }

  /** A word that is no name of a value: `in`, or one that another language has for an operator. */
  protected isOperatorWord(): boolean {
    return this.token.value === 'in' || HINTS.has(this.token.value)
  }

  protected valueExpected(): string {
    const isAfterSign = this.next > 0 && (this.before.kind === 'sign' || this.before.value === 'in')
    return isAfterSign ? `a value after ${this.before.source}` : 'a value'
  }
}
