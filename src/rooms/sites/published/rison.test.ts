import { describe, expect, it } from 'vitest'
import { readRison } from './rison.ts'

describe('Rison', () => {
  it.each<[string, unknown]>([
    ['()', {}],
    ['(isBeta:!t,plan:pro,none:!n,no:!f)', { isBeta: true, plan: 'pro', none: null, no: false }],
    ['(groups:!(a,1,-2.5,1e3),empty:!())', { groups: ['a', 1, -2.5, 1000], empty: [] }],
    ["(name:'it!'s!! (me), ok','a b':'')", { name: "it's! (me), ok", 'a b': '' }],
    ['(a:(b:(c:01)),d:%C3%A9-é.~)', { a: { b: { c: '01' } }, d: '%C3%A9-é.~' }],
    ['!(1,(a:2))', [1, { a: 2 }]],
  ])('%s is read', (text, value) => {
    expect(readRison(text)).toEqual(value)
  })

  it.each([
    '',
    '(',
    ')',
    '(a)',
    '(a:)',
    '(:1)',
    '(a:1',
    '(a:1,)',
    '(a:1))',
    '(a:1)b',
    '!(1',
    '!(1,)',
    '!x',
    "'open",
    "'!x'",
    '(a b:1)',
    '{"a":1}',
    '('.repeat(2000),
    `${'(a:'.repeat(100)}1${')'.repeat(100)}`,
  ])('%s is not', (text) => {
    expect(readRison(text)).toBeUndefined()
  })

  it('gives nothing another prototype', () => {
    const value = readRison('(__proto__:(a:1))')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(Object(value))).toEqual(['__proto__'])
  })
})
