import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'

const doc = (...nodes: unknown[]) => ({ object: 'document', data: {}, nodes })
const block = (type: unknown, more: object = {}) => ({ object: 'block', type, ...more })
const paragraph = (...nodes: unknown[]) => block('paragraph', { nodes })
const link = (ref: unknown) => paragraph({ object: 'inline', type: 'link', data: { ref }, nodes: [] })
const text = (leaves?: unknown) => paragraph({ object: 'text', leaves })

/** What is wrong, and a node that is. */
const WRONG: [problem: string, node: unknown][] = [
  ['nodes.0.nodes must be an array', block('paragraph', { nodes: 'x' })],
  ['nodes.0.nodes.0 must be an object', paragraph(null)],
  ['nodes.0.nodes.0 must be an object', block('list-unordered', { nodes: [1, 'x', []] })],
  ['nodes.0.nodes.0.leaves.0 must be an object', text([null])],
  ['nodes.0.nodes.0.leaves.0.text must be a string', text([{ object: 'leaf', text: 1, marks: [] }])],
  [
    'nodes.0.nodes.0.leaves.0.marks.0 must be an object',
    text([{ object: 'leaf', text: 'x', marks: [null] }]),
  ],
  ['nodes.0.data.definition must be an object', block('table', { data: { definition: null } })],
  ['nodes.0.data.records must be an object', block('table', { data: { records: 1 } })],
  ['nodes.0.data.ref.file must be a string', block('image', { data: { ref: { kind: 'file' } } })],
  ['nodes.0.nodes.0.data.ref must be an object', link(null)],
  ['nodes.0.nodes.0.data.ref.page must be a string', link({ kind: 'page', page: 1 })],
  ['nodes.0.nodes.0.data.ref.url must be a string', link({ kind: 'url', url: 1 })],
  ['nodes.0.data.syntax must be a string', block('code', { data: { syntax: 1 } })],
  ['nodes.0.data must be an object', block('heading-1', { data: null })],
  ['nodes.0.data.style must be a string', block('hint', { data: { style: {} } })],
  ['nodes.0.data.title must be a string', block('tabs-item', { data: { title: 1 } })],
  ['nodes.0.fragments must be an array', block('expandable', { fragments: 'x' })],
  ['nodes.0.fragments.0 must be an object', block('expandable', { fragments: [null, {}] })],
  ['nodes.0.type must be a string', block(7)],
  ['nodes.0.data.formula must be a string', block('math', { data: { formula: 1 } })],
  ['nodes.0.data.url must be a string', block('embed', { data: { url: 1 } })],
]

/** Not much, but nothing that is wrong. */
const BARE: unknown[] = [
  {},
  block('paragraph'),
  text(),
  block('table'),
  block('images', { nodes: [block('image')] }),
  block('code', { nodes: [block('code-line')] }),
  block('constructor'),
  block('toString', { nodes: [] }),
  block('openapi'),
  paragraph({ object: 'inline', type: 'emoji', data: { code: '0000' } }),
  paragraph({ object: 'inline', type: 'emoji', data: { code: 'd800' } }),
]

describe('a document with a value of the wrong type', () => {
  it('is refused as a body, and the answer says where and why', async () => {
    const { as, admin, url } = await openSpace()
    for (const [problem, node] of WRONG) {
      const changes = [{ operation: 'insert_page', title: 'A', document: { document: doc(node) } }]
      const { error } = await as(admin).post(`${url}/content`, { changes }, 400)
      expect(error.message).toContain(problem)
    }
  })

  it('is refused as a comment, and the answer says where and why', async () => {
    const { as, admin, url } = await openSpace()
    for (const [problem, node] of WRONG) {
      const { error } = await as(admin).post(`${url}/comments`, { body: { document: doc(node) } }, 400)
      expect(error.message).toBe(`body.body.document.${problem}`)
    }
  })
})

describe('a document whose tables have more cells than are written', () => {
  const named = (count: number, value: object) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, value]))
  const table = (columns: number, rows: number) =>
    block('table', { data: { definition: named(columns, { type: 'text' }), records: named(rows, {}) } })

  it.each([
    ['one table', doc(table(1_000, 1_000))],
    ['many tables', doc(...Array.from({ length: 100 }, () => table(100, 100)))],
    ['a table in a hint', doc(block('hint', { nodes: [table(1_000, 1_000)] }))],
  ])('is refused, and the answer says how many there may be: %s', async (_, document) => {
    const { as, admin, url } = await openSpace()
    const changes = [{ operation: 'insert_page', title: 'A', document: { document } }]
    const { error } = await as(admin).post(`${url}/content`, { changes }, 413)
    expect(error.message).toMatch(/1000000 cells.*at most 200000/)
    await as(admin).post(`${url}/comments`, { body: { document } }, 400)
  })
})

describe('a document that leaves out what it could say', () => {
  it('is kept, and read again', async () => {
    const { as, admin, url, write } = await openSpace()
    for (const node of BARE) {
      const [{ page }] = await write({
        operation: 'insert_page',
        title: 'A',
        document: { document: doc(node) },
      })
      await as(admin).get(`${url}/content/page/${page.id}?format=document`)
    }
  })

  it('is a comment as long as it has a text', async () => {
    const { as, admin, url } = await openSpace()
    const said = text([{ text: 'said' }])
    for (const node of BARE) await as(admin).post(`${url}/comments`, { body: { document: doc(node, said) } })
  })
})

describe('a variable', () => {
  it('is none because objects have something of its name', async () => {
    const { as, admin, url, write } = await openSpace()
    const [{ page: made }] = await write(
      page('A', 'x <code class="expression">space.vars.constructor</code> y\n'),
    )
    const read = await as(admin).get(`${url}/content/page/${made.id}?format=document&evaluated=true`)
    expect(JSON.stringify(read)).toContain('"space.vars.constructor"')
  })
})

describe('the target of a link page', () => {
  const insert = (target: string) => ({
    changes: [{ operation: 'insert_page', type: 'link', title: 'G', url: target }],
  })

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:x',
    'data:text/html,x',
    'vbscript:x',
  ])('is not %j', async (target) => {
    const { as, admin, url } = await openSpace()
    const { error } = await as(admin).post(`${url}/content`, insert(target), 400)
    expect(error.message).toContain('body.changes.0.url')
  })

  it.each([
    'https://a.example',
    'HTTP://a.example',
    'mailto:a@b.example',
    'tel:+1',
    '/a',
    'a/b:c',
    '#a',
    'a',
  ])('may be %j', async (target) => {
    const { as, admin, url } = await openSpace()
    await as(admin).post(`${url}/content`, insert(target))
  })
})
