import { describe, expect, it } from 'vitest'
import { evaluateCounted, evaluateExpression, isMet, MAX_STEPS } from './evaluate-expression.ts'
import { parseExpression } from './parse-expression.ts'

const scope = {
  visitor: {
    claims: {
      isBetaUser: true,
      plan: 'pro',
      seats: 12,
      zero: 0,
      empty: '',
      none: null,
      roles: ['admin', 'editor'],
      numbers: [1, 2],
      'team name': 'Blue',
      can: { schedule: { view: true, edit: false } },
      length: 'an own length',
      unsigned: { product: 'OIM', persona: 'partner', plan: 'enterprise' },
    },
  },
  space: { vars: { version: '2.1', 'api-version': 'v3' } },
  page: { vars: { level: 3 } },
}

const nobody = { visitor: { claims: { unsigned: {} } }, space: { vars: {} }, page: { vars: {} } }

const VALUES: [text: string, value: unknown][] = [
  // Names, and what lies in them
  ['visitor.claims.plan', 'pro'],
  ['visitor.claims["team name"]', 'Blue'],
  ['visitor?.claims?.["team name"]', 'Blue'],
  ['visitor.claims.roles[1]', 'editor'],
  ['visitor.claims.roles[2]', undefined],
  ['visitor.claims.roles["0"]', undefined],
  ['visitor.claims.roles[0].length && visitor.claims.roles["0"].length', undefined],
  ['visitor.claims.roles.length', 2],
  ['visitor.claims.plan.length', 3],
  ['visitor.claims.length', 'an own length'],
  ['visitor.claims.plan[0]', 'p'],
  ['visitor.claims.can.schedule.view', true],
  ['visitor.claims.a.b.c.d', undefined],
  ['visitor.claims?.a?.b', undefined],
  ['visitor.claims.none.x', undefined],
  ['space.vars.version', '2.1'],
  ['space.vars.api-version', 'v3'],
  ['page.vars.level', 3],
  ['process', undefined],
  ['globalThis.process', undefined],
  // Equality
  ['1 == 1', true],
  ['"1" == 1', true],
  ['"x" == 1', false],
  ['true == 1', true],
  ['"true" == true', false],
  ['null == undefined', true],
  ['0 == null', false],
  ['"" == null', false],
  ['visitor.claims.x == undefined', true],
  ['visitor.claims.none == undefined', true],
  ['"1" === 1', false],
  ['null === undefined', false],
  ['"a" === "a"', true],
  ['1 != 2', true],
  ['"1" != 1', false],
  ['"1" !== 1', true],
  ['[1] == [1]', false],
  ['[1] == 1', false],
  ['visitor.claims.roles == visitor.claims.roles', true],
  // Order
  ['1 < 2', true],
  ['2 < 2', false],
  ['2 <= 2', true],
  ['3 > 2', true],
  ['2 >= 3', false],
  ['"a" < "b"', true],
  ['"10" < "9"', true],
  ['"10" < 9', false],
  ['visitor.claims.seats >= 10', true],
  ['visitor.claims.x < 10', false],
  ['visitor.claims.x >= 0', false],
  ['visitor.claims.none < 10', false],
  ['"x" < 1', false],
  ['[1] < 2', false],
  // In
  ['"admin" in visitor.claims.roles', true],
  ['"owner" in visitor.claims.roles', false],
  ['0 in visitor.claims.roles', false],
  ['1 in visitor.claims.numbers', true],
  ['"1" in visitor.claims.numbers', false],
  ['visitor.claims.plan in ["pro", "team"]', true],
  ['"plan" in visitor.claims', true],
  ['"toString" in visitor.claims', false],
  ['"p" in visitor.claims.plan', false],
  ['"x" in visitor.claims.none', false],
  // Chains yield the value that decides
  ['1 && "a"', 'a'],
  ['0 && "a"', 0],
  ['0 || ""', ''],
  ['0 || "a" || "b"', 'a'],
  ['0 ?? 1', 0],
  ['null ?? undefined ?? 1', 1],
  ['visitor.claims.name ?? "friend"', 'friend'],
  ['!0', true],
  ['!!"a"', true],
  ['![]', false],
  // Choices
  ['true ? 1 : 2', 1],
  ['false ? 1 : 2', 2],
  ['false ? 1 : 0 ? 2 : 3', 3],
  ['false ? 1 : true ? 2 : 3', 2],
  ['true ? undefined : 3', undefined],
  // Sums
  ['1 + 2 + 3', 6],
  ['"a" + "b" + 1', 'ab1'],
  ['1 + 2 + "a"', '3a'],
  ['"a" + true', 'atrue'],
  ['"Hello " + visitor.claims.name', 'Hello '],
  ['"a" + [1]', undefined],
  ['1 + undefined', undefined],
  ['true + 1', undefined],
  // Functions
  ['visitor.claims.roles.includes("admin")', true],
  ['visitor.claims.roles.includes("adm")', false],
  ['["pro", "team"].includes(visitor.claims.plan)', true],
  ['"abc".includes("bc")', true],
  ['"abc".includes(1)', false],
  ['visitor.claims.roles.indexOf("editor")', 1],
  ['visitor.claims.roles.indexOf("x")', -1],
  ['"abc".indexOf("c")', 2],
  ['"abc".indexOf(1)', -1],
  ['"abc".startsWith("ab")', true],
  ['"abc".startsWith("b")', false],
  ['"abc".endsWith("bc")', true],
  ['"abc".endsWith(1)', false],
  ['"aBc".toLowerCase()', 'abc'],
  ['"aBc".toUpperCase()', 'ABC'],
  ['" a ".trim()', 'a'],
  ['"abc".charAt(1)', 'b'],
  ['"abc".charAt()', 'a'],
  ['"abc".slice(1)', 'bc'],
  ['"abc".slice(-2, -1)', 'b'],
  ['"abc".slice("x")', 'abc'],
  ['visitor.claims.x.includes("a")', undefined],
  ['visitor.claims.seats.includes("1")', undefined],
  ['visitor.claims.includes("a")', undefined],
  ['visitor.claims.roles.trim()', undefined],
  ['visitor.claims.roles.startsWith("a")', false],
]

