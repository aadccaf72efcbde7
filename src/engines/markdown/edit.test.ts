import { describe, expect, it } from 'vitest'
import type { Block, JSONDocument } from './document.ts'
import { blocksOf, editMarkdown, revertBlocks } from './edit.ts'
import { mapRefs } from './model/refs.ts'
import { text } from './nodes.ts'
import { parseMarkdown } from './parse.ts'
import { publicDocument } from './public-document.ts'

const BEFORE = '# Title\nright below\n\n\n- a\n- b\n\n[label]: x.md\n\nSome *odd*   text\n\n***\nLast'

function paragraph(content: string): Block {
  return { object: 'block', type: 'paragraph', nodes: [text(content)] }
}

function withNodes(source: string, change: (nodes: Block[]) => Block[]): JSONDocument {
  const document = parseMarkdown(source)
  return { ...document, nodes: change(document.nodes) }
}

describe('editing', () => {
  it('keeps every byte when nothing changed, whoever resolved the references', () => {
    const source = `${BEFORE} [a](b.md) ![i](c.png)\r\n`
    expect(editMarkdown(source, parseMarkdown(source))).toBe(source)
    const resolved = mapRefs(parseMarkdown(source), (ref) =>
      ref.kind === 'url' ? { kind: 'page', page: `id ${ref.url}` } : ref,
    )
    const targetOf = (ref: { kind: string; page?: string }) => ref.page?.slice(3) ?? ''
    expect(editMarkdown(source, resolved, { targetOf })).toBe(source)
  })

  it('knows blocks a client sent back without our notes on them', () => {
    const bare: JSONDocument = JSON.parse(
      JSON.stringify(parseMarkdown(BEFORE), (name, value) => (name === 'meta' ? undefined : value)),
    )
    expect(editMarkdown(BEFORE, bare)).toBe(BEFORE)
  })

  it('writes only the block that changed', () => {
    const edited = editMarkdown(
      BEFORE,
      withNodes(BEFORE, (nodes) => nodes.with(3, paragraph('New'))),
    )
    expect(edited).toBe(BEFORE.replace('Some *odd*   text', 'New'))
  })

  it('adds, removes and moves blocks', () => {
    const added = withNodes(BEFORE, (nodes) => [paragraph('First'), ...nodes, paragraph('End')])
    expect(editMarkdown(BEFORE, added)).toBe(`First\n\n${BEFORE}\n\nEnd`)
    const removed = withNodes(BEFORE, (nodes) => nodes.toSpliced(1, 1))
    expect(editMarkdown(BEFORE, removed)).toBe(
      BEFORE.replace('right below\n\n\n', '\n\n').replace('# Title\n\n\n\n', '# Title\n\n\n'),
    )
    const moved = editMarkdown(
      BEFORE,
      withNodes(BEFORE, ([first, ...rest]) => [...rest, ...(first ? [first] : [])]),
    )
    expect(moved).toContain('Some *odd*   text')
    expect(moved.endsWith('Last\n\n# Title')).toBe(true)
  })

  it('keeps line ends', () => {
    const source = '# A\r\n\r\none\r\n\r\ntwo\r\n'
    const edited = editMarkdown(
      source,
      withNodes(source, (nodes) => nodes.with(1, paragraph('a\nb'))),
    )
    expect(edited).toBe('# A\r\n\r\na\\\r\nb\r\n\r\ntwo\r\n')
  })

  it('does not let a new list run into one that stays', () => {
    const list = parseMarkdown('* new').nodes
    const edited = editMarkdown(
      '* a\n',
      withNodes('* a\n', (nodes) => [...nodes, ...list]),
    )
    expect(parseMarkdown(edited).nodes.map((node) => node.type)).toEqual(['list-unordered', 'list-unordered'])
    expect(edited.startsWith('* a\n')).toBe(true)
  })

  it('brings the text of a footnote along', () => {
    const source = 'One[^1]\n\nTwo\n\n[^1]: note\n'
    const annotated = parseMarkdown('New[^x]\n\n[^x]: another').nodes
    expect(
      editMarkdown(
        source,
        withNodes(source, (nodes) => [...nodes, ...annotated]),
      ),
    ).toBe('One[^1]\n\nTwo\n\nNew[^x]\n\n[^1]: note\n\n[^x]: another\n')
    const changed = parseMarkdown(source.replace('note', 'better note'))
    expect(editMarkdown(source, changed)).toBe('One[^1]\n\nTwo\n\n[^1]: better note\n')
  })

  it('starts from nothing and ends with nothing', () => {
    expect(editMarkdown('', parseMarkdown('a'))).toBe('a\n')
    expect(editMarkdown('a\n', parseMarkdown(''))).toBe('')
  })
})

const LOG = `- dash

{% updates  format="full" %}

{% update tags="a, b" date="2026-01-31" own=1 %}
# *One*

- dash
- dash
{% hint style="tip" %}
__odd__ text
{% endhint %}
{% endupdate %}

{% update date="2025-12-24" %}

- dash[^1]

Old [link][r]

{% endupdate %}
{% endupdates %}

[r]: page.md
[^1]: note
`

