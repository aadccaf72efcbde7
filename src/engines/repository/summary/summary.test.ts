import { describe, expect, it } from 'vitest'
import { readSummary, type SummaryEntry, withReadmes } from './summary.ts'

const TEXT = `# Table of contents

* [Welcome](README.md)

## First steps <a href="#first" id="first"></a>

* [Install](install/README.md)
  * [On a \\_server\\_](install/server.md "Server")
    * [Deep \`code\` & *more*](<install/a b.md#part>)
* [Status page](https://status.example.org)
- Plain \\[text]
<!-- * [Hidden](hidden.md) -->

---

-   [Wide](a%20b.md)
    * [Below](./x/../y.md)

A line of text.
## Last ##
1. [One](one.md)
   1. [Inner](01\\_inner.md)
`

type Short = string | [string, ...Short[]]
const short = ({ title, children }: SummaryEntry): Short =>
  children.length === 0 ? title : [title, ...children.map(short)]
const shape = (text: string) =>
  readSummary(text, 'SUMMARY.md').parts.map(({ group, entries }) => [group?.title, ...entries.map(short)])
const targetOf = (link: string, file = 'SUMMARY.md') =>
  readSummary(`* [a](${link})`, file).parts[0]?.entries[0]?.target

describe('a table of contents', () => {
  it('is read with its groups and levels', () => {
    expect(shape(TEXT)).toEqual([
      [undefined, 'Welcome'],
      [
        'First steps',
        ['Install', ['On a _server_', 'Deep code & more']],
        'Status page',
        'Plain [text]',
        ['Wide', 'Below'],
      ],
      ['Last', ['One', 'Inner']],
    ])
    expect(shape(TEXT.replaceAll('\n', '\r\n'))).toEqual(shape(TEXT))
  })

  it('says where everything leads, and on which line it stands', () => {
    const [first, second, third] = readSummary(TEXT, 'SUMMARY.md').parts
    expect(first?.entries).toEqual([
      { line: 2, title: 'Welcome', target: { kind: 'file', path: 'README.md' }, children: [] },
    ])
    expect(second?.group?.line).toBe(4)
    expect(second?.entries[0]?.children[0]).toMatchObject({
      line: 7,
      navTitle: 'Server',
      target: { kind: 'file', path: 'install/server.md' },
      children: [{ target: { kind: 'file', path: 'install/a b.md', fragment: 'part' } }],
    })
    expect(second?.entries.map(({ target }) => target)).toEqual([
      { kind: 'file', path: 'install/README.md' },
      { kind: 'url', url: 'https://status.example.org' },
      { kind: 'none' },
      { kind: 'file', path: 'a b.md' },
    ])
    expect(second?.entries[3]?.children[0]?.target).toEqual({ kind: 'file', path: 'y.md' })
    expect(third?.entries[0]?.children[0]?.target).toEqual({ kind: 'file', path: '01_inner.md' })
  })

  it.each([
    ['four spaces a level', '* a\n    * b\n        * c\n    * d\n* e'],
    ['tabs', '* a\n\t* b\n\t\t* c\n\t* d\n* e'],
    ['three spaces, mixed bullets', '- a\n   + b\n      * c\n   - d\n* e'],
    ['carelessness', ' * a\n   * b\n     * c\n  * d\n* e'],
    ['a list that begins inside', '  * a\n    * b\n      * c\n    * d\n  * e'],
  ])('nests by %s', (_, text) => {
    const expected = [[undefined, ['a', ['b', 'c'], 'd'], 'e']]
    expect(shape(text)).toEqual(
      text.startsWith(' * a') ? [[undefined, ['a', ['b', 'c']], 'd', 'e']] : expected,
    )
  })

  it('begins anew behind a rule, and skips comments and code', () => {
    expect(shape('* a\n\n***\n\n  * b\n')).toEqual([[undefined, 'a', 'b']])
    expect(shape('* a\n<!--\n* b\n-->\n* c <!-- d\n* e --> \n* f\n')).toEqual([[undefined, 'a', 'c', 'f']])
    expect(shape('* a\n```\n* b\n```\n* c <!-- no end\n* d\n')).toEqual([[undefined, 'a', 'c', 'd']])
  })

  it('resolves targets from the folder it lies in', () => {
    expect(targetOf('../a.md', 'nav/SUMMARY.md')).toEqual({ kind: 'file', path: 'a.md' })
    expect(targetOf('b/', 'nav/SUMMARY.md')).toEqual({ kind: 'file', path: 'nav/b' })
    expect(targetOf('100%.md')).toEqual({ kind: 'file', path: '100%.md' })
    expect(targetOf('a\\b.md')).toEqual({ kind: 'file', path: 'a\\b.md' })
    expect(targetOf('mailto:a@example.org')).toEqual({ kind: 'url', url: 'mailto:a@example.org' })
    expect(targetOf('#part')).toEqual({ kind: 'url', url: '#part' })
    expect(targetOf('')).toEqual({ kind: 'none' })
    expect(targetOf('/b.md#c', 'nav/SUMMARY.md')).toEqual({ kind: 'file', path: 'b.md', fragment: 'c' })
    expect(targetOf('//example.org/b.md')).toEqual({ kind: 'url', url: '//example.org/b.md' })
  })

  it('lists the README of a folder, where there is one', () => {
    const files = new Set(['README.md', 'a/README.md', 'a/b/README.md', 'c.md'])
    const text =
      '* [H](./)\n* [A](a/)\n  * [B](a/b#x)\n* [C](c)\n* [D](d/)\n* [E](c.md)\n* [F](https://x.org/a)\n'
    const { parts } = withReadmes(readSummary(text, 'SUMMARY.md'), (path) => files.has(path))
    const targets = (entries: SummaryEntry[]): unknown[] =>
      entries.flatMap(({ target, children }) => [target, ...targets(children)])
    expect(targets(parts[0]?.entries ?? [])).toEqual([
      { kind: 'file', path: 'README.md' },
      { kind: 'file', path: 'a/README.md' },
      { kind: 'file', path: 'a/b/README.md', fragment: 'x' },
      { kind: 'file', path: 'c' },
      { kind: 'file', path: 'd' },
      { kind: 'file', path: 'c.md' },
      { kind: 'url', url: 'https://x.org/a' },
    ])
  })

  it.each(['../a.md', '/../a.md', 'a/../../b.md', '%2e%2e/b.md'])('tells that %s leads out', (target) => {
    const { parts, problems } = readSummary(`\n* [A](${target})`, 'SUMMARY.md')
    expect(parts[0]?.entries[0]?.target).toEqual({ kind: 'url', url: target })
    expect(problems).toMatchObject([{ kind: 'outside-root', line: 2 }])
  })

  it.each([
    ['* a **[B](b.md)** c', 'B'],
    ['* ![i](i.png) [B](b.md)', 'B'],
    ['* [![i](i.png)](b.md)', 'i'],
    ['* [a [b] c](d.md)', 'a [b] c'],
    ['* [`]`](d.md)', ']'],
    ['* [Use <name>](d.md)', 'Use <name>'],
    ['* [:rocket: Go&nbsp;on](d.md)', ':rocket: Go\u00a0on'],
    ['*', ''],
    ['* \\- x', '- x'],
    ['* [A][b]', '[A][b]'],
  ])('has titles as readers see them: %s', (text, title) => {
    expect(readSummary(text, 'SUMMARY.md').parts[0]?.entries[0]?.title).toBe(title)
  })
})
