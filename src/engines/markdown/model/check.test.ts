import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../test/drawn/draws.ts'
import type { JSONDocument } from '../document.ts'
import { editMarkdown } from '../edit.ts'
import { parseMarkdown } from '../parse.ts'
import { writeMarkdown } from '../write.ts'
import { checkDocument } from './check.ts'
import { mapRefs } from './refs.ts'

const doc = (...nodes: unknown[]) => ({ object: 'document', data: {}, nodes })
const block = (type: unknown, data: unknown = {}, more: object = {}) => ({
  object: 'block',
  type,
  data,
  ...more,
})
const inline = (type: string, data: unknown) =>
  block('paragraph', {}, { nodes: [{ object: 'inline', type, data, nodes: [] }] })
const leaves = (...all: unknown[]) => block('paragraph', {}, { nodes: [{ object: 'text', leaves: all }] })
const table = (data: object) => block('table', data)

const WRONG: [problem: string, node: unknown][] = [
  ['nodes.0 must be an object', null],
  ['nodes.0.type must be a string', block(7)],
  ['nodes.0.data must be an object', block('unheard-of', 'x')],
  ['nodes.0.nodes must be an array', block('paragraph', {}, { nodes: 'x' })],
  ['nodes.0.nodes.1 must be an object', block('list-unordered', {}, { nodes: [{}, 1] })],
  ['nodes.0.fragments.0 must be an object', block('expandable', {}, { fragments: [null] })],
  ['nodes.0.nodes.0.leaves.0 must be an object', leaves(null)],
  ['nodes.0.nodes.0.leaves.0.text must be a string', leaves({ text: 1 })],
  ['nodes.0.nodes.0.leaves.0.marks must be an array', leaves({ text: '', marks: 'bold' })],
  ['nodes.0.nodes.0.leaves.0.marks.0 must be an object', leaves({ text: '', marks: [null] })],
  ['nodes.0.data.syntax must be a string', block('code', { syntax: 1 })],
  ['nodes.0.data.title must be a string', block('tabs-item', { title: 1 })],
  ['nodes.0.data.start must be a whole number from 0 to 999999999', block('list-ordered', { start: -1 })],
  ['nodes.0.data.fullWidth must be true or false', block('embed', { url: '', fullWidth: 1 })],
  [
    'nodes.0.data.width must be a number, or an object with a unit and a value',
    block('image', { width: '5' }),
  ],
  ['nodes.0.nodes.0.data.ref must be an object', inline('link', { ref: null })],
  ['nodes.0.nodes.0.data.ref.page must be a string', inline('link', { ref: { kind: 'page', page: 1 } })],
  ['nodes.0.nodes.0.data.ref.url must be a string', inline('mention', { ref: { kind: 'url' } })],
  [
    'nodes.0.data.ref.kind must be one of url, file, page, anchor, user, collection, space, reusable-content, openapi',
    block('file', { ref: { kind: 'constructor' } }),
  ],
  ['nodes.0.data.format must be a string', block('updates', { format: 1 })],
  [
    'nodes.0.nodes.1.type must be update: a block of updates holds nothing else',
    block('updates', {}, { nodes: [block('update'), block('paragraph')] }),
  ],
  ['nodes.0.data.tags must be an array', block('update', { tags: 'a,b' })],
  ['nodes.0.data.tags.1 must be a string without a comma', block('update', { tags: ['a', 'b,c'] })],
  ['nodes.0.data.openInAIProviders must be true or false', block('prompt', { openInAIProviders: 'true' })],
  ['nodes.0.data.tag must be swagger or api-method', block('api-method', { tag: 'hint' })],
  [
    'nodes.0.data.tag must be the name of a part, such as swagger-response or api-method-parameter',
    block('api-method-part', { tag: 'swagger-x %}' }),
  ],
  ['nodes.0.data.props.a must be a string or true', block('api-method', { props: { a: 1 } })],
  ['nodes.0.data.records must be an object', table({ records: [] })],
  ['nodes.0.data.definition.a must be an object', table({ definition: { a: null } })],
  [
    'nodes.0.data.records.r.values.c.1 must be a string',
    table({ records: { r: { values: { c: ['', 1] } } } }),
  ],
  ['nodes.0.data.records.r.values.c.ref must be an object', table({ records: { r: { values: { c: {} } } } })],
  ['nodes.0.data.view.columns must be an array', table({ view: { columns: {} } })],
  ['nodes.0.meta.depth must be a whole number from 1 to 6', block('heading-3', {}, { meta: { depth: -1 } })],
  ['nodes.0.meta.attributes.0 must be a string', block('hint', {}, { meta: { attributes: [1] } })],
]

describe('the check of a document', () => {
  it.each(WRONG)('says that %s', (problem, node) => {
    expect(checkDocument(doc(node))).toBe(problem)
  })

  it('says what is wrong with the document itself', () => {
    expect(checkDocument(null)).toBe('must be an object')
    expect(checkDocument({ nodes: {} })).toBe('nodes must be an array')
    expect(checkDocument({ data: { definitions: [1] }, nodes: [] })).toBe(
      'data.definitions.0 must be a string',
    )
  })

  it('lets pass what is missing, what is unknown and what is more than expected', () => {
    const nodes = [{}, { type: 'table' }, block('constructor', { any: null }), block('image')]
    const more = { ...block('paragraph', { more: [null] }), more: 1, nodes: [{ object: 'text', more: {} }] }
    expect(checkDocument(doc(...nodes, more))).toBeUndefined()
  })
})

