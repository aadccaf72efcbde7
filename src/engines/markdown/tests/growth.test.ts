import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { draws } from '../../../../test/drawn/draws.ts'
import { type HostileText, hostileText } from '../../../../test/drawn/hostile-texts.ts'
import { numbered, paired, repeated, slowWays, type Ways } from '../../../../test/measures/growth.ts'
import { stepCounter } from '../../../../test/measures/steps.ts'
import { withWikiLinks } from '../../conversion/formats/wiki-links.ts'

import { inspectPage } from '../../repository/report/inspect.ts'
import { readSummary } from '../../repository/summary/summary.ts'
import type { Block, InlineNode, JSONDocument } from '../document.ts'
import { editMarkdown } from '../edit.ts'
import { linksIn, replaceTargets } from '../links.ts'
import { checkDocument } from '../model/check.ts'
import { text } from '../nodes.ts'
import { parseMarkdown } from '../parse.ts'
import { publicDocument } from '../public-document.ts'
import { sectionsOf } from '../sections.ts'
import { writeMarkdown } from '../write.ts'

/** All that is done with a text. */
const WAYS: Ways = {
  'reading it': parseMarkdown,
  'writing it again': (text) => writeMarkdown(parseMarkdown(text)),
  'editing a block': (text) => editMarkdown(text, withOtherBlock(parseMarkdown(text))),
  'finding its links': linksIn,
  'what clients get of it': (text) => publicDocument(parseMarkdown(text)),
  'renaming its links': (text) => replaceTargets(text, (target) => `${target}x`),
  'its sections': sectionsOf,
  'checking it': (text) => checkDocument(parseMarkdown(text)),
  'inspecting it': inspectPage,
  'a table of contents': (text) => readSummary(text, 'SUMMARY.md'),
}

function withOtherBlock(document: JSONDocument): JSONDocument {
  const other: Block = { object: 'block', type: 'paragraph', nodes: [text('other')] }
  return { ...document, nodes: document.nodes.toSpliced(document.nodes.length >> 1, 1, other) }
}

const steps = stepCounter()
afterAll(() => steps.close())

/** Of the shorter text. `npm run fuzz` takes longer ones. */
const LENGTH = draws(1) > 1 ? 20_000 : 2_000

const TEXTS: Record<string, HostileText> = {
  'elements with blank lines': repeated('<div>\n\n'),
  'elements in elements with blank lines': paired('<div>\n\n', '</div>\n\n'),
  'images in images': paired('<div><figure>\n', '</figure></div>\n'),
  'expandables in expandables': paired('<details>\n\n<summary>a</summary>\n\n', '</details>\n\n'),
  'elements nobody closes': repeated('<p>'),
  'elements in elements in a line': (count) => `a ${paired('<x>', '</x>')(count)}`,
  'pictures in pictures in a line': (count) => `a ${paired('<picture>', '</picture>')(count)}`,
  'elements closed in a link': (count) => `<b>[${paired('<i>', '</b>')(count)}](a)`,
  tables: repeated('| a | b |\n| - | - |\n| c | d |\n\n'),
  rows: (count) => `a|b\n-|-\n${'c|d\n'.repeat(count)}`,
  'wide rows in a paragraph': repeated(`a\n${'|-'.repeat(50)}\n`),
  'columns of an element': (count) =>
    `<table><thead><tr>${'<th>a</th>'.repeat(count)}</tr></thead><tbody><tr></tr></tbody></table>`,
  'rows of an element': (count) =>
    `<table><thead><tr><th>a</th></tr></thead><tbody>${'<tr><td>b</td></tr>'.repeat(count)}</tbody></table>`,
  items: repeated('- a\n'),
  tasks: repeated('- [ ] a\n'),
  numbers: numbered((at) => `${at}. a\n`),
  headings: repeated('# a\n\n'),
  definitions: numbered((at) => `[a${at}]: b\n`),
  'definitions and their uses': numbered((at) => `[a${at}]: b\n\n[a${at}]\n\n`),
  footnotes: numbered((at) => `a[^${at}]\n\n[^${at}]: b\n\n`),
  'damaged lines between footnotes': numbered((at) => `<x>\n\n[^${at}]: b\n\na<x> [^${at}]\n\n`),
  'a long footnote called often': (count) => `[^1]: ${'b '.repeat(count)}\n\n${'[^1] '.repeat(count)}`,
  'expressions nobody closes': (count) => `a ${'<code class="expression"> '.repeat(count)}`,
  'links behind open brackets': (count) => '['.repeat(count / 2) + '[a](b)'.repeat(count / 2),
  'tags in tags': paired('{% hint style="info" %}\n', '{% endhint %}\n'),
  'tags in tags in a line': paired('{% hint style="info" %} a ', '{% endhint %} '),
  'tags around tags in a line': repeated('{% hint style="info" %} a {% endhint %} '),
  'callouts between colons': repeated(':::note\na [b](c)\n:::\n'),
  'callouts in callouts': paired(':::note\n', ':::\n'),
  'indented callouts': repeated('!!! note "a"\n    b\n\n'),
  'indented tabs': repeated('=== "a"\n    b\n\n'),
  'expandables in a line': repeated('<details><summary>a</summary>b</details>'),
  updates: (count) =>
    `{% updates %}\n${repeated('{% update %}\na\n{% endupdate %}\n')(count)}{% endupdates %}\n`,
  'quotes in quotes': (count) => '> '.repeat(count),
  'lines of quotes in quotes': (count) => `${'> '.repeat(100)}a\n`.repeat(count / 10),
}

