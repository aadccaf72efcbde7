import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspectPage } from './inspect.ts'

const damage = (body: string) => inspectPage(body).problems.map(({ kind, line }) => [kind, line])

/** Whole blocks, each with the targets it holds. */
const BLOCKS: [source: string, ...targets: string[]][] = [
  ['Text with [a link](a.md) and `{% code %}`.', 'a.md'],
  ['{% hint style="info" %}\nText\n{% endhint %}'],
  [
    '{% tabs %}\n{% tab title="A" %}\n[b](b.md)\n{% endtab %}\n\n{% tab title="B" %}\n{% endtab %}\n{% endtabs %}',
    'b.md',
  ],
  [
    '{% stepper %}\n{% step %}\n### One\n\n{% code title="x" %}\n```sh\n{% nothing %}\n```\n{% endcode %}\n{% endstep %}\n{% endstepper %}',
  ],
  [
    '{% columns %}\n{% column width="50%" %}\n{% content-ref url="c.md" %}\n[c.md](c.md)\n{% endcontent-ref %}\n{% endcolumn %}\n{% endcolumns %}',
    'c.md',
    'c.md',
  ],
  ['{% embed url="https://example.org" %}', 'https://example.org'],
  ['{% embed url="https://example.org" %}\nA caption\n{% endembed %}', 'https://example.org'],
  ['{% embed url="u1" %}\n\n{% embed url="u2" %}\nCaption\n{% endembed %}', 'u1', 'u2'],
  ['{% file src="f.pdf" %}', 'f.pdf'],
  ['{% include "../.gitbook/includes/a.md" %}', '../.gitbook/includes/a.md'],
  ['{% page-ref page="p.md" %}', 'p.md'],
  ['{% @vendor/block url="https://example.org" %}'],
  ['{% if visitor.claims.x == "y" %}\nText\n{% endif %}'],
  ['{% openapi src="a.yaml" path="/" method="get" %}\n[a](a.yaml)\n{% endopenapi %}', 'a.yaml', 'a.yaml'],
  ['{% updates format="full" %}\n{% update date="2026-01-31" %}\nNew\n{% endupdate %}\n{% endupdates %}'],
  [
    '{% api-method method="get" host="h" path="/" %}\n{% api-method-summary %}\nS\n{% endapi-method-summary %}\n{% endapi-method %}',
  ],
  ['* item\n\n  {% hint style="info" %}\n  In a list\n  {% endhint %}'],
  ['> {% hint style="info" %}\n> In a quote\n> {% endhint %}'],
  ['\\{% hint %\\} is text'],
  ['~~~~\n```\n{% endhint %}\n~~~~'],
  ['<!--\n{% hint %}\n-->'],
  ['<pre><code>{% endtab %}\n{% tab %}\n</code></pre>'],
  ['Some {% inline %} text {% more %}'],
  ['Some {% if visitor.claims.x %}text{% endif %}, \\{% if a %\\} and `{% if b %}`'],
  ['{%- if visitor.claims.x -%} Text\n{% endif %}'],
  ['| ![i](i.png) | {{ x }} |\n| --- | --- |\n| `a` | b |', 'i.png'],
  [
    '<figure><img src=".gitbook/assets/a (1).png" alt=""><figcaption></figcaption></figure>',
    '.gitbook/assets/a (1).png',
  ],
]

