import { describe, expect, it } from 'vitest'
import type { Block } from './document.ts'
import { parseMarkdown } from './parse.ts'
import { publicDocument } from './public-document.ts'

function parseOne(source: string): Block | undefined {
  const { nodes } = parseMarkdown(source)
  expect(nodes).toHaveLength(1)
  return nodes[0]
}

const url = (target: string) => ({ kind: 'url', url: target })
const words = (text: string) => [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }]

/** What each source is, as far as the public model goes. */
const CASES: [source: string, block: object][] = [
  ['text', { type: 'paragraph', nodes: words('text') }],
  ['# Title', { type: 'heading-1', nodes: words('Title'), data: {}, meta: { id: 'title' } }],
  ['## Über & 日本', { type: 'heading-2', meta: { id: 'über-and-日本' } }],
  ['#### Deep', { type: 'heading-3', meta: { id: 'deep', depth: 4 } }],
  [
    '## A <a href="#b" id="b"></a>',
    { type: 'heading-2', nodes: words('A'), data: { id: 'b' }, meta: { id: 'b' } },
  ],
  ['3. a', { type: 'list-ordered', data: { start: 3 } }],
  ['* [x] a', { type: 'list-tasks', nodes: [{ type: 'list-item', data: { checked: true } }] }],
  ['---', { type: 'divider', isVoid: true }],
  ['{% hint style="warning" %}\na\n{% endhint %}', { type: 'hint', data: { style: 'warning' } }],
  ['{% hint style="tip" %}\na\n{% endhint %}', { type: 'hint', data: { style: 'success' } }],
  ['{% if a == "b" %}\na\n{% endif %}', { type: 'if', data: { expression: 'a == "b"' } }],
  ['![a](b.png)', { type: 'images', nodes: [{ type: 'image', data: { ref: url('b.png'), alt: 'a' } }] }],
  ['<img src="d.svg" class="gitbook-drawing">', { type: 'drawing', data: { ref: url('d.svg') } }],
  ['{% file src="a b.pdf" %}', { type: 'file', data: { ref: url('a b.pdf') } }],
  [
    '{% embed url="https://x" fullWidth="true" %}',
    { type: 'embed', data: { url: 'https://x', fullWidth: true } },
  ],
  [
    '{% include "a.md" %}',
    { type: 'reusable-content', data: { ref: { kind: 'reusable-content', reusableContent: 'a.md' } } },
  ],
  ['{% page-ref page="a.md" %}', { type: 'content-ref', data: { ref: url('a.md') } }],
  ['$$\nx\n$$', { type: 'math', data: { formula: 'x' } }],
  [
    '{% @acme/form id="1" %}',
    { type: 'integration', data: { integration: 'acme', block: 'form', props: { id: '1' } } },
  ],
  [
    '{% openapi-operation spec="s" path="/a" method="get" %}\n[x](y)\n{% endopenapi-operation %}',
    { type: 'openapi-operation', data: { ref: { kind: 'openapi', spec: 's' }, path: '/a', method: 'get' } },
  ],
  [
    '{% updates format="full" %}\n{% update date="2026-01-31" tags="a, b" %}\nNews\n{% endupdate %}\n{% endupdates %}',
    {
      type: 'updates',
      data: { format: 'full' },
      nodes: [
        {
          type: 'update',
          data: { date: '2026-01-31', tags: ['a', 'b'] },
          nodes: [{ type: 'paragraph' }],
          meta: { attributes: ['date="2026-01-31"', 'tags="a, b"'] },
        },
      ],
    },
  ],
  [
    '{% prompt description="D" icon="x" defaultExpanded="partial" openInAIProviders="true" %}\n```md\nAsk\n```\n{% endprompt %}',
    {
      type: 'prompt',
      data: { description: 'D', icon: 'x', defaultExpanded: 'partial', openInAIProviders: true },
      nodes: [{ type: 'code' }],
    },
  ],
  [
    '{% swagger method="get" path="/x" %}\nText\n{% endswagger %}',
    {
      type: 'api-method',
      data: { tag: 'swagger', props: { method: 'get', path: '/x' } },
      nodes: [{ type: 'paragraph' }],
      meta: { id: 'get-x' },
    },
  ],
  [
    '{% api-method-parameter name="id" required %}\n{% endapi-method-parameter %}',
    {
      type: 'api-method-part',
      data: { tag: 'api-method-parameter', props: { name: 'id', required: true } },
      nodes: [],
    },
  ],
  ['{% nothing we know %}', { type: 'paragraph', meta: { markdown: '{% nothing we know %}' } }],
  ['<name>', { type: 'paragraph', meta: { markdown: '<name>' } }],
]

