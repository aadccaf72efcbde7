import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../test/drawn/draws.ts'
import { DEFAULT_LAYOUT } from '../../content/records.ts'
import { type HeadFields, joinPage, newHead, patchHead, splitPage, withBlankLine } from './page-file.ts'

const HEAD = `---
description: >-
  A long text that
  is folded.
icon: 'rocket'
hidden: true # for now
layout:
  width: wide
  title:
    visible: false
  tags:
    visible: true
  cover:
    visible: true
    size: background
cover: ../.gitbook/assets/a b.png
coverY: -12.5

# Ours
nav_context: guides
tags:
- one
vars:
  version: 1.2
  name: Quire
if: visitor.claims.beta
---

# Set \\_up\\_ 🚀 <a href="#set-up" id="set-up"></a>

`

const read = (text: string) => splitPage(text).fields
const kinds = (text: string) => splitPage(text).problems.map(({ kind, line }) => [kind, line])
const patched = (head: string, changes: HeadFields) =>
  patchHead(head, read(head), { ...read(head), ...changes })

describe('a page as a file', () => {
  it('has a head that says what the page is', () => {
    const { head, body, fields, problems } = splitPage(`${HEAD}Text\n`)
    expect([head, body]).toEqual([HEAD, 'Text\n'])
    expect(fields).toEqual({
      title: 'Set _up_ 🚀',
      description: 'A long text that is folded.',
      icon: 'rocket',
      hidden: true,
      condition: 'visitor.claims.beta',
      variables: { version: 1.2, name: 'Quire' },
      layout: { ...DEFAULT_LAYOUT, width: 'wide', title: false, coverSize: 'full' },
      cover: { src: '../.gitbook/assets/a b.png', yPos: -12.5 },
    })
    expect(problems).toMatchObject([{ kind: 'unknown-key', line: 20 }])
  })

  it.each<[string, string, string, string | undefined]>([
    ['nothing', '', '', undefined],
    ['text', '', 'Text\n', undefined],
    ['an empty first line', '\n\n', 'Text', undefined],
    ['a heading', '# A\n\n\n', 'Text', 'A'],
    ['no blank line', '# A\n', 'Text', 'A'],
    ['no line end', '# A', '', 'A'],
    ['CRLF', '---\r\nicon: a\r\n---\r\n\r\n# A #\r\n\r\n', 'Text', 'A'],
    ['a heading with a line below', 'A `b`\n===\n\n', 'Text', 'A b'],
    ['a mark at the beginning', '\ufeff---\nicon: a\n---\n# A\n', 'Text', 'A'],
    ['a short anchor', '# A {#a}\n', 'Text', 'A'],
    ['an anchor in front', '# <a id="a"></a> A\n', 'Text', 'A'],
    ['a placeholder', '# Use <name> \\<here>\n', 'Text', 'Use <name> <here>'],
    ['a picture', '# A ![Build](b.svg)\n', 'Text', 'A'],
    ['nothing but a picture', '# ![Logo](b.svg)\n', 'Text', 'Logo'],
    ['nothing but a picture that is described below', '# [![Logo][l]](d)\n', 'Text', 'Logo'],
    ['badges of links', '# A [![Build][b]][c] <sup>[![npm][n]](d)</sup>\n', 'Text', 'A'],
    ['what looks like a badge', '# `![a][b]` and c[d][e]\n', 'Text', '![a][b] and c[d][e]'],
    ['an empty heading', '#\n\n', 'Text', undefined],
    ['a second level', '', '## A\n', undefined],
    ['a rule', '', '---\n\nText\n', undefined],
    ['a title in the frontmatter', '---\ntitle: 2.0\n---\n\n', 'Text', '2.0'],
    ['two titles', '---\ntitle: B\n---\n\n# A\n', 'Text', 'A'],
    ['a list above equals signs', '', '* a\n===\n', undefined],
    ['code', '', '    # a\n', undefined],
  ])('is parted behind its head: %s', (_, head, body, title) => {
    expect(splitPage(head + body)).toMatchObject({ head, body })
    expect(read(head + body).title).toBe(title)
  })

  it('keeps a frontmatter it cannot read, and says so', () => {
    for (const [source, line] of [
      ['', 2],
      ['# only a comment\n', 2],
      ['just text\n', 2],
      ['- a\n', 2],
      ['icon: x\na: b: c\n', 3],
      ['icon: "x\n', 2],
    ] as const) {
      const head = `---\n${source}---\n\n# A\n\n`
      expect(splitPage(head)).toMatchObject({ head, fields: { title: 'A' } })
      expect(kinds(head)).toEqual([['broken-frontmatter', expect.any(Number)]])
      expect(splitPage(head).problems[0]?.line).toBeGreaterThanOrEqual(line)
      const changed = patchHead(head, { title: 'A' }, { title: 'A', icon: 'star' })
      expect(read(changed)).toEqual({ title: 'A', icon: 'star' })
    }
    expect(patched('---\na: b: c\n---\n# A\n', { icon: 'x1' })).toBe('---\n# a: b: c\nicon: x1\n---\n# A\n')
  })

  it('tells what has the wrong value', () => {
    expect(
      kinds('---\nhidden: maybe\nlayout: wide\nvars: 1\nicon: [a]\ncover: {a: 1}\nayout: 1\n---\n'),
    ).toEqual([
      ['wrong-value', 2],
      ['wrong-value', 3],
      ['wrong-value', 4],
      ['wrong-value', 5],
      ['wrong-value', 6],
      ['unknown-key', 7],
    ])
    expect(kinds('---\nicon: a\nicon: b\ntags: []\nmetaLinks: {}\n---\n')).toEqual([['duplicate-key', 3]])
    expect(kinds('---\nown: a\nown: b\n---\n')).toEqual([
      ['unknown-key', 2],
      ['duplicate-key', 3],
    ])
  })

  it.each([
    ['hidden: "true"', 'hidden', 'the text `true`', '`true` or `false`, without quotes,'],
    ['noIndex: 1', 'noIndex', 'the number `1`', '`true` or `false`'],
    ['description: 5', 'description', 'the number `5`', 'a text'],
    ['title: true', 'title', '`true`', 'a text'],
    ['icon: [a]', 'icon', 'a list', 'a text'],
    ['cover: {}', 'cover', 'a map', 'a text'],
    ['coverY: top', 'coverY', 'the text `top`', 'a number'],
    ['coverHeight: "5"', 'coverHeight', 'the text `5`', 'a number'],
    ['tags: a', 'tags', 'the text `a`', 'a list'],
    ['tags: [a, 5]', 'tags[]', 'the number `5`', 'a text, or a map with `tag`'],
    ['layout: wide', 'layout', 'the text `wide`', 'a map'],
    ['layout: {width: huge}', 'layout.width', 'the text `huge`', '`default` or `wide`'],
    ['layout: {title: true}', 'layout.title', '`true`', '`visible: true`'],
    ['layout: {actions: {visible: "no"}}', 'layout.actions.visible', 'the text `no`', '`true` or `false`'],
    ['layout: {cover: {size: big}}', 'layout.cover.size', 'the text `big`', 'one of background, full, hero'],
    ['metaLinks: a.md', 'metaLinks', 'the text `a.md`', '`alternates`'],
    ['metaLinks: {alternates: a.md}', 'metaLinks.alternates', 'the text `a.md`', 'a list'],
    ['vars: 1', 'vars', 'the number `1`', 'lines of `name: value`'],
    ['vars: {a: [1]}', 'vars.a', 'a list', 'a text, a number'],
  ])('says of %s what it is, what it should be, and that it stays', (line, key, found, expected) => {
    const { problems } = splitPage(`---\n${line}\n---\n\n# A\n`)
    expect(problems).toMatchObject([{ kind: 'wrong-value', line: 2 }])
    const message = problems[0]?.message ?? ''
    expect(message).toContain(`\`${key}\` in the frontmatter is ${found}, where ${expected}`)
    expect(message).toContain('it is kept')
  })

  it('finds nothing wrong in what is right', () => {
    const lines = [
      'description: >-\n  a\n  b',
      'hidden: false',
      'icon: "5"',
      'title:',
      'cover: a.png\ncoverY: -1.5\ncoverHeight: 300',
      'tags:\n  - a\n  - tag: b\n    primary: true',
      'layout:\n  width: wide\n  tags:\n    visible: true\n  cover:\n    visible: true\n    size: background\n    mask: none',
      'metaLinks:\n  alternates:\n    - a.md\n    - https://x.org\n  canonical: https://x.org',
      'vars: {a: 1, b: true}\nif: visitor.x',
    ]
    expect(kinds(`---\n${lines.join('\n')}\n---\n`)).toEqual([])
    expect(kinds('---\nlayout: {sidebar: {}, cover: {tint: x}}\nmetaLinks: {next: a}\n---\n')).toEqual([
      ['unknown-key', 2],
      ['unknown-key', 2],
      ['unknown-key', 3],
    ])
  })
})