describe('a text twice as long takes twice the work', () => {
  it.each(Object.entries(TEXTS))('%s', (_, textOf) => {
    expect(slowWays(steps, textOf, WAYS, LENGTH)).toEqual([])
  })

  it('whatever it is made of', () => {
    fc.assert(
      fc.property(hostileText, ({ textOf }) => {
        expect(slowWays(steps, textOf, WAYS, LENGTH)).toEqual([])
      }),
      { numRuns: draws(10) },
    )
  })
})

describe('a table of contents twice as long takes twice the work', () => {
  const read = { 'reading it': (source: string) => readSummary(source, 'SUMMARY.md') }

  it.each<[string, HostileText]>([
    ['brackets', (count) => `* ${'['.repeat(count)}`],
    ['links', (count) => `* ${'[a]('.repeat(count)}`],
    ['backticks', (count) => `* ${'`a``b'.repeat(count)}`],
    ['comments', repeated('<!-- a\n')],
    ['blanks', (count) => `*${' '.repeat(count)}x`],
    ['rules that are none', (count) => `${'- '.repeat(count)}x`],
    ['entries', repeated('* [a\\_b](c.md)\n')],
  ])('%s', (_, textOf) => {
    expect(slowWays(steps, textOf, read, 5 * LENGTH)).toEqual([])
  })
})

describe('a page of a wiki twice as long takes twice the work', () => {
  const read = { 'finding its links': (source: string) => withWikiLinks(source, (name) => name) }

  it.each(['` `` ', '<code> </pre> ', '[[a '])('%s', (piece) => {
    expect(slowWays(steps, (count) => `[[x]] ${piece.repeat(count)}`, read, 5 * LENGTH)).toEqual([])
  })
})

describe('a text twice as long with every part edited takes twice the work', () => {
  it.each<[string, HostileText]>([
    ['one list', numbered((at) => `${at + 1}. a${at}\n   more\n`)],
    ['one quote', numbered((at) => `> a${at}\n>\n`)],
    ['many lists', numbered((at) => `- a${at}\n- b\n\ntext ${at}\n\n`)],
  ])('%s', (_, textOf) => {
    const edit = (source: string) => {
      const read = JSON.stringify(parseMarkdown(source))
      return editMarkdown(source, JSON.parse(read.replaceAll('"text":"a', '"text":"new')))
    }
    expect(slowWays(steps, textOf, { 'editing it': edit }, LENGTH)).toEqual([])
  })
})

it('links in each other take no more than the square of their number to write', () => {
  const nested = (depth: number): InlineNode =>
    depth === 0
      ? text('x')
      : {
          object: 'inline',
          type: 'link',
          data: { ref: { kind: 'url', url: 'y' } },
          nodes: [nested(depth - 1)],
        }
  const write = (depth: number) => {
    const block: Block = { object: 'block', type: 'paragraph', nodes: [nested(depth)] }
    return writeMarkdown({ object: 'document', data: {}, nodes: [block] })
  }
  expect(write(24)).toContain('[x]')
  expect(steps.stepsOf(() => write(24)) / steps.stepsOf(() => write(12))).toBeLessThan(4)
})
