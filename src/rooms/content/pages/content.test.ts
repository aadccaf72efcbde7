import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('pages', () => {
  it('are put in, nested and in order, with a path from their titles', async () => {
    const { as, admin, url, write, titles } = await openSpace()
    const [{ page: a }] = await write(page('Getting started'))
    await write(
      page('Last'),
      page('First', 'x', { at: 0 }),
      page('Über uns', 'x', { into: a.id, slug: 'about' }),
    )
    expect(await titles()).toBe('First Getting started[Über uns] Last')
    const found = await as(admin).get(`${url}/content/path/${encodeURIComponent('getting-started/about')}`)
    expect(found).toMatchObject({ title: 'Über uns', path: 'getting-started/about', type: 'document' })
    expect(found.markdown).toBeUndefined()
    // Clients do not agree on whether slashes are encoded.
    expect(await as(admin).get(`${url}/content/path/getting-started/about`)).toEqual(found)
    await as(admin).get(`${url}/content/path/nowhere`, 404)
  })

  it('keep their text byte for byte, and tell it as Markdown or as a document', async () => {
    const { as, admin, url, write } = await openSpace()
    const markdown = '## One\r\n\r\n*  loose   item\r\n\r\n\r\ntrailing  \r\n'
    const [{ page: made }] = await write(page('A', markdown))
    const at = `${url}/content/page/${made.id}`
    expect((await as(admin).get(`${at}?format=markdown`)).markdown).toBe(markdown)
    const { document, documentId } = await as(admin).get(`${at}?format=document`)
    expect(document.nodes[0]).toMatchObject({ type: 'heading-2' })
    expect(await as(admin).get(`${url}/documents/${documentId}`)).toEqual(document)
    await as(admin).get(`${url}/documents/${documentId.slice(0, -1)}`, 404)
  })

  it('take documents, and keep the lines of blocks that did not change', async () => {
    const { as, admin, url, write, text } = await openSpace()
    const [{ page: made }] = await write(page('A', '*  first\n\nsecond   \n\n- - -\n'))
    const { document } = await as(admin).get(`${url}/content/page/${made.id}?format=document`)
    document.nodes[1].nodes = [{ object: 'text', leaves: [{ object: 'leaf', text: 'changed', marks: [] }] }]
    await write({ operation: 'update_page', page: made.id, document: { document } })
    expect(await text(made.id)).toBe('*  first\n\nchanged\n\n- - -\n')
  })

  it('are not touched by a change whose fields are misspelt or at the wrong level', async () => {
    const { as, admin, url, write, titles } = await openSpace()
    const [{ page: made }] = await write(page('A'))
    const refusal = async (change: object) =>
      (await as(admin).post(`${url}/content`, { changes: [change] }, 400)).error
    const insert = await refusal({ operation: 'insert_page', page: { title: 'B', markdown: 'Text' } })
    expect(insert.message).toMatch(/^Unknown field changes\.0\.page; changes\.0 takes operation, title, /)
    expect(insert.details).toMatchObject({ field: 'body.changes.0.page' })
    const update = await refusal({ operation: 'update_page', page: made.id, titel: 'B' })
    expect(update.details).toMatchObject({ field: 'body.changes.0.titel' })
    const kind = await refusal({ type: 'insert_page', title: 'B' })
    expect(kind.message).toBe('body.changes.0.operation is required')
    expect(await titles()).toBe('A')
    await write({ operation: 'update_page', page: made.id, title: 'B', later: true })
    expect(await titles()).toBe('B')
  })

  it('take files with names that fit into any file system', async () => {
    const { as, admin, url, write } = await openSpace()
    const file = { name: `${'文'.repeat(200)}.png`, contentType: 'image/png', base64: PIXEL }
    await write({ operation: 'insert_files', files: [file, file] })
    const { files } = await as(admin).get(`${url}/content`)
    const names = files.map(({ name }: { name: string }) => name)
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(Buffer.byteLength(name)).toBeLessThan(220)
    for (const name of names) expect(name).toMatch(/\.png$/)
  })

  it('are not emptied by a body that holds neither Markdown nor a document', async () => {
    const { as, admin, url, write, text } = await openSpace()
    const [{ page: made }] = await write(page('A', 'Text'))
    const { document } = await as(admin).get(`${url}/content/page/${made.id}?format=document`)
    const refusal = async (body: object) => {
      const changes = [{ operation: 'update_page', page: made.id, document: body }]
      return (await as(admin).post(`${url}/content`, { changes }, 400)).error.message
    }
    expect(await refusal(document)).toContain('changes.0.document takes markdown, document')
    expect(await refusal({})).toContain('send {"markdown": "…"} or {"document": {…}}')
    expect(await text(made.id)).toBe('Text')
  })

  it('keep the lines of blocks whose links are spelt in several ways', async () => {
    const { as, admin, url, write, text } = await openSpace()
    await write(page('B'))
    const [{ page: made }] = await write(page('A', 'See [b](b.md).\n\n__See__ [b](./b.md).\n\nEnd\n'))
    const { document } = await as(admin).get(`${url}/content/page/${made.id}?format=document`)
    document.nodes[2].nodes = [{ object: 'text', leaves: [{ object: 'leaf', text: 'New', marks: [] }] }]
    await write({ operation: 'update_page', page: made.id, document: { document } })
    expect(await text(made.id)).toBe('See [b](b.md).\n\n__See__ [b](./b.md).\n\nNew\n')
  })

  it('have slugs of their own among their siblings', async () => {
    const { as, admin, url, write } = await openSpace()
    await write(page('Same'), page('Same'), page('Same'))
    const { pages } = await as(admin).get(`${url}/content/pages`)
    expect(pages.map(({ slug }: { slug: string }) => slug)).toEqual(['same', 'same-1', 'same-2'])
  })

  it('move with all below them, never under themselves', async () => {
    const { as, admin, url, write, titles } = await openSpace()
    const [{ page: a }, { page: b }] = await write(page('A'), page('B'))
    await write(page('A1', 'x', { into: a.id }))
    await write({ operation: 'update_page', page: a.id, into: b.id })
    expect(await titles()).toBe('B[A[A1]]')
    const changes = [{ operation: 'update_page', page: b.id, into: a.id }]
    const refused = await as(admin).post(`${url}/content`, { changes }, 400)
    expect(refused.error.message).toContain('below itself')
    await write({ operation: 'update_page', page: a.id, into: null, at: 0 })
    expect(await titles()).toBe('A[A1] B')
  })

  it('go with all below them', async () => {
    const { write, titles } = await openSpace()
    const [{ page: a }] = await write(page('A'), page('B'))
    await write(page('A1', 'x', { into: a.id }))
    expect(await write({ operation: 'delete_page', page: a.id })).toEqual([
      { object: 'deleted_page', page: a.id },
    ])
    expect(await titles()).toBe('B')
  })

  it('change all together or not at all', async () => {
    const { as, admin, url, write, titles } = await openSpace()
    await write(page('A'))
    const changes = [page('B'), { operation: 'delete_page', page: 'nothing' }]
    const refused = await as(admin).post(`${url}/content`, { changes }, 404)
    expect(refused.error.message).toContain('body.changes.1.page')
    expect(await titles()).toBe('A')
  })

  it('lose what stood before their title, and nothing else', async () => {
    const { as, admin, url, write } = await openSpace()
    const more = { emoji: '📘', icon: 'gear', description: 'Bright.' }
    const [{ page: made }] = await write(page('A', 'x', more))
    const read = () => as(admin).get(`${url}/content/page/${made.id}`)
    expect(await read()).toMatchObject(more)
    await write({ operation: 'update_page', page: made.id, emoji: null })
    expect(await read()).toMatchObject({ icon: 'gear', description: 'Bright.' })
    expect(await read()).not.toHaveProperty('emoji')
    await write({ operation: 'update_page', page: made.id, icon: null, title: 'B' })
    expect(await read()).not.toHaveProperty('icon')
    expect(await read()).toMatchObject({ title: 'B', description: 'Bright.' })
    const refused = [{ operation: 'update_page', page: made.id, title: null }]
    await as(admin).post(`${url}/content`, { changes: refused }, 400)
  })

  it('return to what they were, whole or block by block', async () => {
    const { url, as, admin, write, text, titles } = await openSpace()
    const [{ page: a }] = await write(page('A', 'one\n\ntwo\n\nthree\n'))
    const { revision } = await as(admin).get(url)
    await write({
      operation: 'update_page',
      page: a.id,
      title: 'B',
      document: { markdown: 'ONE\n\nTWO\n\nthree\n' },
    })
    const { document } = await as(admin).get(`${url}/content/page/${a.id}?format=document`)
    await write({ operation: 'revert_page', page: a.id, revision, block: [document.nodes[1].key] })
    expect(await text(a.id)).toBe('ONE\n\ntwo\n\nthree\n')
    await write({ operation: 'revert_page', page: a.id, revision })
    expect(await text(a.id)).toBe('one\n\ntwo\n\nthree\n')
    expect((await as(admin).get(`${url}/content/page/${a.id}`)).title).toBe('A')
    await write({ operation: 'delete_page', page: a.id })
    await write({ operation: 'revert_page', page: a.id, revision })
    expect(await text(a.id)).toBe('one\n\ntwo\n\nthree\n')
    expect(await titles()).toBe('A')
  })

  it('may be groups at the top, and links', async () => {
    const { as, admin, url, write } = await openSpace()
    const [{ page: group }] = await write(
      { operation: 'insert_page', type: 'group', title: 'Basics' },
      { operation: 'insert_page', type: 'link', title: 'Status', url: 'https://status.example.org' },
    )
    await write(page('In it', 'x', { into: group.id }))
    const { pages } = await as(admin).get(`${url}/content/pages`)
    expect(pages).toMatchObject([
      { type: 'group', kind: 'group', pages: [{ title: 'In it', path: 'basics/in-it' }] },
      { type: 'link', href: 'https://status.example.org' },
    ])
    const nested = [{ operation: 'insert_page', type: 'group', title: 'No', into: group.id }]
    await as(admin).post(`${url}/content`, { changes: nested }, 400)
  })

  it('say what is wrong with a change, and where', async () => {
    const { as, admin, url } = await openSpace()
    const refuse = async (changes: unknown, status = 400) =>
      (await as(admin).post(`${url}/content`, { changes }, status)).error.message
    expect(await refuse([])).toContain('at least 1 item')
    expect(await refuse([{ operation: 'fly' }])).toContain('operation')
    expect(await refuse([{ operation: 'insert_page', title: '' }])).toContain('body.changes.0.title')
    expect(await refuse([{ operation: 'insert_page', title: 'A' }])).toContain('document is required')
    expect(await refuse(Array.from({ length: 51 }, () => page('A')))).toContain('at most 50')
    expect(await refuse([page('A', 'x', { into: 'nothing' })], 404)).toContain('into')
    expect(await refuse([page('A', 'x', { slug: 'a'.repeat(101) })])).toContain('at most 100')
  })
})