describe('editing inside a container', () => {
  /** The document with another text in the paragraph that says the given one. */
  const reworded = (source: string, from: string, to: string): JSONDocument =>
    JSON.parse(
      JSON.stringify(publicDocument(parseMarkdown(source))).replace(`"text":"${from}"`, `"text":"${to}"`),
    )

  it('changes the lines of the block that changed', () => {
    expect(editMarkdown(LOG, reworded(LOG, ' text', ' words'))).toBe(
      LOG.replace('__odd__ text', '__odd__ words'),
    )
    expect(editMarkdown(LOG, reworded(LOG, 'Old ', 'New '))).toBe(
      LOG.replace('Old [link][r]', 'New [link][r]'),
    )
    const windows = LOG.replaceAll('\n', '\r\n')
    expect(editMarkdown(windows, reworded(windows, 'Old ', 'New '))).toBe(
      windows.replace('Old [link][r]', 'New [link][r]'),
    )
  })

  it('knows updates a client sent back without our notes on them', () => {
    const bare = JSON.stringify(reworded(LOG, 'Old ', 'New '), (name, value) =>
      name === 'meta' || name === 'key' ? undefined : value,
    )
    expect(editMarkdown(LOG, JSON.parse(bare))).toBe(LOG.replace('Old [link][r]', 'New [link][r]'))
  })
})

describe('a tag nobody knows', () => {
  const said = (source: string, at: number, to: string): JSONDocument =>
    withNodes(source, (nodes) =>
      nodes.map((node, index) =>
        index === at && node.type === 'paragraph' ? { ...node, nodes: [text(to)] } : node,
      ),
    )

  it('is still one when it says something else', () => {
    const source = '- a\n\n{% unknown a="1" %}\ntext\n'
    expect(editMarkdown(source, said(source, 1, '{% unknown a="2_*" %}'))).toBe(source.replace('1', '2_*'))
  })

  it('is text when it is no tag any more, or never was one', () => {
    const source = '{% unknown a="1" %}\n'
    expect(editMarkdown(source, said(source, 0, '{% a %} and {% b %}'))).toBe('\\{% a %} and {% b %}\n')
    expect(editMarkdown(source, said(source, 0, '{% a\nb %}'))).toBe('\\{% a\\\nb %}\n')
    expect(editMarkdown('a\n', said('a\n', 0, '{% hint %}'))).toBe('\\{% hint %}\n')
  })

  it('may be put right, and then holds what follows it', () => {
    const source = '- a\n\n{% hint style="info" %}\n* b\n{% endhnt %}\n\n- c\n'
    const right = editMarkdown(source, said(source, 3, '{% endhint %}'))
    expect(right).toBe(source.replace('endhnt', 'endhint'))
    expect(parseMarkdown(right).nodes.map(({ type }) => type)).toEqual([
      'list-unordered',
      'hint',
      'list-unordered',
    ])
  })
})

describe('blocks of a text', () => {
  it('stand where they say', () => {
    const source = 'a\r\nb\r\n\r\n* c\r\n\r\n\r\n> d'
    expect(blocksOf(source).map(({ from, to }) => source.slice(from, to))).toEqual(['a\r\nb', '* c', '> d'])
  })
})

describe('reverting blocks', () => {
  const then = 'one\n\ntwo\n\nthree\n\nfour\n'
  const keyOf = (source: string, block: string) =>
    blocksOf(source).find(({ from, to }) => source.slice(from, to) === block)?.key ?? 'none'

  it('brings back what changed, by the key of either side', () => {
    const now = 'one\n\nTWO\n\nthree\n\nFOUR\n'
    expect(revertBlocks(now, then, [keyOf(now, 'TWO')])).toBe('one\n\ntwo\n\nthree\n\nFOUR\n')
    expect(revertBlocks(now, then, [keyOf(then, 'two')])).toBe('one\n\ntwo\n\nthree\n\nFOUR\n')
    expect(revertBlocks(now, then, [])).toBe(now)
  })

  it('puts deleted blocks back and takes added ones out', () => {
    const deleted = 'one\n\nthree\n\nfour\n'
    expect(revertBlocks(deleted, then, [keyOf(then, 'two')])).toBe(then)
    const added = 'one\n\ntwo\n\nnew\n\nthree\n\nfour\n'
    expect(revertBlocks(added, then, [keyOf(added, 'new')])).toBe(then)
    expect(
      revertBlocks(
        '',
        then,
        blocksOf(then).map(({ key }) => key),
      ),
    ).toBe(then)
  })
})

it('makes a button of another look, and keeps what else is said of it', () => {
  const source = 'See <a href="https://example.org/a" class="button secondary" data-x="1">Go  on</a> __now__'
  const json = JSON.stringify(parseMarkdown(source)).replace('"kind":"secondary"', '"kind":"primary"')
  expect(editMarkdown(source, JSON.parse(json))).toBe(source.replace('secondary', 'primary'))
})