describe('patching a head', () => {
  it('changes the lines of a key and no other', () => {
    expect(patchHead(HEAD, read(HEAD), read(HEAD))).toBe(HEAD)
    expect(patched(HEAD, { icon: "it's" })).toBe(HEAD.replace("'rocket'", "'it''s'"))
    expect(patched(HEAD, { hidden: false })).toBe(HEAD.replace('hidden: true', 'hidden: false'))
    expect(patched(HEAD, { hidden: undefined })).toBe(HEAD.replace('hidden: true # for now\n', ''))
    expect(patched(HEAD, { description: 'Short.' })).toBe(
      HEAD.replace('  A long text that\n  is folded.\n', '  Short.\n'),
    )
    expect(patched(HEAD, { description: undefined })).toBe(
      HEAD.replace('description: >-\n  A long text that\n  is folded.\n', ''),
    )
    expect(patched(HEAD, { noIndex: true })).toBe(
      HEAD.replace('claims.beta\n', 'claims.beta\nnoIndex: true\n'),
    )
    expect(patched(HEAD, { variables: { version: 1.3, name: 'Quire', x: 'no' } })).toBe(
      HEAD.replace('1.2', '1.3').replace('  name: Quire\n', "  name: Quire\n  x: 'no'\n"),
    )
    expect(patched(HEAD, { variables: { name: 'Quire' } })).toBe(HEAD.replace('  version: 1.2\n', ''))
    expect(patched(HEAD, { variables: undefined })).toBe(
      HEAD.replace('vars:\n  version: 1.2\n  name: Quire\n', ''),
    )
    expect(patched(HEAD, { cover: { src: 'b.png', yPos: 0 } })).toBe(
      HEAD.replace('../.gitbook/assets/a b.png', 'b.png').replace('-12.5', '0'),
    )
  })

  it('leaves what the model does not know about a layout', () => {
    const layout = { ...DEFAULT_LAYOUT, width: 'wide' as const, title: false, coverSize: 'full' as const }
    expect(patched(HEAD, { layout: { ...layout, width: 'default' } })).toBe(
      HEAD.replace('width: wide', 'width: default'),
    )
    expect(patched(HEAD, { layout: { ...layout, outline: false, title: true } })).toBe(
      HEAD.replace('title:\n    visible: false', 'title:\n    visible: true').replace(
        'size: background\n',
        'size: background\n  outline:\n    visible: false\n',
      ),
    )
    expect(patched('---\nlayout: {width: wide} # x\nicon: a1\n---\n', { layout: DEFAULT_LAYOUT })).toBe(
      '---\nlayout:\n  width: default\nicon: a1\n---\n',
    )
  })

  it('changes the title where it stands', () => {
    expect(patched(HEAD, { title: 'New *one*' })).toBe(HEAD.replace('Set \\_up\\_ 🚀', 'New \\*one\\*'))
    expect(patched('Old\n===\n\n', { title: 'New' })).toBe('New\n===\n\n')
    expect(patched('Old\n===\n\n', { title: '- New' })).toBe('# - New\n\n')
    expect(patched('#\n', { title: 'New' })).toBe('# New\n')
    expect(patched('# Old ##\r\n', { title: 'C #' })).toBe('# C \\# ##\r\n')
    expect(patched('---\ntitle: "Old"\n---\n\n', { title: 'New' })).toBe('---\ntitle: "New"\n---\n\n')
    expect(patched('', { title: 'New' })).toBe('# New\n\n')
    expect(patched('---\r\nicon: a1\r\n---\r\n', { title: 'New' })).toBe(
      '---\r\nicon: a1\r\n---\r\n\r\n# New\r\n\r\n',
    )
  })

  it('changes a value that another key repeats', () => {
    const head = '---\ndescription: &a x\nfoo: *a\n---\n# J\n'
    expect(patched(head, { description: 'New' })).toBe('---\ndescription: New\nfoo: x\n---\n# J\n')
    expect(patched(head, { description: undefined })).toBe('---\nfoo: x\n---\n# J\n')
  })

  it('makes a frontmatter, and takes it away', () => {
    expect(patched('# A\r\n\r\n', { icon: 'x1', description: 'B: c' })).toBe(
      "---\r\nicon: x1\r\ndescription: 'B: c'\r\n---\r\n\r\n# A\r\n\r\n",
    )
    expect(patched('---\nicon: a\n---\n\n# A\n', { icon: undefined })).toBe('# A\n')
    expect(patched('# A\n', { hidden: false })).toBe('# A\n')
  })

  it('writes the head of a new page', () => {
    expect(newHead({ title: 'A_b_' })).toBe('# A_b\\_\n\n')
    expect(newHead({})).toBe('')
    const long = 'word '.repeat(30).trim()
    expect(
      newHead({
        title: 'A',
        variables: { a: '1' },
        condition: 'a == "b"',
        cover: { src: 'c.png', yPos: 3 },
        hidden: true,
        description: long,
        icon: 'star',
      }),
    ).toBe(
      `---\nicon: star\ndescription: >-\n  ${long.slice(0, 74)}\n  ${long.slice(75)}\nhidden: true\ncover: c.png\ncoverY: 3\nif: a == "b"\nvars:\n  a: '1'\n---\n\n# A\n\n`,
    )
    expect(read(newHead({ layout: DEFAULT_LAYOUT }))).toEqual({ layout: DEFAULT_LAYOUT })
  })

  it('joins a head with another body', () => {
    expect(joinPage('# A', 'Text')).toBe('# A\nText')
    expect(joinPage('# A', '')).toBe('# A')
    expect(joinPage('', 'Text')).toBe('Text')
  })

  it('gets a blank line at its end for a first text', () => {
    for (const [head, spaced] of [
      ['', ''],
      ['\ufeff', '\ufeff'],
      ['# A', '# A\n\n'],
      ['# A\n', '# A\n\n'],
      ['# A\r\n', '# A\r\n\r\n'],
      ['# A\n\n', '# A\n\n'],
      ['# A\n \n', '# A\n \n'],
    ] as const)
      expect(withBlankLine(head)).toBe(spaced)
  })

  it('takes the mark at the beginning of a file for no line', () => {
    const { head, body } = splitPage('\ufeffText\n')
    expect([head, body]).toEqual(['\ufeff', 'Text\n'])
    expect(joinPage(head, body, 'A')).toBe('\ufeffText\n')
    expect(patchHead(head, {}, { title: 'A' })).toBe('\ufeff# A\n\n')
    expect(splitPage('\ufeff# A\n\nText\n')).toMatchObject({ body: 'Text\n', fields: { title: 'A' } })
  })
})

