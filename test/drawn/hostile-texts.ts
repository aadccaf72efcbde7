// Texts made to be slow to read: pieces of the language over and over, opened and closed as often, in turns, in lines
// that begin alike. Each is given by how many pieces it has.
import fc from 'fast-check'

export type HostileText = (count: number) => string

/** What opens something, and what closes it. */
export const PAIRS: [open: string, close: string][] = [
  ...['div', 'p', 'pre', 'figure', 'picture', 'details', 'table', 'b', 'h2', 'x', 'ul', 'li', 'td'].map(
    (name): [string, string] => [`<${name}>`, `</${name}>`],
  ),
  ['<table><tr><td>', '</td></tr></table>'],
  ['<ul><li>', '</li></ul>'],
  ['<pre><code>', '</code></pre>'],
  ['<details>\n<summary>a</summary>\n', '</details>\n'],
  ['<div data-tag="hint">', '</div>'],
  ['<div><figure>\n', '</figure></div>\n'],
  ['<a href="b">', '</a>'],
  ['<mark style="color:red;">', '</mark>'],
  ['<code class="expression">', '</code>'],
  ['<span data-gb-custom-inline data-tag="emoji" data-code="2705">', '</span>'],
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<script>', '</script>'],
  ['{% hint style="info" %}\n', '{% endhint %}\n'],
  ['{% tabs %}\n{% tab title="a" %}\n', '{% endtab %}\n{% endtabs %}\n'],
  ['{% embed url="a" %}\n', '{% endembed %}\n'],
  ['{% code %}\n```\n', '```\n{% endcode %}\n'],
  ['{% unknown %}\n', '{% endunknown %}\n'],
  ['{%', '%}'],
  ['[', ']'],
  ['[a', '](b)'],
  ['![a', '](b)'],
  ['[a](b "', '")'],
  ['(', ')'],
  ['*a', 'b*'],
  ['**a ', ' b**'],
  ['~~a', 'b~~'],
  ['`a', 'b`'],
  ['```\n', '```\n'],
  ['$$\n', '$$\n'],
]

export const SINGLES: string[] = [
  ...[
    'a',
    'a ',
    ' ',
    '\t',
    '\\',
    '&',
    '&amp;',
    '<',
    '>',
    '"',
    '|',
    ':',
    ':a:',
    '$$',
    '`',
    '*',
    '_',
    '~',
    '#',
    '-',
  ],
  ...['\0', '\r', '\ufeff', '\u00a0', '\ud83d', '{#a}', '<br>', '<img src="a">', '<a b="', '<http://a.b>'],
  ...['[a]: b', '[a]:', '[a]', '[^1]', '[^1]: a', '[a](', '[a](b)', '# a', '---', 'a\n---', 'a\n='],
  ...[
    '| a | b |',
    '|-|-|',
    'a|b\n-|-\nc|d',
    '- a',
    '* a',
    '1. a',
    '- [ ] a',
    '    a',
    '  - a',
    '> a',
    '{% include "a.md" %}',
  ],
]

const BETWEEN = ['', ' ', '\n', '\n\n']
const BEFORE = ['', '> ', '- ', '1. ', '  ', '    ', '> - ']

const piece = fc.oneof(fc.constantFrom(...SINGLES), fc.constantFrom(...PAIRS.flat()))

/** Any pieces, in any of these shapes. */
export const hostileText: fc.Arbitrary<{ name: string; textOf: HostileText }> = fc
  .tuple(
    fc.oneof(fc.constantFrom(...PAIRS), fc.tuple(piece, piece)),
    fc.constantFrom('one', 'other', 'in turns', 'one after all of the other'),
    fc.constantFrom(...BETWEEN),
    fc.constantFrom(...BEFORE),
    fc.boolean(),
  )
  .map(([[open, close], shape, between, before, isNested]) => ({
    name: JSON.stringify({ open, close, shape, between, before, isNested }),
    textOf: (count) => {
      const line = (text: string) => (isNested ? text : before + text) + between
      const half = Math.ceil(count / 2)
      const text = {
        one: () => line(open).repeat(count),
        other: () => line(close).repeat(count),
        'in turns': () => (line(open) + line(close)).repeat(half),
        'one after all of the other': () => line(open).repeat(half) + line(close).repeat(half),
      }
      // Nested: the prefix stands before everything, as often as there are pieces.
      return (isNested ? before.repeat(count) : '') + text[shape]()
    },
  }))