describe('a page before it is parsed', () => {
  it('tells what it links to, and has no problem where there is none', () => {
    const head = fc.constantFrom(
      '',
      '# A\n\n',
      '---\nicon: x\n---\n\n# A\n\n',
      '---\ndescription: >-\n  a\n  b\n---\n',
    )
    const blocks = fc.array(fc.constantFrom(...BLOCKS), { maxLength: 8 })
    const end = fc.constantFrom('\n', '\r\n')
    fc.assert(
      fc.property(head, blocks, end, fc.boolean(), (head, blocks, end, isEnded) => {
        const body = blocks.map(([source]) => source).join('\n\n') + (isEnded ? '\n' : '')
        const text = (head + body).replaceAll('\n', end)
        const page = inspectPage(text)
        expect(page.problems).toEqual([])
        expect(page.head + page.body).toBe(text)
        expect(page.links.map(({ target }) => target)).toEqual(blocks.flatMap(([, ...targets]) => targets))
      }),
      { numRuns: 300 },
    )
  })

  it.each<[string, ...[string, number][]]>([
    ['a\n\n{% hint style="info" %}\nText', ['unclosed-tag', 3]],
    ['{% endhint %}', ['unopened-tag', 1]],
    ['{% tabs %}\n{% tab title="A" %}\n{% endtabs %}', ['unclosed-tag', 2]],
    ['{% wrong %}\n{% endwrong %}', ['unknown-tag', 1]],
    ['a {% if b %} c\n\nd', ['unclosed-tag', 1]],
    ['a\n\n* b {% endif %}', ['unopened-tag', 3]],
    ['{% hint %}\n```\n{% endhint %}', ['unclosed-tag', 1], ['unclosed-code', 2]],
    ['text\n\n~~~ js\n```\n', ['unclosed-code', 3]],
    ['<!-- a\nb', ['unclosed-comment', 1]],
    ['{% hint %}\n{% embed url="a" %}\n{% endhint %}'],
    ['{% endembed %}', ['unopened-tag', 1]],
    ['---\nown: 1\n---\n\n# A\n\n{% hint %}', ['unknown-key', 2], ['unclosed-tag', 7]],
    ['<div><table><tr>\n\n# A\n', ['unclosed-element', 1]],
    ['<div><table><tr>\n```\ncode\n', ['unclosed-element', 1], ['unclosed-code', 2]],
    ['<!-- a -->\n```\ncode\n', ['unclosed-code', 2]],
    ['a\n\n<pre>\nb\n\nc', ['unclosed-element', 3]],
    ['<PRE>\na\n</PRE>\n\nb'],
    ['<details>\n\n<summary>S</summary>\n\ntext\n', ['unclosed-element', 1]],
    ['<details>\n<summary>S</summary>\ntext</details>\n'],
    ['<div>\n<!-- <div> -->\n</div>\n\n`<table>` and <table>\n\n    <div>\n\n<div />\n'],
    ['```\n<div>\n```\n\n* <table>\n'],
    ['<script>\nlet a\n\n# A\n', ['unclosed-element', 1]],
    ['{% tab title="say "hi"" %}\n{% endtab %}', ['damaged-tag', 1]],
    ['text\n\n{% embed url="a"b %}', ['damaged-tag', 3]],
    ['{% include a.md %}', ['damaged-tag', 1]],
    ['{% tab title="say \\"hi\\"" %}\n{% endtab %}'],
    ['{% code title="x" %}\n| a |\n| - |\n{% endcode %}', ['misused-tag', 1]],
    ['{% code %}\n```\na\n```\n\ntext\n{% endcode %}', ['misused-tag', 1]],
    ['{% code %}\n{% endcode %}', ['misused-tag', 1]],
    ['{% code %}\n\n~~~\n{% tabs %}\n\n~~~\n\n{% endcode %}'],
    [
      '{% tabs %}\n{% tab title="A" %}\n{% tabs %}\n{% tab title="B" %}\n{% endtab %}\n{% endtabs %}\n{% endtab %}\n{% endtabs %}',
      ['nested-tag', 3],
    ],
    [
      '<table><tbody>\n<tr><td>a\n<td>b</td></tr>\n<tr><td>c<td>d</td></tr></tbody></table>',
      ['unclosed-element', 2],
    ],
    ['<table><tr><td>a</tr></table>', ['unclosed-element', 1]],
    ['<table><tr><td>a <table><tr><th>b</th></tr></table></td><td>c</td></tr></table>'],
    ['`<td>` and <td>'],
    ['# A\r\n\r\n{% endhint %}\r\n{% endhint %}', ['unopened-tag', 3], ['unopened-tag', 4]],
  ])('tells what is damaged in %j', (text, ...problems) => {
    expect(damage(text)).toEqual(problems)
  })

  it.each<[string, string?, number?]>([
    ['---\nunclosed: x\n# E\n\nText\n', 'unclosed-frontmatter', 1],
    ['\ufeff---\r\nlayout:\r\n  width: wide\r\n\r\nText', 'unclosed-frontmatter', 1],
    ['---\ndescription: x\nText behind it\n', 'unclosed-frontmatter', 1],
    ['---\nTitle: x\nAuthor: y', 'unclosed-frontmatter', 1],
    ['---\ntitle: x\n----\n\nText', 'unclosed-frontmatter', 1],
    ['---\ntags:\n- a\n...\n', 'unclosed-frontmatter', 1],
    ['\n---\nicon: x\n---\n\n# A\n', 'misplaced-frontmatter', 2],
    ['---\ntitle: x\n\n# why\nicon: y\n---\n\n# A\n'],
    ['---\n\nkey: value\n'],
    ['---\nText below a rule\n'],
    ['---\nNote: this is a text.\n\nMore\n'],
    ['---\nnote: this is a text\nthat goes on.\n\nMore\n'],
    ['---\nhttps://example.org\n'],
    ['---\n* a: b\n'],
    ['---\n'],
    ['---'],
    ['----\ntitle: x\n'],
    ['Text\n\n---\ntitle: x\n'],
  ])('tells of frontmatter that is none in %j', (text, kind, line) => {
    expect(damage(text)).toEqual(kind === undefined ? [] : [[kind, line]])
  })

  it('knows the lines of what it names', () => {
    const head =
      '---\ncover: c.png\nmetaLinks:\n  alternates:\n    - a.md\n    - https://x.org\n---\n\n# A\n\n'
    const { links, headTargets } = inspectPage(`${head}[b](b.md)\n\ntext ![c](c.png) [b](b.md)\n`)
    expect(links.map(({ target, use, line }) => [target, use, line])).toEqual([
      ['b.md', 'link', 11],
      ['c.png', 'image', 13],
      ['b.md', 'link', 13],
    ])
    expect(headTargets).toEqual([
      { target: 'c.png', use: 'cover', line: 2 },
      { target: 'a.md', use: 'alternate', line: 5 },
      { target: 'https://x.org', use: 'alternate', line: 6 },
    ])
  })

  it('says it in words', () => {
    expect(inspectPage('{% tab title="A" %}').problems).toEqual([
      { kind: 'unclosed-tag', message: '`{% tab %}` is never closed: `{% endtab %}` is missing.', line: 1 },
    ])
  })
})
