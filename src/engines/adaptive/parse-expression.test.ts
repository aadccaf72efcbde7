import { describe, expect, it } from 'vitest'
import type { Expression } from './expression.ts'
import { parseExpression } from './parse-expression.ts'

const name = (name: string): Expression => ({ kind: 'name', name })
const literal = (value: string | number | boolean | null | undefined): Expression => ({
  kind: 'literal',
  value,
})
const [a, b, c, d, e] = [name('a'), name('b'), name('c'), name('d'), name('e')]

const TREES: [text: string, tree: Expression][] = [
  ['"it\\"s"', literal('it"s')],
  ['\'say "hi"\'', literal('say "hi"')],
  ['"\\u00e9\\n\\t\\\\\\q"', literal('é\n\t\\q')],
  ['12', literal(12)],
  ['1.5', literal(1.5)],
  ['2e3', literal(2000)],
  ['-7', literal(-7)],
  ['-0', literal(0)],
  ['true', literal(true)],
  ['false', literal(false)],
  ['null', literal(null)],
  ['undefined', literal(undefined)],
  ['[]', { kind: 'list', items: [] }],
  ['[a, "b", [1]]', { kind: 'list', items: [a, literal('b'), { kind: 'list', items: [literal(1)] }] }],
  ['größe', name('größe')],
  ['  a\n', a],
  ['((a))', a],
  ['a.b', path(a, 'b')],
  ['a?.b?.c', path(a, 'b', 'c')],
  ['a["b c"][0]', path(a, 'b c', 0)],
  ['a?.["b"]', path(a, 'b')],
  ['a.true.in.null', path(a, 'true', 'in', 'null')],
  ['a.api-version', path(a, 'api-version')],
  [
    'a.b.includes("x")',
    {
      kind: 'path',
      from: a,
      steps: [
        { kind: 'key', key: 'b' },
        { kind: 'call', name: 'includes', args: [literal('x')] },
      ],
    },
  ],
  [
    '"A".trim().length',
    {
      kind: 'path',
      from: literal('A'),
      steps: [
        { kind: 'call', name: 'trim', args: [] },
        { kind: 'key', key: 'length' },
      ],
    },
  ],
  ['!a', { kind: 'not', of: a }],
  ['!!a', { kind: 'not', of: { kind: 'not', of: a } }],
  ['a + b + c', { kind: 'sum', items: [a, b, c] }],
  ['a && b && c', chain('&&', a, b, c)],
  ['a && (b && c)', chain('&&', a, chain('&&', b, c))],
  ['a ?? b ?? c', chain('??', a, b, c)],
  ...(['==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in'] as const).map(
    (operator): [string, Expression] => [`a ${operator} b`, { kind: 'compare', operator, left: a, right: b }],
  ),
]

const PRECEDENCE: [text: string, same: string][] = [
  ['a || b && c', 'a || (b && c)'],
  ['a && b || c && d', '(a && b) || (c && d)'],
  ['a && b == c', 'a && (b == c)'],
  ['a == b < c', 'a == (b < c)'],
  ['a < b == c', '(a < b) == c'],
  ['a in b == c', '(a in b) == c'],
  ['a < b + c', 'a < (b + c)'],
  ['!a == b', '(!a) == b'],
  ['!a.b', '!(a.b)'],
  ['!a + b', '(!a) + b'],
  ['a ?? b == c', 'a ?? (b == c)'],
  ['a || b ? c : d', '(a || b) ? c : d'],
  ['a ? b : c || d', 'a ? b : (c || d)'],
  ['a ? b ? c : d : e', 'a ? (b ? c : d) : e'],
]

const ERRORS: [text: string, position: number, message: string][] = [
  ['', 0, 'expected a value, found the end'],
  ['   ', 3, 'expected a value, found the end'],
  ['visitor.a &&', 12, 'expected a value after &&, found the end'],
  ['visitor.a && == b', 13, 'expected a value after &&, found "=="'],
  ['a in', 4, 'expected a value after in, found the end'],
  ['in a', 0, 'expected a value, found "in"'],
  ['a b', 2, 'expected an operator such as && or == or the end, found "b"'],
  ['a "b"', 2, 'expected an operator such as && or == or the end, found "b"'],
  ['a)', 1, 'expected an operator such as && or == or the end, found ")"'],
  ['(a', 2, 'expected ), found the end'],
  ['[a, b', 5, 'expected ] or a comma, found the end'],
  ['[a,]', 3, 'expected a value after ,, found "]"'],
  ['a.', 2, 'expected a name after ., found the end'],
  ['a?.5:1', 3, 'expected a name after ?., found "5"'],
  ['a["b"', 5, 'expected ], found the end'],
  ['a[b]', 2, 'expected a text in quotes or a whole number after [, found "b"'],
  ['a[1.5]', 2, 'expected a text in quotes or a whole number after [, found "1.5"'],
  ['a ? b', 5, 'expected : and the value for the other case, found the end'],
  ['a ? b :', 7, 'expected a value after :, found the end'],
  ['a == "pro', 5, 'expected a closing " for the text that begins here, found a text without its end'],
  ['a = "pro"', 2, 'expected == (to compare), found "="'],
  ['a and b', 2, 'expected &&, found "and"'],
  ['a or b', 2, 'expected ||, found "or"'],
  ['not a', 0, 'expected !, found "not"'],
  ['a & b', 2, 'expected &&, found "&"'],
  ['a == “b”', 5, 'expected straight quotes (") around a text, found "“"'],
  ['a - b', 2, 'expected an operator such as && or == or the end, found "-"'],
  ['-a', 1, 'expected a number after -, found "a"'],
  ['a == {}', 5, 'expected a value after ==, found "{"'],
  ['1 < a < 3', 6, 'expected && between two comparisons, or parentheses around one, found "<"'],
  ['a == b != c', 7, 'expected && between two comparisons, or parentheses around one, found "!="'],
  ['a ?? b || c', 7, 'expected parentheses where ?? is combined with && or ||, found "||"'],
  ['a && b ?? c', 7, 'expected parentheses where ?? is combined with && or ||, found "??"'],
  ['a || b ?? c', 7, 'expected parentheses where ?? is combined with && or ||, found "??"'],
  ['a.includes()', 2, 'expected 1 value in includes(…), found 0'],
  ['a.slice(1, 2, 3)', 2, 'expected 0 to 2 values in slice(…), found 3'],
  ['a.trim(1)', 2, 'expected 0 values in trim(…), found 1'],
  [
    'a.constructor("x")',
    2,
    'expected one of the functions includes, indexOf, startsWith, endsWith, toLowerCase, toUpperCase, trim, charAt, slice, found "constructor"',
  ],
  [
    'alert(1)',
    5,
    'expected an operator; functions are called on a value, as in visitor.claims.tags.includes("a"), found "("',
  ],
  ['1e999', 0, 'expected a smaller number, found 1e999'],
  ['9'.repeat(400), 0, `expected a smaller number, found ${'9'.repeat(40)}…`],
  ['a == \ud800', 5, 'expected a value after ==, found "\ufffd"'],
  ['a == 😀', 5, 'expected a value after ==, found "😀"'],
  [
    `a "${'x'.repeat(100)}"`,
    2,
    `expected an operator such as && or == or the end, found "${'x'.repeat(39)}…`,
  ],
]