describe('revisions', () => {
  it('stay as they were', async () => {
    const { as, admin, url, write } = await openSpace()
    const [{ page: a }] = await write(page('A', 'one'))
    const { revision } = await as(admin).get(url)
    await write(
      { operation: 'update_page', page: a.id, title: 'B', document: { markdown: 'two' } },
      page('C'),
    )
    const old = `${url}/revisions/${revision}`
    expect((await as(admin).get(`${old}/page/${a.id}?format=markdown`)).markdown).toBe('one')
    expect((await as(admin).get(`${old}/path/a`)).title).toBe('A')
    expect((await as(admin).get(old)).pages).toHaveLength(1)
    expect((await as(admin).get(`${old}/page/${a.id}/document`)).object).toBe('document')
    const now = await as(admin).get(`${url}/content`)
    expect(now).toMatchObject({ type: 'edits', parents: [revision] })
    await as(admin).get(`${url}/revisions/nothing`, 404)
  })

  it('are reached through their own space only', async () => {
    const one = await openSpace()
    const other = await openSpace()
    await one.write(page('Canary'))
    const { revision } = await one.as(one.admin).get(one.url)
    await other.as(other.admin).get(`${other.url}/revisions/${revision}`, 404)
    await other.as(other.admin).get(`${one.url}/revisions/${revision}`, 404)
    const { pages } = await one.as(one.admin).get(`${one.url}/content/pages`)
    await other.as(other.admin).get(`${other.url}/documents/${pages[0].documentId}`, 404)
  })
})

