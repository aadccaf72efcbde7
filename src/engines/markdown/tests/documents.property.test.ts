import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../test/drawn/draws.ts'
import type { Block, InlineNode, JSONDocument, ListItem, Mark, Text } from '../document.ts'
import { sameBlocks } from '../model/same.ts'
import { sortMarks, text } from '../nodes.ts'
import { parseMarkdown } from '../parse.ts'
import { writeMarkdown } from '../write.ts'

// Documents as a client could send them: written and read again, they are the same.

const PIECES = [
  'a',
  'word',
  ' ',
  '*',
  '_',
  '`',
  '[',
  ']',
  '<',
  '>',
  '&',
  '&amp;',
  '#',
  '-',
  '+',
  '1.',
  '|',
  '~',
  '$',
  ':x:',
]
const word = fc.array(
  fc.constantFrom(...PIECES, '\\', '!', '(', ')', '{%', '%}', '=', '<b>', 'é', '日本', '😀', '\n'),
  {
    minLength: 1,
    maxLength: 6,
  },
)
const content = word.map((pieces) => pieces.join(''))
const plain = fc.stringMatching(/^[a-zA-Z0-9 ._-]{0,12}$/).map((value) => value.trim())
const label = fc.constantFrom('a', 'two words', '"quoted"', 'a\\b', 'ü')
const target = fc.constantFrom(
  'page.md',
  'a b.md',
  'x(1).png',
  'https://x.example/?a=1&b=2',
  '#here',
  'ü.md',
  'a_b*c.md',
)
const ref = target.map((url) => ({ kind: 'url' as const, url }))

const types = ['bold', 'italic', 'strikethrough', 'superscript', 'subscript', 'keyboard', 'code'] as const
const mark: fc.Arbitrary<Mark> = fc.oneof(
  fc.constantFrom(...types).map((type): Mark => ({ object: 'mark', type })),
  fc.constant<Mark>({ object: 'mark', type: 'color', data: { text: 'red', background: 'default' } }),
)
const marks = fc.uniqueArray(mark, { maxLength: 3, selector: (each) => each.type }).map(sortMarks)

const leaf = fc
  .tuple(content, marks)
  .map(([value, on]) => text(on.some(isCode) ? value.replaceAll('\n', ' ') : value, on))

function isCode({ type }: Mark): boolean {
  return type === 'code'
}

const singles: ((target: { kind: 'url'; url: string }, label: Text) => InlineNode)[] = [
  () => ({ object: 'inline', type: 'emoji', data: { code: 'smile' }, isVoid: true }),
  () => ({ object: 'inline', type: 'emoji', data: { code: '2705' }, isVoid: true }),
  () => ({ object: 'inline', type: 'icon', data: { icon: 'house' }, isVoid: true }),
  () => ({ object: 'inline', type: 'expression', data: { expression: 'x_y < 2' }, isVoid: true }),
  () => ({ object: 'inline', type: 'inline-math', data: { formula: 'a_b*c' }, isVoid: true }),
  (ref) => ({ object: 'inline', type: 'mention', data: { ref }, isVoid: true }),
  (ref) => ({
    object: 'inline',
    type: 'button',
    data: { label: 'Go [now]', kind: 'primary', ref },
    isVoid: true,
  }),
  (ref, label) => ({ object: 'inline', type: 'link', data: { ref }, nodes: [label] }),
  (ref) => ({ object: 'inline', type: 'inline-image', data: { ref, alt: 'alt' }, isVoid: true }),
]
const single = fc.tuple(fc.constantFrom(...singles), ref, leaf).map(([make, to, label]) => make(to, label))

/** Text on both sides: an image alone in its paragraph is another block. */
const inlines = fc
  .tuple(content, fc.array(fc.oneof(leaf, single), { maxLength: 4 }), content)
  .map(([first, middle, last]) => merged([text(`x${first}`), ...middle, text(`${last}x`)]))

/** Neighbouring leaves with the same marks are one leaf in every document that was read. */
function merged(nodes: InlineNode[]): InlineNode[] {
  const out: InlineNode[] = []
  for (const node of nodes) {
    const last = out.at(-1)
    if (node.object !== 'text' || last?.object !== 'text') {
      out.push(structuredClone(node))
      continue
    }
    for (const part of node.leaves) {
      const before = last.leaves.at(-1)
      if (before && JSON.stringify(before.marks) === JSON.stringify(part.marks)) before.text += part.text
      else last.leaves.push({ ...part })
    }
  }
  return out
}

const paragraph = inlines.map((nodes): Block => ({ object: 'block', type: 'paragraph', nodes }))
const flat: fc.Arbitrary<Block> = fc.oneof(
  { weight: 3, arbitrary: paragraph },
  fc
    .tuple(fc.constantFrom('heading-1', 'heading-2', 'heading-3'), inlines)
    .map(([type, nodes]): Block => ({ object: 'block', type, nodes, data: {} })),
  fc.constant<Block>({ object: 'block', type: 'divider', data: {}, isVoid: true }),
  fc
    .tuple(
      fc.array(fc.constantFrom('', 'a', '  b', '```', '{% hint %}', '</pre>')),
      fc.option(fc.constantFrom('js', 'yaml'), { nil: undefined }),
    )
    .map(([lines, syntax]) => code(lines, syntax)),
  fc
    .constantFrom('x', 'a\nb')
    .map((formula): Block => ({ object: 'block', type: 'math', data: { formula }, isVoid: true })),
  ref.map((each): Block => ({ object: 'block', type: 'content-ref', data: { ref: each }, isVoid: true })),
  ref.map((each): Block => ({ object: 'block', type: 'file', data: { ref: each }, isVoid: true })),
  fc.constant<Block>({
    object: 'block',
    type: 'embed',
    data: { url: 'https://x', fullWidth: true },
    isVoid: true,
  }),
  fc.tuple(ref, plain).map(([each, alt]) => images(each, alt)),
  fc.array(fc.tuple(inlines, inlines), { maxLength: 3 }).map(table),
)

