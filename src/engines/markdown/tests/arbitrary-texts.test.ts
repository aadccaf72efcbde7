import { describe, expect, it } from 'vitest'
import { draws } from '../../../../test/drawn/draws.ts'
import { PAIRS, SINGLES } from '../../../../test/drawn/hostile-texts.ts'
import type { JSONDocument } from '../document.ts'
import { blocksOf, editMarkdown } from '../edit.ts'
import { linksIn } from '../links.ts'
import { fingerprint } from '../model/same.ts'
import { parseMarkdown } from '../parse.ts'
import { publicDocument } from '../public-document.ts'
import { sectionsOf } from '../sections.ts'
import { writeMarkdown } from '../write.ts'

/** What this flavour is made of, whole and in pieces. */
const ALPHABET = [
  ...[
    '\n',
    '\n\n',
    ' ',
    '  ',
    '    ',
    '\t',
    'a',
    'b c',
    'word',
    '.',
    '!',
    '"',
    "'",
    '1',
    '\\',
    '\\\n',
    '\r\n',
    '\0',
  ],
  ...[
    '*',
    '**',
    '_',
    '__',
    '~~',
    '`',
    '``',
    '```\n',
    '~~~\n',
    '```js\n',
    '<',
    '>',
    '&',
    '&amp;',
    '&#x20;',
    '&nbsp;',
  ],
  ...[
    '# ',
    '## ',
    '#### ',
    '- ',
    '* ',
    '1. ',
    '2) ',
    '[ ] ',
    '[x] ',
    '> ',
    '|',
    '---\n',
    '***\n',
    '===\n',
    '{#id}',
  ],
  ...[
    '| a | b |\n| --- | --- |\n',
    ':smile:',
    ':',
    '$$',
    '$$\n',
    '[',
    ']',
    '(',
    ')',
    '![',
    '](x.md)',
    '](<a b>)',
  ],
  ...[
    '[a](b.md "mention")',
    '[^1]',
    '[^1]: note\n',
    '[r]: url\n',
    '[r]',
    '<http://x.y>',
    '<br>',
    '<name>',
    '</name>',
  ],
  ...[
    '{% hint style="info" %}\n',
    '{% endhint %}\n',
    '{% tabs %}\n',
    '{% tab title="x" %}\n',
    '{% endtab %}\n',
  ],
  ...[
    '{% endtabs %}\n',
    '{% code title="a" %}\n',
    '{% endcode %}\n',
    '{% embed url="u" %}\n',
    '{% endembed %}\n',
  ],
  ...[
    '{% include "a.md" %}\n',
    '{% content-ref url="p" %}\n',
    '[p](p)\n',
    '{% endcontent-ref %}\n',
    '{% foo %}\n',
  ],
  ...[
    '{% stepper %}\n',
    '{% step %}\n',
    '{% endstep %}\n',
    '{% endstepper %}\n',
    '{% if a %}\n',
    '{% endif %}\n',
  ],
  ...[
    '{% columns %}\n',
    '{% column %}\n',
    '{% endcolumn %}\n',
    '{% endcolumns %}\n',
    '{% @v/b a="1" %}\n',
    '%}',
  ],
  ...[
    '<details>\n',
    '<summary>S</summary>\n',
    '</details>\n',
    '<div>',
    '</div>\n',
    '<pre><code>',
    '</code></pre>\n',
  ],
  ...[
    '<figure><img src="a" alt=""><figcaption></figcaption></figure>\n',
    '<strong>',
    '</strong>',
    '<em>',
    '</em>',
  ],
  ...[
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>',
    '</td></tr></tbody></table>\n',
    '<a href="x">',
  ],
  ...[
    '</a>',
    '<a href="#x" id="x"></a>',
    '<mark style="color:red;">',
    '</mark>',
    '<img src="i">',
    '<code>',
    '</code>',
  ],
  ...[
    '<code class="expression">',
    '<p>',
    '</p>',
    '<ul><li>',
    '</li></ul>',
    '<!-- ',
    '-->',
    '\u00a0',
    'é',
    '日本',
    '😀',
  ],
]

