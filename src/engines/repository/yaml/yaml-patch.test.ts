import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { draws } from '../../../../test/drawn/draws.ts'
import { valuesOf } from './yaml-aliases.ts'
import { setYaml } from './yaml-patch.ts'

describe('a value that is said again elsewhere', () => {
  it.each<[string, string, string[], string | undefined, string]>([
    ['changes alone', 'd: &a x\nfoo: *a\n', ['d'], 'new', 'd: new\nfoo: x\n'],
    ['goes alone', '# c\nd: &a x # d\nfoo: *a # f\n', ['d'], undefined, '# c\nfoo: x # f\n'],
    ['keeps how it is written', 'd: &a 1.10\nfoo: [*a, *a]\n', ['d'], 'new', 'd: new\nfoo: [1.10, 1.10]\n'],
    ['is folded', 'd: &a >-\n  x\n  y\nfoo: *a\n', ['d'], 'z', 'd: z\nfoo: "x y"\n'],
    ['is a map', 'm: &a\n  d: x\nfoo: *a\n', ['m', 'd'], 'new', 'm: &a\n  d: new\nfoo: {"d":"x"}\n'],
    [
      'is merged',
      'm: &a\n  d: x\no:\n  <<: *a\n',
      ['m', 'd'],
      'new',
      'm: &a\n  d: new\no:\n  <<: {"d":"x"}\n',
    ],
    ['is said by what is changed', 'foo: &a x\nd: *a\n', ['d'], 'new', 'foo: &a x\nd: new\n'],
    [
      'is a map said by what is changed',
      'm: &a {d: x}\no: *a\n',
      ['o', 'd'],
      'new',
      'm: &a {d: x}\no:\n  d: new\n',
    ],
    ['is not touched', 'e: &a x\nfoo: *a\nd: z\n', ['d'], 'new', 'e: &a x\nfoo: *a\nd: new\n'],
    ['has aliases itself', 'd: &a x\ne: &b [*a]\nf: *b\n', ['d'], 'new', 'd: new\ne: &b [x]\nf: *b\n'],
    ['is marked nowhere', 'foo: *gone\nd: x\n', ['d'], 'new', 'foo: *gone\nd: new\n'],
    ['contains itself', 'm: &a {self: *a}\nd: x\n', ['d'], 'new', 'm: &a {self: *a}\nd: new\n'],
  ])('%s', (_, source, path, value, patched) => {
    expect(setYaml(source, path, value)).toBe(patched)
  })

  it('more often than can be read becomes a comment', () => {
    const levels = Array.from({ length: 9 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]\n`)
    const patched = setYaml(`l0: &l0 x\n${levels.join('')}`, ['d'], 'y')
    expect(patched).toMatch(/^# l0: &l0 x\n/)
    expect(parse(patched)).toEqual({ d: 'y' })
  })
})

/** Lines that mark, repeat and merge, in any order: some repeat what is marked below them, or nowhere. */
const line = fc.constantFrom(
  'a: &x 1.10\n',
  'a: &x >-\n  folded\n  text\n',
  'a: &x\n  b: &y two\n  c: *y\n',
  'a: &x {b: &y two, c: *y}\n',
  'b: &y [*x, "q"]\n',
  'b: &x again # note\n',
  'c: *x\n',
  'c: &z\n  a: *x\n  d:\n  - *y\n  - *x\n',
  'd:\n  <<: *x\n  e: 1\n',
  'd:\n  <<: [*x, *y]\n  b: *z\n',
  '<<: *z\n',
  'e: &self {a: *self}\n',
  'e: &self\n  a: *self\n  b: x\n',
  '*x : key\n',
  '? &k key\n: *k\n',
  'f: &empty\n',
  'f: !!str &x 12\n',
  '# comment\n',
)
const path = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1, maxLength: 3 })

it('any map with aliases is patched, and other keys keep their values', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      path,
      fc.constantFrom('new', '*x', 7, undefined),
      (lines, path, value) => {
        const [before, [key = '']] = [lines.join(''), path]
        const after = setYaml(before, path, value)
        const others = (text: string) => Object.entries(valuesOf(text) ?? {}).filter(([name]) => name !== key)
        if (valuesOf(before) !== undefined) expect(new Map(others(after))).toEqual(new Map(others(before)))
        const found = path.reduce<unknown>((inner, name) => Object(inner)[name], valuesOf(after))
        expect(found).toEqual(value)
      },
    ),
    { numRuns: draws(300) },
  )
})