function code(lines: string[], syntax: string | undefined): Block {
  const nodes = lines.map((line) => ({
    object: 'block' as const,
    type: 'code-line' as const,
    nodes: [text(line)],
    data: {},
  }))
  return { object: 'block', type: 'code', nodes, data: syntax ? { syntax } : {} }
}

function images(each: { kind: 'url'; url: string }, alt: string): Block {
  const data = alt === '' ? { ref: each, width: 300 } : { ref: each, alt }
  return {
    object: 'block',
    type: 'images',
    nodes: [{ object: 'block', type: 'image', data, fragments: [], isVoid: true }],
    data: { align: 'center' },
    isVoid: false,
  }
}

function table(rows: [InlineNode[], InlineNode[]][]): Block {
  const cells = rows.flatMap((row, index) =>
    row.map((nodes, column) => ({ name: `r${index + 1}c${column + 1}`, nodes })),
  )
  const records = rows.map((_, index) => {
    const name = `r${index + 1}`
    return [
      name,
      { orderIndex: `a${index.toString(36).padStart(4, '0')}`, values: { c1: `${name}c1`, c2: `${name}c2` } },
    ]
  })
  return {
    object: 'block',
    type: 'table',
    data: {
      view: { type: 'grid', columns: ['c1', 'c2'], hideHeader: false },
      records: Object.fromEntries(records),
      definition: {
        c1: { id: 'c1', title: 'A *b*', type: 'text', textAlignment: 'left' },
        c2: { id: 'c2', title: '', type: 'text', textAlignment: 'right' },
      },
    },
    fragments: cells.map(({ name, nodes }) => ({
      object: 'fragment',
      fragment: name,
      type: 'table-cell',
      nodes: [{ object: 'block', type: 'paragraph', nodes }],
    })),
    isVoid: true,
  }
}

const { block } = fc.letrec<{ block: Block; item: ListItem }>((tie) => ({
  item: fc
    .tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, rest]): ListItem => ({ object: 'block', type: 'list-item', nodes: [first, ...rest] })),
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: flat },
    fc
      .array(tie('item'), { minLength: 1, maxLength: 3 })
      .map((nodes): Block => ({ object: 'block', type: 'list-unordered', nodes })),
    fc
      .array(tie('item'), { minLength: 1, maxLength: 3 })
      .map((nodes): Block => ({ object: 'block', type: 'list-ordered', nodes, data: { start: 4 } })),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((nodes): Block => ({ object: 'block', type: 'blockquote', nodes })),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((nodes): Block => ({ object: 'block', type: 'hint', nodes, data: { style: 'info' } })),
    fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map(tabs),
    fc.tuple(fc.array(tie('block'), { maxLength: 2 }), fc.array(label, { maxLength: 2 })).map(updates),
    fc
      .tuple(fc.array(tie('block'), { minLength: 1, maxLength: 2 }), plain)
      .map(
        ([nodes, description]): Block => ({ object: 'block', type: 'prompt', nodes, data: { description } }),
      ),
    fc
      .tuple(fc.array(tie('block'), { minLength: 1, maxLength: 2 }), fc.constantFrom('', 'a "b"', '\\'))
      .map(apiMethod),
    fc.tuple(inlines, fc.array(tie('block'), { minLength: 1, maxLength: 2 })).map(expandable),
  ),
}))

function tabs(nodes: Block[]): Block {
  return {
    object: 'block',
    type: 'tabs',
    nodes: [{ object: 'block', type: 'tabs-item', data: { title: 'A "b"' }, nodes }],
  }
}

function updates([nodes, tags]: [Block[], string[]]): Block {
  const data = { date: '2026-01-31', ...(tags.length > 0 && { tags }) }
  return {
    object: 'block',
    type: 'updates',
    data: { format: 'full' },
    nodes: [
      { object: 'block', type: 'update', data, nodes },
      { object: 'block', type: 'update', data: {}, nodes: [] },
    ],
  }
}

function apiMethod([nodes, summary]: [Block[], string]): Block {
  const part: Block = {
    object: 'block',
    type: 'api-method-part',
    data: { tag: 'swagger-response', props: { status: '200', required: true } },
    nodes,
  }
  const data = { tag: 'swagger', props: { method: 'get', path: '/x', summary } }
  return { object: 'block', type: 'api-method', data, nodes: [part] }
}

function expandable([title, body]: [InlineNode[], Block[]]): Block {
  return {
    object: 'block',
    type: 'expandable',
    data: {},
    fragments: [
      {
        object: 'fragment',
        fragment: 'expandable-title',
        type: 'expandable-title',
        nodes: [{ object: 'block', type: 'paragraph', nodes: title }],
      },
      { object: 'fragment', fragment: 'expandable-body', type: 'expandable-body', nodes: body },
    ],
    isVoid: true,
  }
}

describe('a document', () => {
  it('is the same after being written and read', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (nodes) => {
        const document: JSONDocument = { object: 'document', data: {}, nodes }
        const written = writeMarkdown(document)
        const read = parseMarkdown(written)
        if (!sameBlocks(read.nodes, nodes)) expect(read.nodes, written).toMatchObject(nodes)
        expect(writeMarkdown(read)).toBe(written)
      }),
      { numRuns: draws(400) },
    )
  })
})
