import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block } from '../document.ts'
import { childrenOf, fragmentsOf, inlinesOf, inlineText } from '../nodes.ts'
import { parseMarkdown } from '../parse.ts'
import { withCallouts } from './callout-lines.ts'
import { sourceLines, textOf } from './source-line.ts'

/** Blocks by their kinds, with what they hold. */
function shape(block: Block): string {
  const inside = [...childrenOf(block), ...fragmentsOf(block).flatMap(({ nodes }) => nodes)].map(shape)
  const style = block.type === 'hint' ? ` ${block.data.style}` : ''
  return `${block.type}${style}(${[inlineText(inlinesOf(block)), ...inside].filter(Boolean).join(', ')})`
}

const shown = (text: string) => parseMarkdown(text).nodes.map(shape)

describe('boxes of other tools are shown as ours', () => {
  it.each([
    [':::note\n\nWords.\n\n:::', ['hint info(paragraph(Words.))']],
    [':::tip\nWords.\n:::\nAfter.', ['hint success(paragraph(Words.))', 'paragraph(After.)']],
    [
      'Before.\n::: warning Mind *this*\nWords.\n:::',
      ['paragraph(Before.)', 'hint warning(paragraph(Mind this), paragraph(Words.))'],
    ],
    [
      ':::danger[Stop]{.wide}\n- one\n- two\n:::',
      expect.arrayContaining([expect.stringMatching(/^hint danger\(paragraph\(Stop\), list-unordered/)]),
    ],
    [
      '::::info\n:::caution\nIn.\n:::\nOut.\n::::',
      ['hint info(hint warning(paragraph(In.)), paragraph(Out.))'],
    ],
    ['::: details More\nWords.\n:::', ['expandable(paragraph(More), paragraph(Words.))']],
    ['::: code-group\n```js [a.js]\n1\n```\n:::', ['code(code-line(1))']],
    [
      '!!! note\n\n    Words.\n\n    - one\n\nAfter.',
      ['hint info(paragraph(Words.), list-unordered(list-item(paragraph(one))))', 'paragraph(After.)'],
    ],
    [
      '!!! danger "Stop here"\n    Words,\n    more.',
      ['hint danger(paragraph(Stop here), paragraph(Words, more.))'],
    ],
    ['!!! note inline end ""\n    ```\n    :::note\n    ```', ['hint info(code(code-line(:::note)))']],
    ['!!! constructor\n    Words.', ['hint info(paragraph(Words.))']],
    ['??? question "Why?"\n    Because.', ['expandable(paragraph(Why?), paragraph(Because.))']],
    [
      '1. One\n\n    !!! tip\n        Words.\n\n2. Two',
      expect.arrayContaining([expect.stringContaining('hint success(paragraph(Words.))')]),
    ],
    [
      '-   One\n\n       !!! tip\n           Words.',
      expect.arrayContaining([expect.stringContaining('hint success(paragraph(Words.))')]),
    ],
    [
      '=== "A"\n\n    One.\n\n=== "B"\n\n    Two.',
      ['tabs(tabs-item(paragraph(One.)), tabs-item(paragraph(Two.)))'],
    ],
    [
      'import Tabs from \'@theme/Tabs\';\n\n<Tabs groupId="os">\n<TabItem value="a" label="A" default>\n\nOne.\n\n</TabItem>\n<TabItem value=\'b\'>\nTwo.\n</TabItem>\n</Tabs>',
      ['tabs(tabs-item(paragraph(One.)), tabs-item(paragraph(Two.)))'],
    ],
  ])('%j', (text, blocks) => {
    expect(shown(text)).toEqual(blocks)
  })
})

describe('what is no box stays as it is', () => {
  it.each([
    '```\n:::note\nWords.\n:::\n```',
    '    :::note\n    Words.\n    :::',
    '- item\n\n      :::note\n      Words.\n      :::',
    '-   item\n\n        !!! note\n            Words.',
    ':::note\nNobody ends it.',
    ':::nobody-knows\nWords.\n:::',
    ':::constructor\nWords.\n:::',
    'Words of `:::note`, and ::: here.',
    '!!! note\nNothing is indented.',
    'Stop!!! Now.\n\n    code',
    'Heading\n=== "A"',
    ':::\n:::',
    'Words of <Tabs> and\nimport { a } from "./b".',
    '```\n<Tabs>\n</Tabs>\n```',
  ])('%j', (text) => {
    expect(textOf(withCallouts(sourceLines(text)))).toBe(text)
  })
})

it('any mixture of them is read, and no word is lost', () => {
  const line = fc.constantFrom(
    ...[
      ':::note',
      '::: tip A',
      ':::',
      '::::',
      '::::info',
      '!!! note',
      '??? bug "B"',
      '=== "C"',
      '```',
      '- item',
    ],
    ...['    word', 'word', '', '        word', '    !!! tip', '    === "D"', '    :::', '\tword'],
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const text = lines.join('\n')
      const words = (of: string) => of.match(/\bword\b/g)?.length ?? 0
      expect(words(textOf(withCallouts(sourceLines(text))))).toBe(words(text))
      parseMarkdown(text)
    }),
  )
})

it.each([
  [':::note\n'.repeat(50_000)],
  [`${':::note\n'.repeat(20_000)}${'::::\n'.repeat(20_000)}`],
  [`:::note${' '.repeat(200_000)}x\n:::`],
  [`!!! note${' -'.repeat(100_000)}"\n    x`],
  [`!!! ${'a'.repeat(200_000)};\n    x`],
  [Array.from({ length: 500 }, (_, at) => `${' '.repeat(4 * at)}!!! note`).join('\n')],
  ['=== "a"\n    x\n\n'.repeat(100_000)],
  [`${'- '.repeat(100_000)}\n:::note\n:::`],
  [`!!! note\n${'    x\n'.repeat(300_000)}`],
])('comes to an end, whatever its length, and makes little more of it', (text) => {
  expect(textOf(withCallouts(sourceLines(text))).length).toBeLessThan(text.length * 20)
})