/** As they are written in public documentation. */
const WRITTEN: [text: string, forVisitor: boolean, forNobody: boolean][] = [
  ['true', true, true],
  ['visitor.claims.isBetaUser', true, false],
  ['visitor.claims.isBetaUser == true', true, false],
  ['!visitor.claims.isBetaUser', false, true],
  ['visitor.claims.plan == "pro"', true, false],
  ['visitor.claims.unsigned.plan == "pro" && !visitor.claims.x', false, false],
  ['"admin" in visitor.claims.roles', true, false],
  ['visitor.claims.roles.includes("admin")', true, false],
  ['!visitor.claims.unsigned.persona', false, true],
  ['visitor.claims.unsigned.persona === "partner"', true, false],
  ['visitor.claims.unsigned.plan !== "enterprise"', false, true],
  ['visitor.claims.unsigned.product !== "OM4ADO" && visitor.claims.unsigned.product !== "OAM"', true, true],
  ['"OM4ADO" === visitor.claims.unsigned.product', false, false],
  [
    'visitor.claims.unsigned.persona === "channel" || visitor.claims.unsigned.persona === "partner" || visitor.claims.unsigned.persona === "staff"',
    true,
    false,
  ],
  ['visitor.claims.can.schedule.view == true', true, false],
  ['visitor.claims.can.schedule.edit == true', false, false],
  ['space.vars.version == "2.1"', true, false],
  ['page.vars.level > 2', true, false],
]

describe('a condition over a visitor', () => {
  it.each(VALUES)('%s is %j', (text, value) => {
    expect(evaluateExpression(treeOf(text), scope)).toEqual(value)
  })

  it.each(WRITTEN)('%s is met or not', (text, forVisitor, forNobody) => {
    expect(isMet(treeOf(text), scope)).toBe(forVisitor)
    expect(isMet(treeOf(text), nobody)).toBe(forNobody)
    expect(isMet(treeOf(text), {})).toBe(forNobody)
  })

  it('writes a sentence as inline expressions do', () => {
    const { plan } = { plan: 'visitor.claims.unsigned.plan' }
    const text = `${plan} ? " on the " + ${plan}.charAt(0).toUpperCase() + ${plan}.slice(1) + " plan" : ""`
    expect(evaluateExpression(treeOf(text), scope)).toBe(' on the Enterprise plan')
    expect(evaluateExpression(treeOf(text), nobody)).toBe('')
  })

  it.each(['', 0, Number.NaN, null, undefined, false])('is not met by %j', (x) => {
    expect(isMet(treeOf('x'), { x })).toBe(false)
  })

  it.each(['a', 1, true, [], {}].map((x) => [x]))('is met by %j', (x) => {
    expect(isMet(treeOf('x'), { x })).toBe(true)
  })

  it.each([
    ['false && (1 + 2 + 3)', 'false && 1'],
    ['true || (1 + 2 + 3)', 'true || 1'],
    ['0 ?? (1 + 2 + 3)', '0 ?? 1'],
    ['true ? 1 : (1 + 2 + 3)', 'true ? 1 : 1'],
    ['false ? (1 + 2 + 3) : 1', 'false ? 1 : 1'],
    ['true ? 1 : (1 + 2 + 3) ? 2 : 3', 'true ? 1 : 2 ? 2 : 3'],
    ['visitor.claims.x.includes(1 + 2 + 3)', 'visitor.claims.x.includes(1)'],
  ])('%s does not look at what is not asked', (text, short) => {
    expect(evaluateCounted(treeOf(text), scope).steps).toBe(evaluateCounted(treeOf(short), scope).steps)
    expect(evaluateCounted(treeOf('true && (1 + 2 + 3)'), scope).steps).toBeGreaterThan(
      evaluateCounted(treeOf('true && 1'), scope).steps,
    )
  })

  it('costs for what is known from before what it cost', () => {
    const [once, twice] = ['visitor.claims.x', 'visitor.claims.x || visitor.claims.x'].map(
      (text) => evaluateCounted(treeOf(text), scope).steps,
    )
    // The chain is a step of its own.
    expect(twice).toBe(2 * Number(once) + 1)
  })
})