describe('a condition', () => {
  it.each(TREES)('%s becomes its tree', (text, tree) => {
    expect(parseExpression(text)).toEqual({ kind: 'tree', tree })
  })

  it.each(PRECEDENCE)('%s is read as %s', (text, same) => {
    expect(parseExpression(text)).toMatchObject({ kind: 'tree' })
    expect(parseExpression(text)).toEqual(parseExpression(same))
  })

  it('of one choice or several is one list of cases', () => {
    expect(parseExpression('a ? b : c')).toEqual({
      kind: 'tree',
      tree: { kind: 'choice', branches: [{ when: a, value: b }], otherwise: c },
    })
    expect(parseExpression('a ? b : c ? d : e')).toEqual({
      kind: 'tree',
      tree: {
        kind: 'choice',
        branches: [
          { when: a, value: b },
          { when: c, value: d },
        ],
        otherwise: e,
      },
    })
  })

  it.each(ERRORS)('%s is told to be wrong', (text, position, message) => {
    expect(parseExpression(text)).toMatchObject({
      kind: 'error',
      error: { position, message: `Condition, character ${position + 1}: ${message}` },
    })
  })

  it('tells what was expected and what was found apart', () => {
    expect(parseExpression('a &&')).toEqual({
      kind: 'error',
      error: {
        position: 4,
        expected: 'a value after &&',
        found: 'the end',
        message: 'Condition, character 5: expected a value after &&, found the end',
      },
    })
  })
})

describe('the limits of a condition', () => {
  const nested: Record<string, (levels: number) => string> = {
    parentheses: (levels) => `${'('.repeat(levels)}a${')'.repeat(levels)}`,
    lists: (levels) => `${'['.repeat(levels)}${']'.repeat(levels)}`,
    negations: (levels) => `${'!'.repeat(levels)}a`,
    functions: (levels) => `${'a.includes('.repeat(levels)}a${')'.repeat(levels)}`,
    choices: (levels) => `${'a ? '.repeat(levels)}a${' : b'.repeat(levels)}`,
  }

  it.each(Object.entries(nested))('%s are nested 32 levels deep', (what, write) => {
    // The innermost list is a level that needs none below it.
    const most = what === 'lists' ? 33 : 32
    expect(parseExpression(write(most))).toMatchObject({ kind: 'tree' })
    for (const levels of [most + 1, 300]) {
      expect(parseExpression(write(levels))).toMatchObject({
        error: { expected: 'at most 32 levels of parentheses, lists and !' },
      })
    }
  })

  it('chains are not nested, however long', () => {
    for (const operator of [' && ', ' || ', ' ?? ', ' + ']) {
      expect(parseExpression(Array(400).fill('a').join(operator))).toMatchObject({ kind: 'tree' })
    }
    expect(parseExpression(`a${'.b'.repeat(400)}`)).toMatchObject({ kind: 'tree' })
    expect(parseExpression(`${'a ? 1 : '.repeat(200)}2`)).toMatchObject({ kind: 'tree' })
  })

  it('it has at most 1,000 values and operators', () => {
    expect(parseExpression(`[${'1,'.repeat(998)}1]`)).toMatchObject({ kind: 'tree' })
    expect(parseExpression(`[${'1,'.repeat(999)}1]`)).toMatchObject({
      error: { expected: 'at most 1000 values and operators' },
    })
    expect(parseExpression(`a${'.b'.repeat(1200)}`)).toMatchObject({ kind: 'error' })
  })

  it('it has at most 4,096 characters', () => {
    expect(parseExpression(`"${'a'.repeat(4094)}"`)).toMatchObject({ kind: 'tree' })
    expect(parseExpression(`"${'a'.repeat(4095)}"`)).toMatchObject({
      error: { position: 4096, expected: 'at most 4096 characters', found: '4097 characters' },
    })
  })
})

function path(from: Expression, ...keys: (string | number)[]): Expression {
  return { kind: 'path', from, steps: keys.map((key) => ({ kind: 'key', key })) }
}

function chain(operator: '&&' | '||' | '??', ...items: Expression[]): Expression {
  return { kind: 'chain', operator, items }
}
