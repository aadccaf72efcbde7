// Anything may be written as a condition, and anything may be claimed of a visitor.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../../../test/drawn/draws.ts'
import { evaluateCounted, isMet, MAX_STEPS } from './evaluate-expression.ts'
import type { AccessStep, Expression } from './expression.ts'
import { parseExpression } from './parse-expression.ts'

// Ten thousand in a test run, a million in a fuzz run, a third of each kind.
const EXPRESSIONS = Math.ceil((draws(1) > 1 ? 1_000_000 : 10_000) / 3)

const KEYS = [
  ...['visitor', 'claims', 'unsigned', 'space', 'page', 'vars', 'a', 'b', 'list', 'text', 'own'],
  ...['__proto__', 'constructor', 'prototype', 'polluted', 'inherited', 'getter', 'toString', 'length'],
]
const FUNCTIONS = ['includes', 'indexOf', 'startsWith', 'endsWith', 'toLowerCase', 'toUpperCase'] as const
const LITERALS = [
  'true',
  'false',
  'null',
  'undefined',
  '0',
  '1',
  '-1',
  '2.5',
  '"a"',
  "'polluted'",
  '""',
  '[]',
]
const SIGNS = [
  ...['==', '!=', '===', '!==', '<', '<=', '>', '>=', ' in ', '&&', '||', '??', '!', '?', ':', '+', '-'],
  ...[
    '.',
    '?.',
    '(',
    ')',
    '[',
    ']',
    ',',
    ' ',
    '.includes(',
    '.trim()',
    '["__proto__"]',
    '"',
    '\\',
    '`',
    '{',
    '=>',
  ],
]

const key = fc.oneof(fc.constantFrom(...KEYS), fc.nat(3), fc.string({ maxLength: 4 }))
const literal = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
  fc.constantFrom(true, false, null, undefined, 0, 1),
)

// From what the scope has, so that most of them arrive somewhere.
const ROOTS = [
  'own',
  'list',
  'inherited',
  'a',
  'visitor.claims',
  'visitor.claims.own',
  'space.vars',
  'page.vars',
]
const walk = fc
  .tuple(fc.constantFrom(...ROOTS), fc.array(fc.constantFrom(...KEYS, 0, 4), { minLength: 1, maxLength: 2 }))
  .map(([root, keys]): Expression => {
    const [name = '', ...first] = root.split('.')
    const steps = [...first, ...keys].map((key): AccessStep => ({ kind: 'key', key }))
    return { kind: 'path', from: { kind: 'name', name }, steps }
  })

const { tree } = fc.letrec<{ tree: Expression; step: AccessStep }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    literal.map((value): Expression => ({ kind: 'literal', value })),
    fc.constantFrom(...KEYS).map((name): Expression => ({ kind: 'name', name })),
    walk,
    fc.array(tie('tree'), { maxLength: 3 }).map((items): Expression => ({ kind: 'list', items })),
    fc
      .tuple(tie('tree'), fc.array(tie('step'), { minLength: 1, maxLength: 4 }))
      .map(([from, steps]): Expression => ({ kind: 'path', from, steps })),
    tie('tree').map((of): Expression => ({ kind: 'not', of })),
    several(tie('tree')).map((items): Expression => ({ kind: 'sum', items })),
    fc
      .tuple(fc.constantFrom('&&', '||', '??'), several(tie('tree')))
      .map(([operator, items]): Expression => ({ kind: 'chain', operator, items })),
    fc
      .tuple(fc.constantFrom('==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in'), tie('tree'), tie('tree'))
      .map(([operator, left, right]): Expression => ({ kind: 'compare', operator, left, right })),
    fc
      .tuple(
        fc.array(fc.record({ when: tie('tree'), value: tie('tree') }), { minLength: 1, maxLength: 3 }),
        tie('tree'),
      )
      .map(([branches, otherwise]): Expression => ({ kind: 'choice', branches, otherwise })),
  ),
  step: fc.oneof(
    key.map((key): AccessStep => ({ kind: 'key', key })),
    fc
      .tuple(fc.constantFrom('includes', 'indexOf', 'startsWith', 'endsWith'), tie('tree'))
      .map(([name, argument]): AccessStep => ({ kind: 'call', name, args: [argument] })),
    fc
      .constantFrom('toLowerCase', 'toUpperCase', 'trim')
      .map((name): AccessStep => ({ kind: 'call', name, args: [] })),
    fc
      .tuple(fc.constantFrom('charAt', 'slice'), fc.array(tie('tree'), { maxLength: 1 }))
      .map(([name, args]): AccessStep => ({ kind: 'call', name, args })),
  ),
}))

const noise = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'visor.clam&|!=<>?:()[]"\'\\+-0e, '), maxLength: 80 }),
)
const soup = fc
  .array(fc.constantFrom(...KEYS, ...LITERALS, ...SIGNS, ...FUNCTIONS), { maxLength: 40 })
  .map((parts) => parts.join(''))

/** What is behind a prototype, a getter or a function carries this, and no value of a condition may. */
const CANARY = 'canary-6f1d'
let getters = 0

const scope = hostileScope()