describe('what a condition cannot reach', () => {
  const inherited = Object.create({ secret: 'of the prototype' })
  class Person {
    name = 'of a class'
  }
  const sealed = {
    get secret(): string {
      throw new Error('a getter was run')
    },
  }
  const list = Object.assign(['a'], { secret: 'beside the items' })
  class Listed extends Array<string> {}
  const hostile = {
    inherited,
    sealed,
    list,
    person: new Person(),
    listed: Listed.from(['a']),
    map: new Map([['a', 1]]),
    run: () => 'was run',
    parsed: JSON.parse('{"__proto__": {"secret": 1}, "constructor": 2, "prototype": 3}'),
  }

  it.each([
    'inherited.secret',
    'sealed.secret',
    'list.secret',
    'person.name',
    'listed[0]',
    'listed.includes("a")',
    '"a" in listed',
    'map.size',
    'run',
    'run.length',
    'run.name',
    'parsed.__proto__',
    'parsed["__proto__"].secret',
    'parsed.constructor',
    'parsed.prototype',
    'list.constructor',
    'list.includes',
    '"a".constructor',
    '"a".includes',
    '"a".__proto__',
    '(1).toFixed',
    'true.constructor',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ])('%s', (text) => {
    const value = evaluateExpression(treeOf(text), hostile)
    expect(value === undefined || value === false).toBe(true)
  })
})

describe('the work of a condition', () => {
  const long = { text: 'a'.repeat(100_000), other: `${'a'.repeat(99_999)}b`, many: Array(5000).fill('a') }
  const endless = { text: 'a'.repeat(200_000), many: Array(20_000).fill('a') }

  it.each([
    ['text.includes("b")', false],
    ['text == other', false],
    ['text.toUpperCase().endsWith("A")', true],
    ['"b" in many', false],
    ['text.length > 99999', true],
  ])('is done on what is long: %s', (text, value) => {
    expect(evaluateCounted(treeOf(text), long)).toMatchObject({ value, isExhausted: false })
  })

  it.each([
    'text.toUpperCase().includes("b")',
    'text + text + text',
    'text.trim() == text.trim()',
    'text == 1 || text == 2',
    'text < text || text < text',
    'text.indexOf("b") + text.indexOf("c")',
    `text.includes("${'a'.repeat(600)}b")`,
    'many.includes("b")',
    '"b" in many',
  ])('ends before it takes too long, as not met: %s', (text) => {
    for (const condition of [text, `!(${text})`, `(${text}) || true`, `[${text}]`]) {
      const counted = evaluateCounted(treeOf(condition), endless)
      expect(counted.isExhausted).toBe(true)
      expect(counted.value).toBeUndefined()
      expect(counted.steps).toBeLessThanOrEqual(MAX_STEPS)
      expect(isMet(treeOf(condition), endless)).toBe(false)
    }
  })

  it('grows with the length of texts and lists', () => {
    for (const text of [
      'text.trim()',
      'text == other',
      '"" + text',
      'text < other',
      '"b" in many',
      'text == 1',
    ]) {
      const short = { text: 'a', other: 'b', many: ['a'] }
      const steps = evaluateCounted(treeOf(text), long).steps
      expect(steps).toBeGreaterThan(99_999)
      expect(evaluateCounted(treeOf(text), short).steps).toBeLessThan(100)
    }
  })
})

function treeOf(text: string) {
  const parsed = parseExpression(text)
  if (parsed.kind === 'error') throw new Error(parsed.error.message)
  return parsed.tree
}
