import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../test/drawn/draws.ts'
import { readConfig } from '../config.ts'
import { patchHead, splitPage } from '../page/page-file.ts'
import { readVariables } from '../page/variables.ts'
import { setYaml } from './yaml-patch.ts'
import { readYaml } from './yaml-read.ts'

const TOO_DEEP = 'is nested deeper than 50 levels; it is kept, and has no effect'

const DEEP: Record<string, string> = {
  'lists in one line': '- '.repeat(5000),
  'keys of keys': '? '.repeat(5000),
  'keys and lists': '- ? '.repeat(2500),
  'empty keys': ': '.repeat(5000),
  brackets: '['.repeat(5000),
  'closed brackets': '['.repeat(5000) + ']'.repeat(5000),
  braces: '{a: '.repeat(5000),
  'keys below each other': Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
}

describe('nesting that no file has', () => {
  it.each(Object.entries(DEEP))('is told: %s', (_, text) => {
    for (const source of [text, `# ours\na: b\nc:\n  ${text.replaceAll('\n', '\n  ')}`])
      expect(readYaml(source)).toMatchObject({ kind: 'broken', message: TOO_DEEP })
  })

  it('is told with its line, wherever YAML is read', () => {
    const text = `a: b\nc: ${'['.repeat(60)}\n`
    const told = { message: expect.stringContaining(TOO_DEEP), line: 2 }
    expect(readConfig(text).problems).toEqual([expect.objectContaining(told)])
    expect(readVariables(text).problems).toEqual([expect.objectContaining(told)])
    expect(splitPage(`---\n${text}---\n\n# A\n`).problems).toEqual([
      expect.objectContaining({ ...told, line: 3 }),
    ])
  })

  it('stays in its file, as a comment where something is added', () => {
    const head = `---\n${'? '.repeat(5000)}\n---\n\n`
    expect(splitPage(`${head}Text\n`)).toMatchObject({ head, body: 'Text\n', fields: {} })
    const iconed = patchHead(head, {}, { icon: 'gear' })
    expect(iconed).toBe(`---\n# ${'? '.repeat(5000)}\nicon: gear\n---\n\n`)
    expect(patchHead(iconed, { icon: 'gear' }, { icon: 'bolt' })).toBe(iconed.replace('gear', 'bolt'))
  })

  it('in a text that somebody typed is quoted', () => {
    for (const value of Object.values(DEEP))
      expect(readVariables(setYaml('', ['a'], value)).values).toEqual({ a: value })
  })

  it('is none in texts, comments and lists', () => {
    const text = [
      `quoted: "${'[{'.repeat(500)}"`,
      `single: '${'- ? '.repeat(500)}'`,
      `literal: |\n  ${'[ '.repeat(500)}`,
      `# ${'[ '.repeat(500)}`,
      `plain: a ${'[ '.repeat(500)}`,
      `flat: [${'[],'.repeat(500)}]`,
      `steps:${'\n  - a: [b]'.repeat(500)}`,
    ].join('\n')
    expect(readYaml(text).kind).toBe('map')
    const deep = Array.from({ length: 49 }, (_, depth) => `${'  '.repeat(depth)}a:`).join('\n')
    expect(readYaml(`${deep} b`).kind).toBe('map')
  })
})

describe('more than anybody reads', () => {
  it.each([
    ['longer than 500,000 characters', `a: ${'x'.repeat(500_001)}`],
    ['more than 50,000 parts', 'a: b\n'.repeat(20_000)],
    ['more than 50,000 parts', '\na:\n\n'.repeat(50_000)],
    ['more than 100 anchors and aliases', `a: &a x\nb: [${'*a, '.repeat(100)}]`],
  ])('is told, kept, and added to: %s', (what, text) => {
    expect(readYaml(text)).toMatchObject({ kind: 'broken', message: expect.stringContaining(what) })
    const once = setYaml(text, ['icon'], 'gear')
    const twice = setYaml(once, ['emoji'], 'x')
    expect(twice.replaceAll(/^# /gm, '').startsWith(text)).toBe(true)
    expect(readYaml(twice)).toMatchObject({ entries: [{ key: 'icon' }, { key: 'emoji' }] })
  })

  it('is an alias of aliases: every one doubles the value, or deepens it', () => {
    const doubled = Array.from({ length: 40 }, (_, at) => `l${at + 1}: &l${at + 1} [*l${at}, *l${at}]\n`)
    const deepened = Array.from({ length: 45 }, (_, at) => {
      return `l${at + 1}: &l${at + 1} ${'['.repeat(40)}*l${at}${']'.repeat(40)}\n`
    })
    for (const levels of [doubled.slice(0, 30), deepened]) {
      const text = `l0: &l0 x\n${levels.join('')}`
      expect(readYaml(text).kind).toBe('map')
      expect(setYaml(text, ['d'], 'new')).toBe(`${text.replaceAll(/^/gm, '# ').slice(0, -2)}d: new\n`)
    }
  })
})

it('a line that begins with a carriage return can be read or becomes a comment', () => {
  expect(setYaml('\rfoo\n', ['a'], 'b')).toBe('# \rfoo\na: b\n')
})

const SIGNS = [
  '- ',
  '? ',
  ': ',
  'a: ',
  '[',
  ']',
  '{',
  '}',
  ',',
  '"',
  "'",
  '|\n',
  '>\n',
  '&a ',
  '*a ',
  '!t ',
  '#',
]
const MORE_SIGNS = [
  '\n',
  '\n ',
  '\n  ',
  '\t',
  '\r',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '<<: ',
  '\\',
  '-',
  '\ufeff',
]

it('signs repeated in pairs, few or many, are refused or read, and their text is never lost', () => {
  const sign = fc.constantFrom(...SIGNS, ...MORE_SIGNS)
  const repeated = fc
    .tuple(fc.array(sign, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 12 }))
    .map(([unit, doublings]) => unit.join('').repeat(2 ** doublings))
  fc.assert(
    fc.property(fc.array(repeated, { minLength: 1, maxLength: 3 }), (parts) => {
      const text = parts.join('')
      const read = readYaml(text)
      if (read.kind === 'broken') expect(read.message).not.toContain('stack')
      const added = setYaml(text, ['zz'], 'y')
      expect(readYaml(added).kind).toBe('map')
      if (read.kind === 'broken')
        expect(added.replaceAll(/^# /gm, '')).toContain(text.replaceAll(/^# /gm, ''))
    }),
    { numRuns: draws(60) },
  )
})
