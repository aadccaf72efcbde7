// Works out a condition over plain values. It ends for every tree and every value: nothing is thrown, nothing is called
// but our own table of functions, nothing is reached but own data of plain objects and lists, and every step is counted,
// long texts and lists by their length. A condition that would take too long is not met, whatever it says.
//
// The same few conditions are asked at every page view, so a tree is made into functions once: each knows its own kind,
// and what paths begin with is not looked up again and again.
import type { AccessStep, Chaining, Comparison, Expression } from './expression.ts'
import { functionCalled, isSame, placeInList, type Spend } from './functions.ts'
import { isList, isPlainObject, ownValue } from './own-values.ts'

/** What names stand for: `{ visitor: { claims }, space: { vars }, page: { vars } }`. */
export type ExpressionScope = Readonly<Record<string, unknown>>

/** Enough for a few looks through a text of 100 KB; some milliseconds at worst. */
export const MAX_STEPS = 300_000

export function isMet(tree: Expression, scope: ExpressionScope): boolean {
  return Boolean(evaluateExpression(tree, scope))
}

export function evaluateExpression(tree: Expression, scope: ExpressionScope): unknown {
  const evaluation = new Evaluation(scope)
  const value = compiled(tree)(evaluation)
  return evaluation.isExhausted ? undefined : value
}

/** Whether an expression says this name anywhere: one that does not says the same whatever it stands for. */
export function hasName(tree: Expression, name: string): boolean {
  const left: unknown[] = [tree]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value !== 'object' || value === null) continue
    if ('kind' in value && value.kind === 'name' && 'name' in value && value.name === name) return true
    for (const inner of Object.values(value)) left.push(inner)
  }
  return false
}

/** `steps` is what was done, never more than MAX_STEPS. */
export function evaluateCounted(tree: Expression, scope: ExpressionScope) {
  const evaluation = new Evaluation(scope)
  const value = compiled(tree)(evaluation)
  const { isExhausted, steps } = evaluation
  return { value: isExhausted ? undefined : value, steps, isExhausted }
}

/** A part of a condition. */
type Part = (evaluation: Evaluation) => unknown

/** As long as their trees. */
const parts = new WeakMap<Expression, Part>()

function compiled(tree: Expression): Part {
  const known = parts.get(tree)
  if (known) return known
  const part = compile(tree)
  parts.set(tree, part)
  return part
}

function compile(tree: Expression): Part {
  const part = partOf(tree)
  return (evaluation) => (evaluation.spend(1) ? part(evaluation) : undefined)
}

function partOf(tree: Expression): Part {
  switch (tree.kind) {
    case 'literal': {
      const { value } = tree
      return () => value
    }
    case 'name': {
      const { name } = tree
      return (evaluation) => ownValue(evaluation.scope, name)
    }
    case 'list': {
      const items = tree.items.map(compile)
      return (evaluation) => items.map((item) => item(evaluation))
    }
    case 'path':
      return pathOf(tree)
    case 'not': {
      const of = compile(tree.of)
      return (evaluation) => !of(evaluation)
    }
    case 'sum': {
      const items = tree.items.map(compile)
      return (evaluation) =>
        items.map((item) => item(evaluation)).reduce((left, right) => evaluation.add(left, right))
    }
    case 'compare': {
      const { operator } = tree
      const [left, right] = [compile(tree.left), compile(tree.right)]
      return (evaluation) => evaluation.compare(operator, left(evaluation), right(evaluation))
    }
    case 'chain':
      return chainOf(tree)
    case 'choice': {
      const branches = tree.branches.map(({ when, value }) => ({
        when: compile(when),
        value: compile(value),
      }))
      const otherwise = compile(tree.otherwise)
      return (evaluation) => (branches.find(({ when }) => when(evaluation))?.value ?? otherwise)(evaluation)
    }
    default:
      return tree satisfies never
  }
}

type Taken = (value: unknown, evaluation: Evaluation) => unknown

/** Most paths of a condition begin alike, as in `visitor.claims`: all but the last of their keys are looked up once. */
function pathOf({ from, steps }: Expression & { kind: 'path' }): Part {
  const call = steps.findIndex(({ kind }) => kind === 'call')
  const shared = steps.slice(0, (call < 0 ? steps.length : call) - 1)
  if (from.kind !== 'name' || shared.length === 0 || call === 0) return walk(compile(from), steps)
  const start = walk(compile(from), shared)
  const name = JSON.stringify([from.name, ...shared.map((step) => step.kind === 'key' && step.key)])
  return walk((evaluation) => evaluation.once(name, start), steps.slice(shared.length))
}

function walk(from: Part, path: readonly AccessStep[]): Part {
  const steps = path.map(stepOf)
  return (evaluation) => {
    let value = from(evaluation)
    for (const step of steps) {
      if (value === undefined || value === null || !evaluation.spend(1)) return undefined
      value = step(value, evaluation)
    }
    return value
  }
}

function stepOf(step: AccessStep): Taken {
  if (step.kind === 'key') {
    const { key } = step
    return (value) => ownValue(value, key)
  }
  const { call } = functionCalled(step.name)
  const args = step.args.map(compile)
  return (target, evaluation) => {
    if (typeof target !== 'string' && !isList(target)) return undefined
    const values = args.map((argument) => argument(evaluation))
    return call(target, values, evaluation.spend)
  }
}

function chainOf(tree: Expression & { kind: 'chain' }): Part {
  const items = tree.items.map(compile)
  const isDecided = DECIDED[tree.operator]
  return (evaluation) => {
    let value: unknown
    for (const item of items) {
      value = item(evaluation)
      if (isDecided(value)) return value
    }
    return value
  }
}

/** Whether a value ends a chain. */
const DECIDED: Record<Chaining, (value: unknown) => boolean> = {
  '&&': (value) => !value,
  '||': Boolean,
  '??': (value) => !isNothing(value),
}

class Evaluation {
  steps = 0
  isExhausted = false
  readonly scope: ExpressionScope
  private known?: { name: string; value: unknown; cost: number }

  constructor(scope: ExpressionScope) {
    this.scope = scope
  }

  /** What was worked out under a name last is known, and costs what it cost. */
  once(name: string, part: Part): unknown {
    if (this.known?.name === name) return this.spend(this.known.cost) ? this.known.value : undefined
    const before = this.steps
    const value = part(this)
    this.known = { name, value, cost: this.steps - before }
    return value
  }

  readonly spend: Spend = (steps) => {
    if (this.isExhausted || this.steps + steps > MAX_STEPS) this.isExhausted = true
    else this.steps += steps
    return !this.isExhausted
  }

  /** Unlike JavaScript's: what a visitor does not have adds no "undefined" to a text. */
  add(left: unknown, right: unknown): unknown {
    if (typeof left === 'number' && typeof right === 'number') return left + right
    if (typeof left !== 'string' && typeof right !== 'string') return undefined
    const [before, after] = [textOf(left), textOf(right)]
    if (before === undefined || after === undefined) return undefined
    return this.spend(after.length) ? before + after : undefined
  }

  compare(operator: Comparison, left: unknown, right: unknown): boolean {
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
