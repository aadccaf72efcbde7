import { describe, expect, it } from 'vitest'
import { memoryNodes } from '../../../test/drawn/memory-nodes.ts'
import type { PageTree } from '../content/nodes/page-tree.ts'
import type { RevisionView } from '../content/nodes/revision.ts'
import type { PageRecord } from '../content/records.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { writeMarkdown } from '../markdown/write.ts'
import { type Audience, meets, scopeFor, visitorAudience, WRITER } from './audience.ts'
import { decideText, readConditions } from './conditional-text.ts'
import { evaluateDocument, hasExpressions, mayHaveExpressions } from './evaluate-document.ts'
import { visibleTree } from './pages/visible-pages.ts'

const visitor = (claims: object): Audience => visitorAudience({ ...claims })
const space = { product: 'Quire' }

const TEXT = `Before.

{% if visitor.claims.isBeta %}
Secret one.

{% if visitor.claims.plan == "pro" %}
Secret two.
{% endif %}
{% endif %}

{% tabs %}
{% tab title="A" %}
{% if !visitor.claims.isBeta %}
For others.
{% endif %}
Tab.
{% endtab %}
{% endtabs %}

<code class="expression">space.vars.product</code> for <code class="expression">visitor.claims.name</code>.
`

function seen(audience: Audience, text: string) {
  if (audience.kind === 'writer') return text
  const scope = scopeFor(audience, space)
  return decideText(text, (expression) => meets(expression, scope))
}

function read(audience: Audience, text = TEXT, fillsIn = true) {
  return writeMarkdown(evaluateDocument(parseMarkdown(seen(audience, text)), { audience, fillsIn, space }))
}

describe('a document', () => {
  it.each([
    [{}, ['For others.'], ['Secret one.', 'Secret two.']],
    [{ isBeta: true }, ['Secret one.'], ['Secret two.', 'For others.']],
    [{ isBeta: true, plan: 'pro' }, ['Secret one.', 'Secret two.'], ['For others.']],
    [{ plan: 'pro' }, ['For others.'], ['Secret one.', 'Secret two.']],
  ])('holds for a visitor with %j what conditions let them see', (claims, shown, hidden) => {
    const text = read(visitor(claims))
    for (const part of ['Before.', 'Tab.', ...shown]) expect(text).toContain(part)
    for (const part of [...hidden, '{% if', 'isBeta']) expect(text).not.toContain(part)
  })

  it('says to a visitor what expressions say of them, and nothing where they say nothing', () => {
    expect(read(visitor({ name: 'Maria' }))).toContain('Quire for Maria.')
    expect(read(visitor({}))).toContain('Quire for .')
    expect(read(visitor({ name: { first: 'Maria' } }))).toContain('Quire for .')
  })

  it('decides conditions for a visitor also where nothing is filled in', () => {
    expect(read(visitor({}), TEXT, false)).not.toContain('Secret')
  })

  it('is whole for whoever writes it, with variables filled in on request', () => {
    expect(read({ kind: 'writer' }, TEXT, false)).toBe(writeMarkdown(parseMarkdown(TEXT)))
    const filled = read({ kind: 'writer' })
    expect(filled).toContain('{% if visitor.claims.isBeta %}')
    expect(filled).toContain('Quire for <code class="expression">visitor.claims.name</code>')
  })

  it('hides what stands behind a condition that can not be read', () => {
    const text = '{% if visitor.claims. %}\nSecret.\n{% endif %}\n\nShown.\n'
    expect(read(visitor({}), text)).toBe('Shown.\n')
  })

  it('hides what stands behind no condition at all', () => {
    expect(read(visitor({}), '{% if %}\nSecret.\n{% endif %}\n\nShown.\n')).toBe('Shown.\n')
  })
})