describe('a name that every object knows', () => {
  it('is a block nobody knows', () => {
    const text = { object: 'text', leaves: [{ object: 'leaf', text: 'said', marks: [] }] }
    const nodes = ['constructor', 'toString', '__proto__'].map((type) => block(type, {}, { nodes: [text] }))
    expect(written(doc(...nodes))).toBe('said\n\nsaid\n\nsaid\n')
  })

  it('is a column like any other', () => {
    const definition = { constructor: { title: 'A', type: 'text' }, valueOf: { title: 'B', type: 'text' } }
    const records = { toString: { orderIndex: 'a', values: { constructor: 'one' } } }
    const meta = { cells: {}, parts: {} }
    const view = { type: 'grid', columns: ['constructor', 'hasOwnProperty', 'valueOf'], hideHeader: false }
    const pipes = block('table', { definition, records, view }, { meta })
    expect(written(doc(pipes))).toBe('| A | B |\n| --- | --- |\n| one |  |\n')
    const html = block('table', { definition, records, view: { ...view, hideHeader: true } }, { meta })
    expect(written(doc(html))).toContain('<tbody><tr><td>one</td><td></td></tr></tbody>')
  })

  it.each([
    '<constructor>\n\nx\n',
    'a <constructor>b</constructor> <valueOf href="x">\n',
    '{% hint style="constructor" %}\nx\n{% endhint %}\n',
    '{% @a/b constructor="1" __proto__="2" %}\n',
    '{% constructor url="x" %}\n',
  ])('means nothing in %j', (text) => {
    const read = parseMarkdown(text)
    expect(checkDocument(read)).toBeUndefined()
    expect(writeMarkdown(read)).toBe(text)
  })
})

describe('a block that can hold nothing', () => {
  it('may come with nodes', () => {
    const swagger = block('swagger', {}, { nodes: [{ object: 'block', type: 'paragraph' }] })
    const image = block('image', {}, { fragments: [{ nodes: [swagger] }] })
    expect(written(doc(image))).toBe('<figure><img src="" alt=""><figcaption></figcaption></figure>\n')
  })
})

describe('links inside links', () => {
  it('are written as one', () => {
    let nested: unknown = { object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] }
    for (let count = 0; count < 40; count++) {
      nested = { object: 'inline', type: 'link', data: { ref: { kind: 'url', url: 'y' } }, nodes: [nested] }
    }
    expect(written(doc(block('paragraph', {}, { nodes: [nested] })))).toContain('[x]')
  })
})

describe('a file in a cell', () => {
  const source =
    '<table><thead><tr><th data-type="files">F</th></tr></thead><tbody><tr><td><a href="../a b.pdf">../a b.pdf</a><a href="https://x.example/">https://x.example/</a></td></tr></tbody></table>\n'

  it('is a reference like those elsewhere', () => {
    const raw = parseMarkdown(source)
    const resolved = mapRefs(raw, (ref, use) => {
      expect(use).toBe('cell')
      return ref.kind === 'url' && ref.url.startsWith('..') ? { kind: 'file', file: '01hfile' } : ref
    })
    expect(JSON.stringify(resolved)).toContain('["01hfile","https://x.example/"]')
    const back = mapRefs(resolved, (ref) => (ref.kind === 'file' ? { kind: 'url', url: '../a b.pdf' } : ref))
    expect(back).toEqual(raw)
    const targetOf = (ref: { kind: string; url?: string }) => ref.url ?? '../a b.pdf'
    expect(writeMarkdown(resolved, { targetOf })).toBe(source)
    expect(editMarkdown(source, resolved, { targetOf })).toBe(source)
  })
})

function written(document: unknown): string {
  expect(checkDocument(document)).toBeUndefined()
  return writeMarkdown(taken(document))
}

/** What a client sent, as the code that only knows checked documents takes it. */
function taken(document: unknown): JSONDocument {
  return document as JSONDocument
}

const NAMES = ['constructor', 'toString', 'valueOf', '__proto__', 'c1', 'r1', 'r1c1', 'a', '']
const TYPES = (
  'paragraph heading-1 heading-3 list-ordered list-unordered list-tasks list-item divider blockquote hint if images ' +
  'image file drawing embed code code-line math expandable tabs tabs-item table swagger openapi-operation ' +
  'openapi-schemas openapi-webhook content-ref integration reusable-content stepper stepper-step columns column ' +
  'updates update prompt api-method api-method-part ' +
  'link emoji icon expression inline-math inline-image annotation mention button constructor toString unheard-of'
).split(' ')

