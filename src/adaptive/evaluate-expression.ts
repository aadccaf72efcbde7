// Walks the tree of a condition over plain values. It ends for every tree and every value: nothing is thrown, nothing is
// called but our own table of functions, nothing is reached but own data of plain objects and lists, and every step is
// counted, long texts and lists by their length. A condition that would take too long is not met, whatever it says.
import type { Comparison, Expression, Step } from './expression.ts'
import { functionCalled, isSame, placeInList, type Spend } from './functions.ts'
import { isList, isPlainObject, ownValue } from './own-values.ts'

/** What names stand for: `{ visitor: { claims }, space: { vars }, page: { vars } }`. */
export type Scope = Readonly<Record<string, unknown>>

/** Enough for a few looks through a text of 100 KB; some milliseconds at worst. */
export const MAX_STEPS = 300_000

export function isMet(tree: Expression, scope: Scope): boolean {
  return Boolean(evaluateExpression(tree, scope))
}

export function evaluateExpression(tree: Expression, scope: Scope): unknown {
  return evaluateCounted(tree, scope).value
}

/** `steps` is what was done, never more than MAX_STEPS. */
export function evaluateCounted(tree: Expression, scope: Scope) {
  const evaluation = new Evaluation(scope)
  const value = evaluation.of(tree)
  const { isExhausted, steps } = evaluation
  return { value: isExhausted ? undefined : value, steps, isExhausted }
}

class Evaluation {
  steps = 0
  isExhausted = false
  private readonly scope: Scope

  constructor(scope: Scope) {
    this.scope = scope
  }

  of(tree: Expression): unknown {
    if (!this.spend(1)) return undefined
    switch (tree.kind) {
      case 'literal':
        return tree.value
      case 'name':
        return ownValue(this.scope, tree.name)
      case 'list':
        return tree.items.map((item) => this.of(item))
      case 'path':
        return this.path(this.of(tree.from), tree.steps)
      case 'not':
        return !this.of(tree.of)
      case 'sum':
        return this.sum(tree.items)
      case 'compare':
        return this.compare(tree.operator, this.of(tree.left), this.of(tree.right))
      case 'chain':
        return this.chain(tree)
      case 'choice':
        return this.of(tree.branches.find(({ when }) => this.of(when))?.value ?? tree.otherwise)
      default:
        return tree satisfies never
    }
  }

  private readonly spend: Spend = (steps) => {
    if (this.isExhausted || this.steps + steps > MAX_STEPS) this.isExhausted = true
    else this.steps += steps
    return !this.isExhausted
  }

  private path(from: unknown, steps: readonly Step[]): unknown {
    let value = from
    for (const step of steps) {
      if (value === undefined || value === null || !this.spend(1)) return undefined
      value = step.kind === 'key' ? ownValue(value, step.key) : this.call(value, step)
    }
    return value
  }

  private call(target: unknown, { name, args }: Step & { kind: 'call' }): unknown {
    if (typeof target !== 'string' && !isList(target)) return undefined
    const values = args.map((argument) => this.of(argument))
    return functionCalled(name).call(target, values, this.spend)
  }

  private chain({ operator, items }: Expression & { kind: 'chain' }): unknown {
    let value: unknown
    for (const item of items) {
      value = this.of(item)
      const isDecided =
        operator === '&&' ? !value : operator === '||' ? value : value !== undefined && value !== null
      if (isDecided) return value
    }
    return value
  }

  private sum(items: readonly Expression[]): unknown {
    return items.map((item) => this.of(item)).reduce((left, right) => this.add(left, right))
  }

  /** Unlike JavaScript's: what a visitor does not have adds no "undefined" to a text. */
  private add(left: unknown, right: unknown): unknown {
    if (typeof left === 'number' && typeof right === 'number') return left + right
    if (typeof left !== 'string' && typeof right !== 'string') return undefined
    const [before, after] = [textOf(left), textOf(right)]
    if (before === undefined || after === undefined) return undefined
    return this.spend(after.length) ? before + after : undefined
  }

  private compare(operator: Comparison, left: unknown, right: unknown): boolean {
    switch (operator) {
      case '===':
        return isSame(left, right, this.spend)
      case '!==':
        return !isSame(left, right, this.spend)
      case '==':
        return this.isEqual(left, right)
      case '!=':
        return !this.isEqual(left, right)
      case 'in':
        return this.isIn(left, right)
      default:
        return this.isInOrder(operator, left, right)
    }
  }

  /** As JavaScript's `==` on texts, numbers, booleans and nothing; lists and objects equal only themselves. */
  private isEqual(left: unknown, right: unknown): boolean {
    if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right)
    if (typeof left === typeof right || !isSimple(left) || !isSimple(right))
      return isSame(left, right, this.spend)
    return this.number(left) === this.number(right)
  }

  /** Nothing, a list and an object are neither less nor more than anything. */
  private isInOrder(operator: '<' | '<=' | '>' | '>=', left: unknown, right: unknown): boolean {
    if (!isSimple(left) || !isSimple(right)) return false
    const areTexts = typeof left === 'string' && typeof right === 'string'
    if (areTexts && !this.spend(Math.min(left.length, right.length))) return false
    const [a, b] = areTexts ? [left, right] : [this.number(left), this.number(right)]
    switch (operator) {
      case '<':
        return a < b
      case '<=':
        return a <= b
      case '>':
        return a > b
      case '>=':
        return a >= b
      default:
        return operator satisfies never
    }
  }

  /** Of a list: is it one of the items. Of an object: does it have the key. Not an index, as it is in JavaScript. */
  private isIn(left: unknown, right: unknown): boolean {
    if (isList(right)) return placeInList(right, left, this.spend) >= 0
    return typeof left === 'string' && isPlainObject(right) && ownValue(right, left) !== undefined
  }

  private number(value: string | number | boolean): number {
    if (typeof value === 'string' && !this.spend(value.length)) return Number.NaN
    return Number(value)
  }
}

function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function isSimple(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function textOf(value: unknown): string | undefined {
  if (isNothing(value)) return ''
  return isSimple(value) ? String(value) : undefined
}