const nasty = fc.constantFrom(
  '# x',
  '#',
  '{#id}',
  '<a id="x"></a>',
  '</a>',
  'a: b',
  '- x',
  '---',
  '[a](b)',
  '`',
  '**',
  '_a_',
  '\\',
  '&amp;',
  ' x ',
  'a\nb',
  'a\r\nb\n',
  '\t',
  '"',
  "'",
  '>-',
  '|',
  '%',
  '@x',
  '!x',
  '&x',
  '*x',
  '? x',
  '{',
  '[',
  'yes',
  'null',
  '~',
  '2024-01-01',
  '1e3',
  '0x1',
  '目錄',
  '🚀 Go',
  '===',
  '\u2028',
  '\u0085',
  '\ufeff',
  ':smile:',
  '$$x$$',
  'x'.repeat(120),
  'a b '.repeat(40),
  'a  b  '.repeat(40),
)
const text = fc
  .oneof(
    nasty,
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.tuple(nasty, nasty).map((two) => two.join(' ')),
  )
  .filter(
    (value) =>
      value !== '' && !/[\0\uffff\ud800-\udfff]/.test(value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '')),
  )
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const onlyTrue = optional(fc.constant(true))
const layout = fc.record({
  width: fc.constantFrom('default' as const, 'wide' as const),
  coverSize: fc.constantFrom('hero' as const, 'full' as const),
  cover: fc.boolean(),
  title: fc.boolean(),
  description: fc.boolean(),
  tableOfContents: fc.boolean(),
  outline: fc.boolean(),
  pagination: fc.boolean(),
  metadata: fc.boolean(),
})
const variables = fc.dictionary(
  fc.oneof(fc.constantFrom('a', 'b', 'true', '__proto__'), text),
  fc.oneof(text, fc.boolean(), fc.integer()),
  { minKeys: 1, maxKeys: 3 },
)
const fieldsArbitrary: fc.Arbitrary<HeadFields> = fc
  .record({
    title: text,
    description: optional(text),
    icon: optional(text),
    emoji: optional(text),
    hidden: onlyTrue,
    noIndex: onlyTrue,
    noRobotsIndex: onlyTrue,
    condition: optional(text),
    variables: optional(variables),
    layout: optional(layout),
    cover: optional(fc.record({ src: text, yPos: fc.integer() })),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))

