import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patchRedirects, readConfig } from './config.ts'

const DEFAULTS = { root: '', readme: 'README.md', summary: 'SUMMARY.md', redirects: [] }
const kinds = (text: string) => readConfig(text).problems.map(({ kind, line }) => [kind, line])

describe('the configuration of a space', () => {
  it('names its root, its files and its redirects', () => {
    const text = [
      '---',
      'root: ./docs/',
      '',
      'structure:',
      '  readme: ./intro.md',
      '  summary: nav/SUMMARY.md',
      'redirects:',
      '  # Moved',
      '  old/path: ./new/page.md',
      '',
      '  /404: missing.md',
    ].join('\r\n')
    expect(readConfig(text)).toEqual({
      root: 'docs',
      readme: 'intro.md',
      summary: 'nav/SUMMARY.md',
      redirects: [
        { from: 'old/path', to: 'new/page.md', key: 'old/path', written: './new/page.md' },
        { from: '404', to: 'missing.md', key: '/404', written: 'missing.md' },
      ],
      problems: [],
    })
  })

  it.each(['', '\n', '# nothing\n', '---\n', 'root:\n', 'root: ./\n', 'root: .', 'redirects:\nstructure:\n'])(
    'has defaults where %j says nothing',
    (text) => expect(readConfig(text)).toEqual({ ...DEFAULTS, problems: [] }),
  )

  it.each([
    ['root: [', 'broken-config', undefined],
    ['- a\n- b\n', 'broken-config', 1],
    ['root: {a: 1}\n', 'broken-config', 1],
    ['\nroot: ../up\n', 'outside-root', 2],
    ['root: docs/.git\n', 'outside-root', 1],
    ['structure: yes please\n', 'broken-config', 1],
    ['structure:\n  summary: ../../x.md\n', 'outside-root', 2],
    ['redirects:\n  a: [b]\n', 'broken-config', 2],
    ['struc\u200bture:\n  readme: a.md\n', 'unknown-key', 1],
  ])('has defaults and a problem for %j', (text, kind, line) => {
    expect(readConfig(text)).toMatchObject(DEFAULTS)
    expect(kinds(text)).toEqual([[kind, line ?? expect.any(Number)]])
  })

  it('takes the last of two redirects, and says so', () => {
    const { redirects, problems } = readConfig('redirects:\n  a: b.md\n  a: c.md\n')
    expect(redirects).toMatchObject([{ from: 'a', to: 'c.md' }])
    expect(problems).toMatchObject([{ kind: 'duplicate-key', line: 3 }])
  })

  it('never fails, and never leads out', () => {
    const piece = fc.constantFrom(
      'root',
      'structure',
      'redirects',
      ': ',
      ':\n',
      '  ',
      '\n',
      '- ',
      '..',
      '/',
      '&a ',
      '*a',
      '{',
      '[',
      '"',
      "'",
      'x',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { root, readme, summary } = readConfig(pieces.join(''))
        for (const path of [root, readme, summary]) expect(path.split('/')).not.toContain('..')
      }),
      { numRuns: 1000 },
    )
    expect(readConfig('['.repeat(20_000)).problems).toHaveLength(1)
  })
})

describe('redirects to files that lie elsewhere now', () => {
  const follow = (text: string, moved: [string, string][]) =>
    patchRedirects(text, readConfig(text).redirects, new Map(moved))

  it('follow them, and no other line changes', () => {
    const text = [
      'root: ./docs/ # here',
      'redirects:',
      '  # Moved',
      "  'old/a': './a.md'   # once",
      '  /old/b: "b.md"',
      '  old/c: c.md',
      '  old/d: ./a.md',
      '',
    ].join('\r\n')
    const wanted = text.replaceAll('./a.md', './new/a.md').replace('"b.md"', '"b: c.md"')
    const moved: [string, string][] = [
      ['a.md', 'new/a.md'],
      ['b.md', 'b: c.md'],
    ]
    expect(follow(text, moved)).toBe(wanted)
  })

  it('are spelled so that they are read again', () => {
    const text = 'redirects: {a: a.md, b: b.md}\n'
    const patched = follow(text, [['a.md', 'c, d.md']])
    expect(readConfig(patched).redirects.map(({ to }) => to)).toEqual(['c, d.md', 'b.md'])
  })

  it('are found in one reading', () => {
    const lines = Array.from({ length: 1_500 }, (_, at) => `  old/${at}: page-${at}.md`)
    const text = ['redirects:', ...lines, ''].join('\n')
    const moved = Array.from({ length: 1_500 }, (_, at): [string, string] => [
      `page-${at}.md`,
      `new/${at}.md`,
    ])
    expect(follow(text, moved)).toBe(text.replaceAll('page-', 'new/'))
  })
})