describe('any text as a condition', () => {
  // As if somebody had managed to write to the prototype of everything.
  beforeAll(() => {
    for (const prototype of [Object.prototype, Array.prototype, String.prototype]) {
      Object.defineProperty(prototype, 'polluted', { value: CANARY, configurable: true })
    }
  })
  afterAll(() => {
    for (const prototype of [Object.prototype, Array.prototype, String.prototype]) {
      Reflect.deleteProperty(prototype, 'polluted')
    }
  })

  it('stays what it is when it is printed: trees', () => {
    let evaluated = 0
    check(tree, (drawn) => {
      const text = print(drawn)
      const parsed = parseExpression(text)
      // Printed with all its parentheses a tree may be too long or too deep, and nothing else.
      if (parsed.kind === 'error') return expect(parsed.error.expected).toMatch(/^at most /)
      expect(parsed.tree).toEqual(drawn)
      evaluated += 1
      harmless(text)
    })
    expect(evaluated).toBeGreaterThan(EXPRESSIONS * 0.9)
  })

  it('is a tree or an error with its place: pieces of conditions', () => {
    let trees = 0
    check(soup, (text) => {
      if (harmless(text)) trees += 1
    })
    expect(trees).toBeGreaterThan(EXPRESSIONS * 0.02)
  })

  it('is a tree or an error with its place: noise', () => {
    let errors = 0
    check(noise, (text) => {
      if (!harmless(text)) errors += 1
    })
    expect(errors).toBeGreaterThan(EXPRESSIONS * 0.5)
  })

  it('the canaries are there to be reached', () => {
    expect(Reflect.get({}, 'polluted')).toBe(CANARY)
    expect(carriesCanary(Reflect.get(scope.inherited, 'a'))).toBe(true)
    expect(carriesCanary(Reflect.get(scope.list, 'own'))).toBe(true)
    expect(carriesCanary(Reflect.get(scope.own, '__proto__'))).toBe(true)
    expect(carriesCanary([[Object.prototype]])).toBe(true)
    expect(carriesCanary([() => 1])).toBe(true)
    expect(carriesCanary([['a'], { b: 'a' }])).toBe(false)
  })
})

/** Whether it is a condition at all. */
function harmless(text: string): boolean {
  const parsed = parseExpression(text)
  if (parsed.kind === 'error') {
    const { position, message } = parsed.error
    expect(position).toBeLessThanOrEqual(text.length)
    expect(message).toContain(`Condition, character ${position + 1}: expected `)
    return false
  }
  const printed = print(parsed.tree)
  const again = parseExpression(printed)
  if (again.kind === 'tree') expect(again.tree).toEqual(parsed.tree)
  else expect(again.error.expected).toMatch(/^at most /)

  const { value, steps, isExhausted } = evaluateCounted(parsed.tree, scope)
  // The longest text of the scope has 300 characters, and a sum is as long as its parts.
  expect(isExhausted ? MAX_STEPS : steps).toBeLessThanOrEqual(400 * (text.length + 1) * DEPTH)
  expect(steps).toBeLessThanOrEqual(MAX_STEPS)
  expect(carriesCanary(value)).toBe(false)
  expect(getters).toBe(0)
  expect(typeof isMet(parsed.tree, {})).toBe('boolean')
  return true
}

const DEPTH = 8

function check<T>(arbitrary: fc.Arbitrary<T>, law: (drawn: T) => void) {
  fc.assert(
    fc.property(arbitrary, (drawn) => {
      law(drawn)
    }),
    { numRuns: EXPRESSIONS },
  )
}

function several(tree: fc.Arbitrary<Expression>) {
  return fc.array(tree, { minLength: 2, maxLength: 4 })
}

function hostileScope() {
  const inherited = Object.create({ inherited: CANARY, a: CANARY, list: [CANARY] })
  const guarded = {}
  for (const name of ['getter', 'a', 'b', 'length']) {
    Object.defineProperty(guarded, name, {
      enumerable: true,
      get() {
        getters += 1
        return CANARY
      },
    })
  }
  const list = Object.assign(['a', 'b', 1, null, { a: 'b' }], { own: CANARY, polluted: CANARY })
  const parsed = JSON.parse(
    `{"__proto__": "${CANARY}", "constructor": "${CANARY}", "prototype": "${CANARY}"}`,
  )
  const claims = { a: 'a', b: 2, list, text: 'ab'.repeat(150), own: parsed, unsigned: { a: true, b: null } }
  const vars = { a: 'x', b: guarded, list: [list], own: () => CANARY }
  return {
    visitor: { claims },
    space: { vars },
    page: { vars: inherited },
    inherited,
    list,
    own: parsed,
    a: guarded,
  }
}

/** Lists and objects of the scope may be the value of a condition; what they hide may not. */
function carriesCanary(value: unknown): boolean {
  if (typeof value === 'function' || value === Object.prototype || value === Array.prototype) return true
  if (typeof value === 'string') return value.includes(CANARY)
  return Array.isArray(value) && value.some(carriesCanary)
}

/** With parentheses around everything that is not a value, so that a text has one tree only. */
function print(tree: Expression): string {
  switch (tree.kind) {
    case 'literal':
      return typeof tree.value === 'string' ? JSON.stringify(tree.value) : String(tree.value)
    case 'name':
      return tree.name
    case 'list':
      return `[${tree.items.map(print).join(', ')}]`
    case 'path':
      return inner(tree.from) + tree.steps.map(printStep).join('')
    case 'not':
      return `!${inner(tree.of)}`
    case 'sum':
      return tree.items.map(inner).join(' + ')
    case 'chain':
      return tree.items.map(inner).join(` ${tree.operator} `)
    case 'compare':
      return `${inner(tree.left)} ${tree.operator} ${inner(tree.right)}`
    case 'choice':
      return `${tree.branches.map(({ when, value }) => `${inner(when)} ? ${inner(value)} : `).join('')}${inner(tree.otherwise)}`
    default:
      return tree satisfies never
  }
}

function inner(tree: Expression): string {
  return tree.kind === 'literal' || tree.kind === 'name' || tree.kind === 'list'
    ? print(tree)
    : `(${print(tree)})`
}

function printStep(step: AccessStep): string {
  if (step.kind === 'key') return `[${JSON.stringify(step.key)}]`
  return `.${step.name}(${step.args.map(print).join(', ')})`
}