describe('parsing', () => {
  it.each(CASES)('reads %j', (source, expected) => {
    expect(parseOne(source)).toMatchObject(expected)
  })

  it('reads tables of every kind of column', () => {
    const block = parseOne(
      '<table><thead><tr><th width="120" align="right">T</th><th data-type="checkbox"></th><th data-type="content-ref"></th></tr></thead><tbody><tr><td align="right"><strong>a</strong></td><td><input type="checkbox"></td><td><a href="x.md">x</a></td></tr></tbody></table>',
    )
    expect(block).toMatchObject({
      type: 'table',
      data: {
        view: { type: 'grid', columns: ['c1', 'c2', 'c3'], columnWidths: { c1: 120 }, hideHeader: false },
        definition: { c1: { title: 'T', type: 'text', textAlignment: 'right' }, c2: { type: 'checkbox' } },
        records: { r1: { values: { c1: 'r1c1', c2: false, c3: url('x.md') } } },
      },
      fragments: [
        { fragment: 'r1c1', nodes: [{ nodes: [{ leaves: [{ text: 'a', marks: [{ type: 'bold' }] }] }] }] },
      ],
    })
  })

  it('gives line breaks and soft line ends', () => {
    expect(parseOne('a\\\nb\nc')).toMatchObject({ nodes: words('a\nb c'), meta: { breaks: [3] } })
  })

  it('hangs footnotes on the text that calls them', () => {
    const block = parseOne('Word[^n]\n\n[^n]: The note')
    expect(block).toMatchObject({
      nodes: [
        { object: 'text' },
        {
          type: 'annotation',
          fragments: [{ type: 'annotation-body', nodes: [{ nodes: words('The note') }] }],
        },
      ],
    })
  })

  it('keeps a key while the block stays and others change', () => {
    const keys = (source: string) => parseMarkdown(source).nodes.map((node) => node.key)
    const [first, second, third] = keys('one\n\ntwo\n\none')
    expect(new Set([first, second, third]).size).toBe(3)
    expect(keys('zero\n\ntwo\n\none')).toEqual([expect.any(String), second, first])
  })

  it('makes anchors unique and lets explicit ones win', () => {
    const ids = parseMarkdown('# A\n\n# A\n\n# B <a href="#a" id="a"></a>\n\n# 1. Go').nodes.map(
      (node) => node.meta?.id,
    )
    expect(ids).toEqual(['a-1', 'a-2', 'a', 'id-1.-go'])
  })

  it('keeps the text of what is nested too deep', () => {
    expect(JSON.stringify(parseMarkdown(`${'>'.repeat(500)} the bottom`))).toContain('the bottom')
    const list = Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}* item ${depth}`).join('\n')
    expect(JSON.stringify(parseMarkdown(list))).toContain('item 199')
    const hints = `${'{% hint style="info" %}\n'.repeat(300)}the bottom\n${'{% endhint %}\n'.repeat(300)}`
    expect(JSON.stringify(parseMarkdown(hints))).toContain('the bottom')
  })

  it('gives clients the blocks of the public model and no other', () => {
    const source = '{% updates %}\n{% update date="2026-01-31" %}\nNews\n{% endupdate %}\n{% endupdates %}\n'
    const types = (text: string) => publicDocument(parseMarkdown(text)).nodes.map(({ type }) => type)
    expect(new Set(types(source))).toEqual(new Set(['paragraph']))
    expect(new Set(types('{% prompt %}\nAsk\n{% endprompt %}'))).toEqual(new Set(['paragraph']))
  })
})
