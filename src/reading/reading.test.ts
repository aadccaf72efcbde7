import { describe, expect, it } from 'vitest'
import type { PageTree } from '../content/nodes/page-tree.ts'
import type { PageRecord } from '../content/records.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { writeMarkdown } from '../markdown/write.ts'
import type { Audience } from './audience.ts'
import { evaluateDocument, isAdaptive, mayBeAdaptive } from './evaluate-document.ts'
import { visibleTree } from './visible-pages.ts'

const visitor = (claims: object): Audience => ({ kind: 'visitor', claims: claims as Record<string, unknown> })
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

function read(audience: Audience, text = TEXT, fillsIn = true) {
  return writeMarkdown(evaluateDocument(parseMarkdown(text), { audience, fillsIn, space }))
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

  it('is known to differ between visitors', () => {
    expect(isAdaptive(parseMarkdown(TEXT))).toBe(true)
    expect(isAdaptive(parseMarkdown('Plain `visitor.claims.a`.\n'))).toBe(false)
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

  it('has pages whose condition is met, and nothing below others', () => {
    expect(titles(visibleTree(trees, visitor({}), space))).toEqual(['open', 'by variable'])
    expect(titles(visibleTree(trees, visitor({ a: true, b: 1 }), space))).toEqual([
      ...['open', 'inner', 'closed', 'below', 'by variable'],
    ])
    expect(visibleTree(trees, { kind: 'writer' }, space)).toBe(trees)
  })
})

describe('a text that may be read differently', () => {
  it.each([
    TEXT,
    '{% if visitor.claims.a %}\nB.\n{% endif %}',
    '{%   if visitor.claims.a %}\nB.\n{% endif %}',
    '{% \u00a0if visitor.claims.a %}\nB.\n{% endif %}',
    '> * {% if visitor.claims.a %}\n>   B.\n>   {% endif %}',
    'A <code class="expression">visitor.claims.a</code>.',
    '<code class="&#101;xpression">visitor.claims.a</code>',
    '| A |\n| - |\n| <code class="expression">space.vars.a</code> |',
  ])('is told by its letters: %j', (text) => {
    expect([isAdaptive(parseMarkdown(text, { hasOurs: true })), mayBeAdaptive(text)]).toEqual([true, true])
  })

  it('is no other one', () => {
    expect(mayBeAdaptive('# A\n\nIf so, {% hint %}then{% endhint %} `code` &amp; more.')).toBe(false)
  })
})
