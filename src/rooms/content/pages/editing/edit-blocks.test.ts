// Edits of single blocks: what was not named keeps its bytes, whatever others do meanwhile.
import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'

const TEXT = '# Setup\nOne  line\n\n*   a\n*   b\n\nLast\n'

async function openPage(text = TEXT) {
  const space = await openSpace()
  const [made] = await space.write(page('Shared', text), page('Other'))
  const { number } = await space.open()
  const url = `${space.url}/change-requests/${number}`
  const me = space.as(space.admin)
  const id: string = made.page.id
  const read = async () => {
    const { revision } = await me.get(url)
    const { document } = await me.get(`${space.url}/revisions/${revision}/page/${id}?format=document`)
    return { revision, nodes: document.nodes, keys: document.nodes.map(({ key }: { key: string }) => key) }
  }
  const send = (base: string, ...edits: object[]) =>
    me.send('POST', `${url}/content?compat=false`, {
      changes: [{ operation: 'update_blocks', page: id, base, edits }],
    })
  const save = async (base: string, ...edits: object[]) => {
    const answer = await send(base, ...edits)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().changes[0]
  }
  return { ...space, me, id, request: url, read, send, save, now: () => space.text(id, `${url}/content`) }
}

const paragraph = (text: string) => ({
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ],
})

describe('edits of blocks', () => {
  it('replace, insert and delete blocks, and leave every other byte', async () => {
    const { read, save, now } = await openPage()
    const { revision, keys } = await read()
    const done = await save(
      revision,
      { key: keys[1], document: paragraph('Another line') },
      { after: keys[1], markdown: 'Inserted.\n' },
      { after: null, markdown: '> First' },
      { key: keys[3], delete: true },
    )
    expect(await now()).toBe('> First\n\n# Setup\nAnother line\n\nInserted.\n\n*   a\n*   b\n')
    const after = await read()
    expect(done.blocks).toEqual(after.keys)
    expect(done.edits.map((edit: { keys: string[] }) => edit.keys)).toEqual([
      [after.keys[2]],
      [after.keys[3]],
      [after.keys[0]],
      [],
    ])
    expect(done.isMerged).toBe(false)
  })

  it('change one item of a list and keep its spelling', async () => {
    const { read, save, now } = await openPage()
    const { revision, keys, nodes } = await read()
    nodes[2].nodes[1].nodes[0].nodes[0].leaves[0].text = 'b and more'
    const { key: _, ...list } = nodes[2]
    await save(revision, { key: keys[2], document: { object: 'document', data: {}, nodes: [list] } })
    expect(await now()).toBe(TEXT.replace('*   b', '*   b and more'))
  })

  it('of two people are merged, and both are told', async () => {
    const { read, save, now } = await openPage()
    const { revision, keys } = await read()
    expect((await save(revision, { key: keys[1], markdown: 'Mine' })).isMerged).toBe(false)
    const done = await save(revision, { key: keys[3], markdown: 'Theirs' })
    expect(done.isMerged).toBe(true)
    expect(await now()).toBe('# Setup\nMine\n\n*   a\n*   b\n\nTheirs\n')
    expect(done.blocks).toEqual((await read()).keys)
  })

  it('tell of a title that somebody else wrote meanwhile', async () => {
    const { me, request, id, read, save } = await openPage()
    const { revision, keys } = await read()
    await me.post(`${request}/content`, {
      changes: [{ operation: 'update_page', page: id, title: 'Theirs' }],
    })
    const done = await save(revision, { key: keys[1], markdown: 'Mine' })
    expect([done.isMerged, done.blocks]).toEqual([true, (await read()).keys])
  })

  it('of the same block are a conflict that changes nothing', async () => {
    const { read, save, send, now } = await openPage()
    const { revision, keys } = await read()
    await save(revision, { key: keys[1], markdown: 'Mine' })
    const refused = await send(revision, { key: keys[1], markdown: 'Theirs' })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error.details.conflicts).toMatchObject([
      { field: 'body', hunks: [{ ours: 'Mine\n', theirs: 'Theirs\n' }] },
    ])
    expect(await now()).toContain('Mine')
  })

  it('keep links as they were spelt, and write new ones relative to the page', async () => {
    const { me, url, read, save, now } = await openPage(
      'See [other](other.md) and [it][x].\n\nTwo\n\n[x]: other.md\n',
    )
    const { pages } = await me.get(`${url}/content/pages`)
    const other = pages.find(({ title }: { title: string }) => title === 'Other').id
    const { revision, keys, nodes } = await read()
    const [first] = nodes
    first.nodes.push({ object: 'text', leaves: [{ object: 'leaf', text: ' More.', marks: [] }] })
    const link = {
      object: 'inline',
      type: 'link',
      data: { ref: { kind: 'page', page: other } },
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'there', marks: [] }] }],
    }
    const two = paragraph('')
    Object.assign(two.nodes[0] ?? {}, { nodes: [link] })
    await save(
      revision,
      { key: keys[0], document: { object: 'document', data: {}, nodes: [first] } },
      { key: keys[1], document: two },
    )
    expect(await now()).toBe(
      'See [other](other.md) and [it][x]. More.\n\n[there](other.md)\n\n[x]: other.md\n',
    )
  })

  it('that would be read as part of a neighbour are set apart', async () => {
    const { read, save, now, me, request, id } = await openPage('one\n\ntwo\n')
    const { revision, keys } = await read()
    const item = {
      object: 'block',
      type: 'list-unordered',
      nodes: [{ object: 'block', type: 'list-item', nodes: paragraph('x').nodes }],
    }
    const list = { object: 'document', data: {}, nodes: [item] }
    await save(revision, { after: keys[0], document: list }, { after: keys[0], document: list })
    const { document } = await me.get(`${request}/content/page/${id}?format=document`)
    expect(document.nodes.map(({ type }: { type: string }) => type)).toEqual([
      'paragraph',
      'list-unordered',
      'list-unordered',
      'paragraph',
    ])
    expect(await now()).toMatch(/^one\n\n[\s\S]*\n\ntwo\n$/)
  })

  it('are refused where they name nothing, the same twice, or nothing to do', async () => {
    const { read, send, me, url, id } = await openPage()
    const { revision, keys } = await read()
    const fieldOf = async (...edits: object[]) => {
      const refused = await send(revision, ...edits)
      expect(refused.statusCode).toBe(400)
      return refused.json().error.details.field
    }
    expect(await fieldOf({ key: 'none', markdown: 'x' })).toBe('body.changes.0.edits.0.key')
    const twice = { key: keys[1], markdown: 'x' }
    expect(await fieldOf(twice, twice)).toBe('body.changes.0.edits.1.key')
    expect(await fieldOf({ key: keys[1] })).toBe('body.changes.0.edits.0')
    expect(await fieldOf({ after: keys[1], delete: true })).toBe('body.changes.0.edits.0')
    expect(await fieldOf({ key: keys[1], document: { object: 'document', data: {}, nodes: [7] } })).toMatch(
      /^body\.changes\.0\.edits\.0\.document/,
    )
    expect((await send('none', twice)).statusCode).toBe(400)
    const changes = [{ operation: 'update_blocks', page: id, edits: [twice] }]
    await me.post(`${url}/content`, { changes }, 400)
  })
})