describe('files', () => {
  it('come as base64, with their dimensions, and never under the same name twice', async () => {
    const { as, admin, url } = await openSpace()
    const file = { name: 'dot.png', base64: PIXEL, contentType: 'image/png' }
    const changes = [{ operation: 'insert_files', files: [file, { ...file, ref: 'second' }] }]
    const { insertedFiles } = await as(admin).post(`${url}/content`, { changes })
    expect(insertedFiles).toMatchObject([
      { name: 'dot.png', contentType: 'image/png', size: 70, dimensions: { width: 1, height: 1 } },
      { name: 'dot (1).png' },
    ])
    const list = await as(admin).get(`${url}/content/files?limit=1`)
    expect([list.count, list.items[0].id]).toEqual([1, insertedFiles[0].id])
    const rest = await as(admin).get(`${url}/content/files?limit=1&page=${list.next.page}`)
    expect(rest.items[0].id).toBe(insertedFiles[1].id)
    expect(await as(admin).get(`${url}/content/files/${insertedFiles[0].id}`)).toEqual(insertedFiles[0])
    await as(admin).get(`${url}/content/files/nothing`, 404)
  })

  it('are refused when they are too large or no base64', async () => {
    const { as, admin, url } = await openSpace()
    const put = (file: object, status: number) =>
      as(admin).post(`${url}/content`, { changes: [{ operation: 'insert_files', files: [file] }] }, status)
    const contentType = 'text/plain'
    const exactly = Buffer.alloc(1024 * 1024).toString('base64')
    await put({ name: 'a', contentType, base64: exactly }, 200)
    await put({ name: 'a', contentType, base64: Buffer.alloc(1024 * 1024 + 1).toString('base64') }, 413)
    await put({ name: 'a', contentType, base64: '%%%' }, 400)
    await put({ name: 'a', base64: 'aaaa' }, 400)
    await put({ name: 'a', contentType }, 400)
    await put({ name: 'a'.repeat(257), contentType, base64: '' }, 400)
  })
})

