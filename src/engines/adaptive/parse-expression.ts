// The language of conditions, a small part of JavaScript's expressions: `visitor.claims.plan == "pro" && !page.vars.old`.
// From the loosest to the tightest: ? :, then ?? and ||, &&, == and the like, < and the like and in, +, !, and . [] ().
import type { AccessStep, Chaining, Comparison, Expression, Literal, ParsedExpression } from './expression.ts'
import { FUNCTION_NAMES, functionCalled, isFunction } from './functions.ts'
import { TokenReader } from './token-reader.ts'
import { type ExpressionToken, tokensOf, Unreadable } from './tokens.ts'

/** What the API accepts of a condition. */
export const CONDITION_LENGTH = 1024
const MAX_LENGTH = 4096
const MAX_DEPTH = 32
const MAX_NODES = 1000

const LITERALS: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

const EQUALITY = ['==', '!=', '===', '!=='] as const
const ORDER = ['<', '<=', '>', '>=', 'in'] as const

export function parseExpression(text: string): ParsedExpression {
  try {
    if (text.length > MAX_LENGTH) {
      throw new Unreadable(MAX_LENGTH, `${text.length} characters`, `at most ${MAX_LENGTH} characters`)
    }
    return { kind: 'tree', tree: new Parser(tokensOf(text)).whole() }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const { position, found, expected } = error
    const message = `Condition, character ${position + 1}: expected ${expected}, found ${found}`
    return { kind: 'error', error: { position, found, expected, message } }
  }
}

class Parser extends TokenReader {
  private depth = 0
  private nodes = 0

  whole(): Expression {
    const tree = this.choice()
    if (this.token.kind !== 'end') this.fail('an operator such as && or == or the end')
    return tree
  }

  private choice(): Expression {
    const first = this.alternatives()
    if (!this.take('?')) return first
    const branches = []
    let when = first
    do {
      const value = this.nested(() => this.choice())
      this.need(':', 'and the value for the other case')
      branches.push({ when, value })
      when = this.alternatives()
    } while (this.take('?'))
    return this.node({ kind: 'choice', branches, otherwise: when })
  }

  private alternatives(): Expression {
    const first = this.equality()
    const tree = this.isNext('??')
      ? this.chain('??', first, () => this.equality())
      : this.chain('||', this.conjunction(first), () => this.conjunction(this.equality()))
    // As in JavaScript: which of them binds tighter is what nobody remembers.
    if (this.isNext('??', '||', '&&')) this.fail('parentheses where ?? is combined with && or ||')
    return tree
  }

  private conjunction(first: Expression): Expression {
    return this.chain('&&', first, () => this.equality())
  }

  private chain(operator: Chaining, first: Expression, operand: () => Expression): Expression {
    if (!this.isNext(operator)) return first
    const items = [first]
    while (this.take(operator)) items.push(operand())
    return this.node({ kind: 'chain', operator, items })
  }

  private equality(): Expression {
    return this.comparison(EQUALITY, () => this.comparison(ORDER, () => this.sum()))
  }

  private comparison(operators: readonly Comparison[], operand: () => Expression): Expression {
    const left = operand()
    const operator = operators.find((one) => this.isNext(one))
    if (!operator) return left
    this.advance()
    const right = operand()
    // `1 < x < 3` would compare a boolean with 3.
    if (this.isNext(...operators)) this.fail('&& between two comparisons, or parentheses around one')
    return this.node({ kind: 'compare', operator, left, right })
  }

  private sum(): Expression {
    const first = this.negation()
    if (!this.isNext('+')) return first
    const items = [first]
    while (this.take('+')) items.push(this.negation())
    return this.node({ kind: 'sum', items })
  }

  private negation(): Expression {
    if (!this.take('!')) return this.path()
    return this.node({ kind: 'not', of: this.nested(() => this.negation()) })
  }

  private path(): Expression {
    const from = this.value()
    const steps: AccessStep[] = []
    for (let step = this.step(); step; step = this.step()) steps.push(step)
    return steps.length === 0 ? from : this.node({ kind: 'path', from, steps })
  }

  private step(): AccessStep | undefined {
    const isOptional = this.take('?.')
    if (this.take('[')) return this.index()
    if (!isOptional && !this.take('.')) {
      if (this.isNext('('))
        this.fail('an operator; functions are called on a value, as in visitor.claims.tags.includes("a")')
      return undefined
    }
    const name = this.token
    if (name.kind !== 'name') this.fail(`a name after ${this.before.source}`)
    this.advance()
    this.count()
    return this.isNext('(') ? this.call(name) : { kind: 'key', key: name.value }
  }

  private index(): AccessStep {
    const { token } = this
    const isText = token.kind === 'text'
    if (!isText && !(token.kind === 'number' && /^\d+$/.test(token.source))) {
      this.fail('a text in quotes or a whole number after [')
    }
    this.advance()
    this.count()
    this.need(']')
    return { kind: 'key', key: isText ? token.value : this.numberIn(token) }
  }

  private call(name: ExpressionToken): AccessStep {
    if (!isFunction(name.value)) {
      const expected = `one of the functions ${FUNCTION_NAMES.join(', ')}`
      throw new Unreadable(name.position, `"${name.value}"`, expected)
    }
    const { least, most } = functionCalled(name.value)
    this.advance()
    const args = this.listUntil(')')
    if (args.length < least || args.length > most) {
      const wanted = least === most ? most : `${least} to ${most}`
      const expected = `${wanted} ${most === 1 ? 'value' : 'values'} in ${name.value}(…)`
      throw new Unreadable(name.position, String(args.length), expected)
    }
    return { kind: 'call', name: name.value, args }
  }

  private value(): Expression {
    const { token } = this
    if (this.take('(')) {
      const inside = this.nested(() => this.choice())
      this.need(')')
      return inside
    }
    if (this.take('[')) return this.node({ kind: 'list', items: this.listUntil(']') })
    if (this.take('-')) {
      if (this.token.kind !== 'number') this.fail('a number after -')
      // Not negated, so that -0 is 0.
      return this.literal(0 - this.numberIn(this.advance()))
    }
    if (token.kind === 'text') return this.literal(this.advance().value)
    if (token.kind === 'number') return this.literal(this.numberIn(this.advance()))
    if (token.kind !== 'name' || this.isOperatorWord()) this.fail(this.valueExpected())
    this.advance()
    if (LITERALS.has(token.value)) return this.literal(LITERALS.get(token.value))
    return this.node({ kind: 'name', name: token.value })
  }

  private literal(value: Literal): Expression {
    return this.node({ kind: 'literal', value })
  }

  private listUntil(end: string): Expression[] {
    const items: Expression[] = []
    if (this.take(end)) return items
    do items.push(this.nested(() => this.choice()))
    while (this.take(','))
    this.need(end, 'or a comma')
    return items
  }

  private nested(read: () => Expression): Expression {
    if (this.depth >= MAX_DEPTH) this.fail(`at most ${MAX_DEPTH} levels of parentheses, lists and !`)
    this.depth += 1
    const tree = read()
    this.depth -= 1
    return tree
  }

  private node(node: Expression): Expression {
    this.count()
    return node
  }

  private count(): void {
    this.nodes += 1
    if (this.nodes > MAX_NODES) this.fail(`at most ${MAX_NODES} values and operators`)
  }

  private numberIn(token: ExpressionToken): number {
    const number = Number(token.value)
    if (!Number.isFinite(number)) throw new Unreadable(token.position, token.source, 'a smaller number')
    return number
  }
}