/** Containers, whole and in pieces. */
const TAGS = [
  ...['a\n', '\n', '* item\n', '- item\n', '  ', '> ', '[x](y.md)\n', '[^1]\n', '[^1]: note\n', '```\n'],
  ...['{% updates format="full" %}\n', '{% update date="d" tags="a, b" %}\n', '{% update %}\n'],
  ...['{% endupdate %}\n', '{% endupdates %}\n', '{% endupdate %}\n', '{% endupdates %}\n'],
  ...["{% prompt icon='x' %}\n", '{% endprompt %}\n', '{% hint style="tip" %}\n', '{% endhint %}\n'],
  ...['{% swagger path="/" %}\n', '{% swagger src="a" %}\n', '{% endswagger %}\n', '{% endswagger %}\n'],
  ...['{% swagger-response status=200 %}\n', '{% endswagger-response %}\n', '{% embed url="u" %}\n'],
  ...['{% api-method a="1" a="2" %}\n', '{% endapi-method %}\n', '{% unknown %}\n', '{% endunknown %}\n'],
]

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function randomText(next: () => number, pieces: number, alphabet = ALPHABET): string {
  let text = ''
  for (let count = 1 + Math.floor(next() * pieces); count > 0; count--) {
    text += alphabet[Math.floor(next() * alphabet.length)]
  }
  return text
}

function withoutKeys(document: JSONDocument): string {
  return JSON.stringify(document, (name, value: unknown) => (name === 'key' ? undefined : value))
}

const SIZE = 20_000
const fill = (piece: string) => piece.repeat(Math.floor(SIZE / piece.length))