/** Heads in the forms that repositories have. */
const headArbitrary = fc
  .record({
    keys: fc.uniqueArray(
      fc.constantFrom(
        ['description', 'description: >-\n  folded\n  text\n'],
        ['description', "description: 'single'\n"],
        ['description', 'description: |\n  literal\n  text\n'],
        ['icon', 'icon: "double" # note\n'],
        ['emoji', 'emoji:\n'],
        ['hidden', 'hidden: true\n'],
        ['layout', 'layout:\n    width: wide\n    tags:\n        visible: true\n'],
        ['layout', 'layout: {outline: {visible: false}}\n'],
        ['cover', 'cover: broken-reference\n'],
        ['coverY', 'coverY: 12\n'],
        ['vars', 'vars:\n  a: 1\n  "b c": two\n'],
        ['title', 'title: From above\n'],
        ['own', 'own:\n- a\n- b: c\n'],
        ['0', '0: zero\n'],
        ['#', '\n# a comment\n'],
      ),
      { selector: ([key]) => key, maxLength: 6 },
    ),
    heading: fc.constantFrom(
      '',
      '# Title\n\n',
      '# T <a href="#t" id="t"></a>\n',
      'Setext\n======\n\n',
      '# Closed #\n\n',
      '#\n\n',
    ),
    gap: fc.constantFrom('', '\n', '\n\n'),
    isCrlf: fc.boolean(),
  })
  .map(({ keys, heading, gap, isCrlf }) => {
    const source = keys.map(([, lines]) => lines).join('')
    const head = (source === '' ? '' : `---\n${source}---\n${gap}`) + heading
    return isCrlf ? head.replaceAll('\n', '\r\n') : head
  })