describe('a condition in the middle of a text', () => {
  const IF = '{% if visitor.claims.isBeta %}'
  const END = '{% endif %}'

  it.each<[string, string, string?, string?]>([
    ['on one line', `${IF}Secret.${END}\n\nShown.\n`, 'Shown.\n', 'Secret.\n\nShown.\n'],
    ['in a paragraph', `Shown${IF} Secret${END}.\n`, 'Shown.\n', 'Shown Secret.\n'],
    ['with marks in it', `Shown${IF} **Secret** \`${END}\`${END}.\n`, 'Shown.\n'],
    ['around a link', `Shown${IF} [Secret](secret.md)${END}.\n`, 'Shown.\n', 'Shown [Secret](secret.md).\n'],
    ['that ends in a link', `Shown.${IF} [Secret${END} words](a.md)\n`, 'Shown. words\\](a.md)\n'],
    ['in a list item', `- ${IF}Secret${END}\n- Shown\n`, '* Shown\n', '* Secret\n* Shown\n'],
    ['in the only list item', `- ${IF}Secret${END}\n\nShown.\n`, 'Shown.\n'],
    ['in a cell', `| A |\n| - |\n| Shown${IF} Secret${END} |\n`, '| A |\n| --- |\n| Shown |\n'],
    ['that is all of a cell', `| A |\n| - |\n| ${IF}Secret${END} |\n`, '| A |\n| --- |\n|  |\n'],
    ['in the head of a table', `| A${IF} Secret${END} |\n| - |\n| b |\n`, '| A |\n| --- |\n| b |\n'],
    ['in a heading', `## Shown${IF} Secret${END}\n`, '## Shown\n', '## Shown Secret\n'],
    ['in an alert', `> [!NOTE]\n> Shown\n> ${IF}Secret${END}\n`, '> [!NOTE]\n> Shown\n'],
    ['in an element', `<div>\nShown\n${IF}\nSecret\n${END}\n</div>\n`, '<div>\nShown\n\n</div>\n'],
    ['in a description', `![Shown${IF} Secret${END}](a.png)\n`, '![Shown](a.png)\n'],
    ['with text behind the opening tag', `${IF} Secret\n${END}\n\nShown.\n`, 'Shown.\n'],
    ['with text behind the closing tag', `${IF}\nSecret\n${END} Shown.\n`, 'Shown.\n'],
    [
      'with dashes',
      'Shown{%- if visitor.claims.isBeta -%} Secret{%- endif -%}.\n',
      'Shown.\n',
      'Shown Secret.\n',
    ],
    [
      'with dashes and lines',
      '{%- if visitor.claims.isBeta -%}\nSecret\n{%- endif -%}\n\nShown.\n',
      'Shown.\n',
    ],
    ['in another one', `Shown${IF} Secret ${IF}Secret${END} Secret${END}.\n`, 'Shown.\n'],
    ['with another way out', `Shown${IF} Secret{% else %} Secret${END}.\n`, 'Shown.\n'],
    ['across paragraphs', `Shown.${IF}\n\n## Secret\n\n- Secret\n\nSecret ${END}\n`, 'Shown.\n'],
    ['across list items', `- Shown\n- ${IF}\n- Secret\n- ${END}\n- Shown\n`, '* Shown\n* Shown\n'],
    [
      'that is closed inside of a block',
      `Shown.${IF}\n\n{% tabs %}\n{% tab title="Secret" %}\nA${END}\n{% endtab %}\n{% endtabs %}\n`,
    ],
    ['that is never closed', `Shown. ${IF}Secret.\n\n## Secret\n\nSecret.\n`, 'Shown.\n'],
    ['that is never closed, in a block', `Shown.\n\n> ${IF}Secret.\n\nSecret.\n`],
    ['that is never closed, on its line', `Shown.\n\n${IF}\nSecret.\n\nSecret.\n`, 'Shown.\n'],
    ['that is never closed in another one', `${IF}\nA ${IF}\n${END}\n\nSecret.\n\n${END}\n`, ''],
    [
      'around the definition of a link',
      `${IF}\n[A][b]\n\n[b]: secret.md "Secret"\n${END}\n\nShown.\n`,
      'Shown.\n',
    ],
    [
      'around a footnote',
      `Shown[^n].\n\n${IF}\n[^n]: Secret\n${END}\n`,
      'Shown\\[^n\\].\n',
      'Shown[^n].\n\n[^n]: Secret\n',
    ],
    [
      'around a footnote, in a text',
      `Shown[^n].\n\nAnd ${IF}\n\n[^n]: Secret\n\n${END}\n`,
      'Shown\\[^n\\].\n\nAnd\n',
    ],
    ['around a footnote that is not called', `${IF}\n[^n]: Secret\n${END}\n\nShown.\n`, 'Shown.\n'],
    [
      'around a footnote of code',
      `<pre><code>Shown<a href="#user-content-fn-n" data-footnote-ref>.</a></code></pre>\n\n${IF}\n[^n]: Secret\n${END}\n`,
    ],
    ['in a footnote', `Shown[^n].\n\n[^n]: A${IF} Secret${END}\n`, 'Shown[^n].\n\n[^n]: A\n'],
    [
      'around a definition',
      `Shown [here][x].\n\n${IF}\n[x]: secret.md\n${END}\n`,
      'Shown \\[here\\]\\[x\\].\n',
    ],
    ['between signs of comments', `Shown \\<!-- here.${IF} Secret${END} -->.\n`, 'Shown \\<!-- here. -->.\n'],
    ['between such signs as entities', `Shown &lt;!-- ${IF}Secret${END} --&gt;\n`],
    ['between such signs in a heading', `## Shown \\<!-- ${IF}Secret${END} -->\n`],
    ['between such signs in a cell', `| A |\n| - |\n| &lt;!-- ${IF}Secret${END} --> |\n`],
    ['between such signs in a description', `![&lt;!-- ${IF}Secret${END} -->](a.png)\n`],
    [
      'in a comment',
      `Shown<!-- ${IF}Secret${END} -->.\n\n<!-- ${IF} Secret -->\n\nShown.\n`,
      'Shown<!--  -->.\n\n<!-- -->\n\nShown.\n',
      'Shown<!-- Secret -->.\n\n<!--  Secret -->\n\nShown.\n',
    ],
    ['whose end is in a comment', `Shown.${IF}\n\nSecret <!-- ${END} -->\n\nSecret${END}\n`, 'Shown.\n'],
    ['across cells', `| Shown | ${IF}Cost | Secret${END} |\n| - | - | - |\n| a | b | c |\n`],
    [
      'across cells of a head, as elements',
      `<table><thead><tr><th>${IF}A</th><th><b>Secret</b>${END}</th></tr></thead><tbody><tr><td>a</td><td>b</td></tr></tbody></table>\n`,
    ],
    ['from a head on', `| A | ${IF} |\n| - | - |\n| b | Secret |\n\nSecret ${END}\n\nShown.\n`],
    ['from a description on', `Shown. ![alt${IF}](a.png) Secret ${END}\n`],
    ['from a figure on', `<figure><img src="a.png" alt="${IF}"></figure>\n\nSecret\n\n${END}\n\nShown.\n`],
    [
      'from a caption on',
      `{% embed url="https://a.example/" %}\nA ${IF}\n{% endembed %}\n\nSecret\n\n${END}\n`,
    ],
    ['from a formula on', `$$\n${IF}\n$$\n\nSecret ${END}\n\nShown.\n`],
    ['from the words of a link to its target', `Shown [A${IF}](secret.md)${END}.\n`, 'Shown \\[A.\n'],
    [
      'around items',
      `- Shown\n${IF}\n- Secret\n${END}\n- Shown\n`,
      '* Shown\n* Shown\n',
      '* Shown\n* Secret\n* Shown\n',
    ],
    [
      'around rows',
      `| A |\n| - |\n${IF}\n| Secret |\n${END}\n| B |\n`,
      '| A |\n| --- |\n| B |\n',
      '| A |\n| --- |\n| Secret |\n| B |\n',
    ],
    ['around one row', `| A |\n| - |\n${IF}| Secret |${END}\n| B |\n`, '| A |\n| --- |\n| B |\n'],
    [
      'between lines of a paragraph',
      `Shown\n${IF}\nSecret\n${END}\nShown\n`,
      'Shown\n\nShown\n',
      'Shown\n\nSecret\n\nShown\n',
    ],
    ['around code', `${IF}\n\`\`\`\nSecret ${END}\n\`\`\`\n${END}\n\nShown.\n`, 'Shown.\n'],
    ['with code that never ends', `Shown.\n\n${IF}\n\`\`\`\nSecret\n${END}\n\nSecret\n`, 'Shown.\n'],
    ['that is never told to the end', 'Shown. {% if visitor.claims.isBeta }Secret\n', 'Shown.\n', 'Shown.\n'],
  ])('%s counts', (_, text, others, beta) => {
    expect(readConditions(text)).toBeDefined()
    expect(seen(visitor({}), text)).not.toMatch(/secret|isBeta|\{%\W*(?:if|endif)/i)
    if (others !== undefined) expect(read(visitor({}), text)).toBe(others)
    if (beta !== undefined) expect(read(visitor({ isBeta: true }), text)).toBe(beta)
    expect(read({ kind: 'writer' }, text, false)).toBe(writeMarkdown(parseMarkdown(text)))
  })

  it('that can not be read is not met', () => {
    for (const condition of ['', 'visitor.claims.', 'true and', '`true`'])
      expect(read(visitor({}), `Shown{% if ${condition} %} Secret${END}.\n`)).toBe('Shown.\n')
    expect(read(visitor({}), `Shown{% if true %} here${END}.\n`)).toBe('Shown here.\n')
  })

  it('is none in code', () => {
    const text = `Write \`${IF}\`.\n\n<!-- A comment -->\n\n\`\`\`\n${IF}\n\`\`\`\n\nShown.\n`
    expect(readConditions(text)).toBeUndefined()
    expect(read(visitor({}), text)).toBe(text)
  })

  it('is left out where there is only its end', () => {
    expect(read(visitor({}), `${IF}Secret${END}\n\nShown.${END}\n\nShown.\n`)).toBe('Shown.\n\nShown.\n')
  })

  it('may be opened as often as one likes', () => {
    const text = `Shown. ${`${IF}Secret `.repeat(20_000)}`
    expect(read(visitor({}), text)).toBe('Shown.\n')
    const closed = `Shown. ${`${IF}Secret `.repeat(20_000)}${END.repeat(20_000)}Shown.`
    expect(read(visitor({}), closed)).toMatch(/^Shown\. +Shown\.\n$/)
  })
})

describe('the tree', () => {
  const page = (title: string, condition?: string, below: PageTree[] = []): PageTree => ({
    page: { id: title, title, condition } as PageRecord,
    path: title,
    below,
  })
  const titles = (trees: readonly PageTree[]): string[] =>
    trees.flatMap(({ page, below }) => [page.title, ...titles(below)])
  const trees = [
    page('open', undefined, [page('inner', 'visitor.claims.a')]),
    page('closed', 'visitor.claims.b', [page('below')]),
    page('by variable', 'space.vars.product == "Quire"'),
    page('broken', 'visitor..claims'),
  ]

  const read = (audience: Audience, all = trees) => {
    const root = { pages: null, top: null, files: null, reusables: null, paths: null, variables: space }
    const view: RevisionView = { root, nodes: memoryNodes() }
    return visibleTree({ of: (path) => `https://quire.test${path}` }, { view, audience }, all)
  }

  it('has pages whose condition is met, and nothing below others', async () => {
    expect(titles(await read(visitor({})))).toEqual(['open', 'by variable'])
    expect(titles(await read(visitor({ a: true, b: 1 })))).toEqual([
      ...['open', 'inner', 'closed', 'below', 'by variable'],
    ])
    expect(await read(WRITER)).toBe(trees)
  })

  it('has groups in which something is left, and those in which nothing ever was', async () => {
    const group = (title: string, below: PageTree[]): PageTree => {
      const tree = page(title, undefined, below)
      return { ...tree, page: { ...tree.page, type: 'group', children: below.length > 0 ? 'list' : null } }
    }
    const all = [
      group('emptied', [page('one', 'visitor.claims.a'), group('inside', [page('two', 'visitor.claims.a')])]),
      group('mixed', [page('three', 'visitor.claims.a'), page('four')]),
      group('empty', []),
    ]
    expect(titles(await read(visitor({}), all))).toEqual(['mixed', 'four', 'empty'])
    expect(titles(await read(visitor({ a: true }), all))).toHaveLength(8)
  })
})

describe('a text with values', () => {
  it.each([
    TEXT,
    'A <code class="expression">visitor.claims.a</code>.',
    '<code class="&#101;xpression">visitor.claims.a</code>',
    '| A |\n| - |\n| <code class="expression">space.vars.a</code> |',
  ])('is told by its letters: %j', (text) => {
    expect([hasExpressions(parseMarkdown(text)), mayHaveExpressions(text)]).toEqual([true, true])
  })
})

describe('a text with conditions', () => {
  it.each([
    TEXT,
    '{% if visitor.claims.a %}\nB.\n{% endif %}',
    '{%   if visitor.claims.a %}\nB.\n{% endif %}',
    '{% \u00a0if visitor.claims.a %}\nB.\n{% endif %}',
    '> * {% if visitor.claims.a %}\n>   B.\n>   {% endif %}',
    'A {%- if visitor.claims.a -%}B{%- endif -%}.',
    'A \\\\{% if visitor.claims.a %}B{% endif %}.',
  ])('is told from others: %j', (text) => {
    expect(readConditions(text)).toBeDefined()
  })

  it.each([
    '# A\n\nIf so, {% hint %}then{% endhint %} `code` &amp; more.',
    'Write \\{% if visitor.claims.a %\\}.',
    'Nothing begins. {% endif %}',
  ])('is no other one: %j', (text) => {
    expect(readConditions(text)).toBeUndefined()
  })
})