describe('a request that is sent again', () => {
  it('is answered as before, although its upload is gone by now', async () => {
    const { as, admin, app, organization, url, tick } = await openSpace()
    const file = { name: 'a.txt', type: 'text/plain', size: 1 }
    const upload = await as(admin).post(
      `${organization.url}/storage/upload`,
      { file, kind: 'import_file' },
      201,
    )
    const { pathname, search } = new URL(upload.url)
    const headers = { 'content-type': 'text/plain' }
    await app.inject({ method: 'PUT', url: pathname + search, headers, payload: 'x' })
    const body = { changes: [{ operation: 'insert_files', files: [{ name: 'a.txt', url: upload.url }] }] }
    const send = () => as(admin).send('POST', `${url}/content`, body, { 'idempotency-key': 'once' })
    tick(0.9)
    const first = await send()
    expect(first.statusCode).toBe(200)
    tick(0.2)
    const second = await send()
    expect([second.statusCode, second.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(second.json()).toEqual(first.json())
  })
})

describe('links', () => {
  it('follow pages that move or get another name, in the pages that hold them and nowhere else', async () => {
    const { as, admin, url, write, text, drain } = await openSpace()
    const [{ page: a }, { page: b }, { page: c }] = await write(
      page('A', 'See [b](b.md#part) and [web](https://example.org/b.md).\n'),
      page('B', 'Back to [a](a.md).\n'),
      page('C', 'Nothing about it: b.md\n'),
    )
    await drain()
    await write({ operation: 'update_page', page: b.id, slug: 'bee' })
    expect(await text(a.id)).toBe('See [b](bee.md#part) and [web](https://example.org/b.md).\n')
    expect(await text(c.id)).toBe('Nothing about it: b.md\n')
    // Not indexed in between: what changed since is read anew.
    await write({ operation: 'update_page', page: b.id, into: c.id })
    expect(await text(a.id)).toBe('See [b](c/bee.md#part) and [web](https://example.org/b.md).\n')
    expect(await text(b.id)).toBe('Back to [a](../a.md).\n')
    const { document } = await as(admin).get(`${url}/content/page/${a.id}?format=document`)
    expect(JSON.stringify(document)).toContain(JSON.stringify({ kind: 'anchor', page: b.id, anchor: 'part' }))
  })

  it('are made by names between new pages of one request', async () => {
    const { write, text } = await openSpace()
    const [{ page: a }, { page: b }] = await write(
      page('A', 'To [b](second) and ![dot](dot)\n', { ref: 'first' }),
      page('B', 'To [a](first)\n', { ref: 'second', into: 'first' }),
      {
        operation: 'insert_files',
        files: [{ name: 'my dot.png', base64: PIXEL, contentType: 'image/png', ref: 'dot' }],
      },
    )
    expect(await text(a.id)).toBe('To [b](b.md) and ![dot](../.gitbook/assets/my%20dot.png)\n')
    expect(await text(b.id)).toBe('To [a](README.md)\n')
  })

  it('to other spaces, people and collections come back as they were sent', async () => {
    const { as, admin, url, write } = await openSpace()
    const refs = [
      { kind: 'space', space: 'other' },
      { kind: 'page', space: 'other', page: 'page' },
      { kind: 'anchor', space: 'other', page: 'page', anchor: 'part' },
      { kind: 'collection', collection: 'shelf' },
    ]
    const nodes = refs.map((ref) => ({ object: 'block', type: 'content-ref', isVoid: true, data: { ref } }))
    const [{ page: made }] = await write({
      operation: 'insert_page',
      title: 'Refs',
      document: { document: { object: 'document', data: {}, nodes } },
    })
    const { document } = await as(admin).get(`${url}/content/page/${made.id}?format=document`)
    expect(document.nodes.map(({ data }: { data: { ref: object } }) => data.ref)).toEqual(refs)
  })
})