const ADVERSARIAL: Record<string, string> = {
  'tags never closed': '{% hint style="info" %}\n'.repeat(8000),
  'tags never opened': '{% endhint %}\n'.repeat(8000),
  'tags in tags': '{% hint style="info" %}\n'.repeat(450) + '{% endhint %}\n'.repeat(450),
  'tabs never closed': fill('{% tabs %}\n{% tab title="x" %}\n'),
  stars: fill('*'),
  'open emphasis': fill('*a '),
  'nested emphasis': `${'**_'.repeat(3000)}a${'_**'.repeat(3000)}`,
  'open brackets': fill('['),
  'open images': fill('!['),
  'open links': fill('[a]('),
  'nested links': '['.repeat(9000) + '](a)'.repeat(2000),
  'angle brackets': fill('<'),
  'open elements': fill('<b>'),
  'crossed elements': fill('<b></i>'),
  'closed by others': '<b>'.repeat(3000) + '</i>'.repeat(2500),
  'open attributes': fill('<a b="'),
  'blanks in a tag': `<a${' '.repeat(SIZE)}`,
  'details never closed': fill('<details>\n<summary>x</summary>\n'),
  'tables in tables': '<table><tr><td>'.repeat(600) + '</td></tr></table>'.repeat(600),
  'quotes in quotes': fill('>'),
  'lists in lists': Array.from({ length: 190 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
  dashes: fill('- '),
  'backticks of all lengths': Array.from({ length: 190 }, (_, length) => '`'.repeat(length + 1)).join(' '),
  dollars: fill('$$'),
  'lines of dollars': fill('$$\n\n'),
  'open comments': fill('<!-- '),
  'open comments in text': fill('a <!-- '),
  'footnotes calling themselves': `[^1]: [^1]\n\n${fill('[^1] ')}`,
  'wide and empty table': `${'|'.repeat(200)}\n${'|-'.repeat(199)}|\n${fill('|\n')}`,
  'long table': `a|b\n-|-\n${fill('x|y\n')}`,
  'same headings': fill('## same\n\n'),
  backslashes: fill('\\'),
  entities: fill('&amp;'),
  expressions: fill('<code class="expression">'),
  'one long word': 'a'.repeat(SIZE),
}

describe('any text at all', () => {
  it('is read many thousand times without a fault', () => {
    const next = numbers(20_261_115)
    for (let count = 0; count < draws(5_000); count++) {
      const text = randomText(next, 12)
      const document = parseMarkdown(text)
      // The rest costs several times as much and is tried on a part.
      if (count % 20 === 0) expectUsable(text, document)
    }
  })

  it('may have tags in any order', () => {
    const next = numbers(20_261_116)
    for (let count = 0; count < draws(1_000); count++) {
      const text = randomText(next, 16, TAGS)
      expectUsable(text, parseMarkdown(text))
    }
  })

  it('takes any change of its words, wherever they stand', () => {
    const next = numbers(20_261_117)
    for (let count = 0; count < draws(500); count++) {
      const text = randomText(next, 16, TAGS)
      const document = publicDocument(parseMarkdown(text))
      const changed = JSON.stringify(document).replace('"text":"item"', '"text":"changed"')
      const edited = editMarkdown(text, JSON.parse(changed))
      expect(fingerprint(parseMarkdown(edited).nodes, false), JSON.stringify(text)).toBe(
        fingerprint(parseMarkdown(writeMarkdown(JSON.parse(changed))).nodes, false),
      )
    }
  })

  it.each(Object.entries(ADVERSARIAL))('may be made to be slow: %s', (_, text) => {
    const document = parseMarkdown(text)
    writeMarkdown(document)
    linksIn(text)
    expect(editMarkdown(text, publicDocument(document))).toBe(text)
  })
})

function expectUsable(text: string, document: JSONDocument): void {
  const written = writeMarkdown(document)
  expect(withoutKeys(parseMarkdown(written)), JSON.stringify(text)).toBe(withoutKeys(document))
  expect(editMarkdown(text, publicDocument(document))).toBe(text)
  for (const { from, to } of linksIn(text)) expect(from).toBeLessThanOrEqual(to)
  for (const { from, to } of blocksOf(text)) expect(from).toBeLessThan(to)
  sectionsOf(text)
}

describe('pieces of the language by the thousand', () => {
  /** No deeper than the stack, and nothing that is written is lost. */
  it('are read, written and edited, whatever they are', () => {
    for (const [open, close] of [...PAIRS, ...SINGLES.map((piece) => [piece, ''] as const)]) {
      const source = open.repeat(3000) + close.repeat(3000)
      const document = parseMarkdown(source)
      expect(editMarkdown(source, document)).toBe(source)
      expect(JSON.stringify(parseMarkdown(writeMarkdown(document))).length).toBeGreaterThan(0)
    }
  })
})

describe('documents of clients', () => {
  it.each<[string, unknown, string]>([
    ['no fields', { object: 'document' }, ''],
    [
      'an unknown block',
      { nodes: [{ object: 'block', type: 'hologram', nodes: [{ leaves: [{ text: 'kept' }] }] }] },
      'kept\n',
    ],
    ['a bare paragraph', { nodes: [{ object: 'block', type: 'paragraph' }] }, ''],
    [
      'an image without a reference',
      { nodes: [{ type: 'images', nodes: [{ type: 'image' }] }] },
      '<figure><img src="" alt=""><figcaption></figcaption></figure>\n',
    ],
    [
      'a table without rows',
      { nodes: [{ type: 'table', data: { definition: { a: { title: 'T' } } } }] },
      '| T |\n| --- |\n',
    ],
    [
      'a list of paragraphs',
      {
        nodes: [
          {
            type: 'list-unordered',
            nodes: [{ type: 'paragraph', nodes: [{ object: 'text', leaves: [{ text: 'x' }] }] }],
          },
        ],
      },
      '* x\n',
    ],
    [
      'a page reference',
      { nodes: [{ type: 'content-ref', data: { ref: { kind: 'page', page: 'p1' } } }] },
      '{% content-ref url="p1" %}\n[p1](p1)\n{% endcontent-ref %}\n',
    ],
    [
      'nonsense',
      {
        nodes: [
          null,
          1,
          { type: 'code', nodes: ['x', { type: 'code-line' }] },
          { type: 'table', data: { records: 3 } },
        ],
      },
      '```\n\n```\n',
    ],
  ])('are written even with %s', (_, document, expected) => {
    expect(writeMarkdown(document as JSONDocument)).toBe(expected)
  })
})
