import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../test/pages.ts'

const ids = (made: { page: { id: string } }[]) => made.map(({ page }) => page.id)
const doc = (...nodes: unknown[]) => ({ object: 'document', data: {}, nodes })
const shapes: Record<string, unknown> = {
  empty: doc({}),
  noNodes: doc({ object: 'block', type: 'paragraph' }),
  nodesString: doc({ object: 'block', type: 'paragraph', nodes: 'x' }),
  nodesNull: doc({ object: 'block', type: 'paragraph', nodes: [null] }),
  nodesNumber: doc({ object: 'block', type: 'list-unordered', nodes: [1, 'x', []] }),
  leavesMissing: doc({ object: 'block', type: 'paragraph', nodes: [{ object: 'text' }] }),
  leavesNull: doc({ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [null] }] }),
  leafTextNumber: doc({
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 1, marks: 'x' }] }],
  }),
  marksNull: doc({
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [null] }] }],
  }),
  table: doc({ object: 'block', type: 'table' }),
  tableData: doc({ object: 'block', type: 'table', data: { records: 1, definition: null, view: {} } }),
  image: doc({ object: 'block', type: 'images', nodes: [{ object: 'block', type: 'image' }] }),
  imageRef: doc({
    object: 'block',
    type: 'images',
    nodes: [{ object: 'block', type: 'image', data: { ref: { kind: 'file' } } }],
  }),
  refNull: doc({
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'inline', type: 'link', data: { ref: null }, nodes: [] }],
  }),
  refNumber: doc({
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'inline', type: 'link', data: { ref: { kind: 'page', page: 1 } }, nodes: [] }],
  }),
  refUrlNumber: doc({
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'inline', type: 'link', data: { ref: { kind: 'url', url: 1 } }, nodes: [] }],
  }),
  code: doc({ object: 'block', type: 'code' }),
  codeData: doc({
    object: 'block',
    type: 'code',
    data: { syntax: 1 },
    nodes: [{ object: 'block', type: 'code-line' }],
  }),
  heading: doc({ object: 'block', type: 'heading-1', data: null }),
  hint: doc({ object: 'block', type: 'hint', data: { style: {} }, nodes: [] }),
  tabs: doc({
    object: 'block',
    type: 'tabs',
    nodes: [{ object: 'block', type: 'tabs-item', data: { title: 1 } }],
  }),
  expandable: doc({ object: 'block', type: 'expandable', fragments: 'x' }),
  fragments: doc({ object: 'block', type: 'expandable', fragments: [null, {}] }),
  typeNumber: doc({ object: 'block', type: 7 }),
  proto: doc({ object: 'block', type: 'constructor' }),
  toString: doc({ object: 'block', type: 'toString', nodes: [] }),
  math: doc({ object: 'block', type: 'math', data: { formula: 1 } }),
  embed: doc({ object: 'block', type: 'embed', data: { url: 1 } }),
  swagger: doc({ object: 'block', type: 'openapi' }),
  reusable: doc({ object: 'block', type: 'reusable-content', data: { ref: {} } }),
  emoji: doc({
    object: 'block',
    type: 'paragraph',
    nodes: [{ object: 'inline', type: 'emoji', data: { code: 'zz' } }],
  }),
}

describe('review: hostile', () => {
  it('H1 documents of any shape are 200 or 400', async () => {
    const h = await openSpace()
    const bad: string[] = []
    for (const [name, document] of Object.entries(shapes)) {
      const r = await h.as(h.admin).send('POST', `${h.url}/content`, {
        changes: [{ operation: 'insert_page', title: name, document: { document } }],
      })
      if (r.statusCode >= 500) {
        bad.push(name)
        continue
      }
      if (r.statusCode !== 200) continue
      const id = r.json().changes[0].page.id
      const g = await h.as(h.admin).send('GET', `${h.url}/content/page/${id}?format=document`)
      if (g.statusCode >= 500) bad.push(`${name} (read)`)
    }
    expect(bad).toEqual([])
  })
  it('H2 comments too', async () => {
    const h = await openSpace()
    const bad: string[] = []
    for (const [name, document] of Object.entries(shapes)) {
      const r = await h.as(h.admin).send('POST', `${h.url}/comments`, { body: { document } })
      if (r.statusCode >= 500) bad.push(name)
    }
    expect(bad).toEqual([])
  })
  it('H4 a variable called like what objects have', async () => {
    const h = await openSpace()
    const [a = ''] = ids(
      await h.write(page('A', 'x <code class="expression">space.vars.constructor</code> y\n')),
    )
    const d = await h.as(h.admin).get(`${h.url}/content/page/${a}?format=document&evaluated=true`)
    expect(JSON.stringify(d)).not.toContain('native code')
  })
  it('H5 an edit in a trashed space', async () => {
    const h = await openSpace()
    await h.open()
    await h.edit(1, page('A'))
    await h
      .as(h.admin)
      .delete(h.url, 205)
      .catch(() => {})
    const r = await h.as(h.admin).send('POST', `${h.url}/change-requests/1/content`, { changes: [page('B')] })
    const c = await h.as(h.admin).send('POST', `${h.url}/change-requests`, {})
    console.log('trash', r.statusCode, c.statusCode)
    expect(r.statusCode).toBe(c.statusCode)
  })
  it('H7 a replay needs no fetch', async () => {
    const h = await openSpace()
    const file = (
      await h.as(h.admin).send('POST', `${h.organization.url}/storage/upload`, {
        file: { name: 'a.txt', type: 'text/plain', size: 1 },
        kind: 'import_file',
      })
    ).json()
    const u = new URL(file.url)
    const put = await h.app.inject({
      method: 'PUT',
      url: u.pathname + u.search,
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    })
    expect(put.statusCode).toBe(204)
    const body = { changes: [{ operation: 'insert_files', files: [{ name: 'a.txt', url: file.url }] }] }
    h.tick(0.9)
    const headers = { 'idempotency-key': 'k1' }
    const one = await h.as(h.admin).send('POST', `${h.url}/content`, body, headers)
    expect(one.statusCode).toBe(200)
    h.tick(0.2)
    const two = await h.as(h.admin).send('POST', `${h.url}/content`, body, headers)
    expect([two.statusCode, two.headers['idempotent-replayed']]).toEqual([200, 'true'])
  })
})