describe('any head', () => {
  it('says what it was given, and nothing but that changes', () => {
    fc.assert(
      fc.property(headArbitrary, fieldsArbitrary, (head, after) => {
        const before = read(head)
        expect(splitPage(`${head}Text`)).toMatchObject({ head, body: 'Text' })
        expect(patchHead(head, before, before)).toBe(head)
        const result = patchHead(head, before, after)
        expect(read(result)).toEqual(after)
        expect(splitPage(`${result}Text`)).toMatchObject({ head: result, body: 'Text' })
        for (const line of ['# a comment', '- b: c', '0: zero'])
          expect(result.includes(line)).toBe(head.includes(line))
        if (head.includes('\r\n')) expect(result.replaceAll('\r\n', '')).not.toContain('\n')
      }),
      { numRuns: draws(80) },
    )
  })

  it('can be made from nothing', () => {
    fc.assert(
      fc.property(fieldsArbitrary, (fields) => {
        const head = newHead(fields)
        expect(splitPage(`${head}Text`)).toMatchObject({ head, body: 'Text', problems: [] })
        expect(read(head)).toEqual(fields)
      }),
      { numRuns: draws(40) },
    )
  })

  it('is found in any text without losing a byte', () => {
    const piece = fc.constantFrom(
      '---',
      '\n',
      '\r\n',
      '# ',
      'a',
      ': ',
      '===',
      ' ',
      '\t',
      '<a id="x"></a>',
      '{#x}',
      '#',
      '\ufeff',
      '- ',
      '"',
      '[',
      '{',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const text = pieces.join('')
        const { head, body, fields } = splitPage(text)
        expect(head + body).toBe(text)
        expect(patchHead(head, fields, fields)).toBe(head)
      }),
      { numRuns: 2000 },
    )
  })
})