const name = fc.constantFrom(...NAMES)
const word = fc.constantFrom(
  ...NAMES,
  'x',
  'a\nb',
  '`` ` ```',
  '"><b>',
  '| $$ {% endhint %}',
  '0000',
  'd800',
  '1f600',
  'center',
  'cards',
  'files',
  'text',
  'rating',
  'select',
  'caption',
  'html',
  'expandable-body',
)
const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constant({ object: 'text', leaves: [null], toString: 1 }),
)

/** Right nearly always. */
const mostly = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 1000, arbitrary: value }, { weight: 1, arbitrary: junk })
const record = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  mostly(
    fc.record(Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, mostly(value)])), {
      requiredKeys: [],
    }),
  )
const dictionary = (value: fc.Arbitrary<unknown>) => mostly(fc.dictionary(name, value, { maxKeys: 3 }))
const list = (value: fc.Arbitrary<unknown>, maxLength = 3) => mostly(fc.array(value, { maxLength }))
const number = fc.constantFrom(0, 1, 2, 3, 6, 7, -1, 1.5, 1e9)
const whole = fc.constantFrom(1, 2, 3, 4, 5, 6)
const strings = list(word)
const ref = mostly(
  fc.oneof(
    word.map((url) => ({ kind: 'url', url })),
    word.map((file) => ({ kind: 'file', file })),
    fc.tuple(word, word).map(([anchor, page]) => ({ kind: 'anchor', anchor, page })),
    word.map((reusableContent) => ({ kind: 'reusable-content', reusableContent })),
    word.map((spec) => ({ kind: 'openapi', spec })),
  ),
)
const length = fc.oneof(
  number,
  fc.tuple(word, number).map(([unit, value]) => ({ unit, value })),
)
const data = fc.oneof(
  record({ ref, refDark: ref, alt: word, width: length, caption: word, label: word, kind: word, icon: word }),
  record({
    url: word,
    formula: word,
    expression: word,
    code: word,
    title: word,
    syntax: word,
    overflow: word,
  }),
  record({ ref, path: word, method: word, name: word, schemas: strings, grouped: fc.boolean() }),
  record({
    id: word,
    align: word,
    start: whole,
    checked: fc.boolean(),
    style: word,
    fullWidth: fc.boolean(),
  }),
  record({ integration: word, block: word, props: dictionary(junk), highlighted: fc.boolean() }),
  record({ date: word, tags: strings, format: word, description: word, openInAIProviders: fc.boolean() }),
  record({ tag: fc.constantFrom('swagger', 'api-method-request'), props: dictionary(word) }),
  record({
    view: record({
      type: word,
      columns: list(name),
      columnWidths: dictionary(number),
      hideHeader: fc.boolean(),
    }),
    definition: dictionary(
      record({
        type: word,
        title: word,
        max: number,
        multiple: fc.boolean(),
        options: list(record({ value: word, label: word, color: word })),
      }),
    ),
    records: dictionary(
      record({
        orderIndex: word,
        values: dictionary(
          fc.oneof(
            word,
            number,
            strings,
            ref,
            fc.boolean(),
            fc.constant(null),
            record({ ref, objectFit: word }),
          ),
        ),
      }),
    ),
  }),
)
const meta = record({
  id: word,
  markdown: word,
  attributes: strings,
  parts: dictionary(strings),
  depth: whole,
  anchor: word,
  loose: fc.boolean(),
  breaks: list(number),
  form: fc.constantFrom('html', 'pre', 'markdown', 'auto', 'img', 'figure', 'page-ref', 'swagger', 'blank'),
  label: word,
  body: word,
  target: word,
  cells: dictionary(fc.record({ value: word, source: word })),
})
const mark = record({
  type: fc.constantFrom('bold', 'italic', 'code', 'color', 'keyboard', 'toString'),
  data: fc.record({ text: word, background: fc.constantFrom('red', '"><b>') }, { requiredKeys: [] }),
})
const leaf = record({ text: word, marks: list(mark) })
const { node } = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    record({ object: fc.constant('text'), leaves: list(leaf), meta }),
    record({
      object: fc.constantFrom('block', 'inline', 'text'),
      type: fc.constantFrom(...TYPES),
      data,
      meta,
      nodes: list(tie('node')),
      fragments: list(record({ fragment: word, type: word, nodes: list(tie('node')) }), 2),
      more: junk,
    }),
  ),
}))

describe('a document that passed', () => {
  it('is written, edited and read again, whatever it holds', () => {
    let passed = 0
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 3 }), (nodes) => {
        const sent: unknown = JSON.parse(JSON.stringify(doc(...nodes)))
        if (checkDocument(sent) !== undefined) return
        passed++
        const document = taken(sent)
        const raw = mapRefs(document, (ref) => (ref.kind === 'file' ? { kind: 'url', url: 'f.pdf' } : ref))
        const text = writeMarkdown(raw)
        expect(checkDocument(parseMarkdown(text)), text).toBeUndefined()
        parseMarkdown(editMarkdown('# Was\n\nbefore[^1]\n\n* a\n\n[^1]: note\n', raw))
        expect(editMarkdown(text, parseMarkdown(text))).toBe(text)
      }),
      { numRuns: draws(400) },
    )
    expect(passed).toBeGreaterThan(draws(130))
  })
})
