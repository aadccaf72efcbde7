// Texts that pages include: made, changed and deleted like pages, and merged like them.
import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'

async function openShared() {
  const space = await openSpace()
  const me = space.as(space.admin)
  const edit = async (at: string, ...changes: object[]) =>
    (await me.post(`${at}/content?compat=false`, { changes })).changes
  const live = (...changes: object[]) => edit(space.url, ...changes)
  const [{ reusableContent: id }] = await live({
    operation: 'insert_reusable_content',
    title: 'Phone numbers',
    document: { markdown: 'Call  us.\n\n*   a\n*   b\n' },
  })
  const read = (id: string, at = space.url) => me.get(`${at}/content/reusable-contents/${id}?format=markdown`)
  const include = '{% include ".gitbook/includes/phone-numbers.md" %}\n'
  return { ...space, me, edit, live, id, read, include }
}

describe('reusable content', () => {
  it('is made, included, renamed, changed and deleted', async () => {
    const { me, url, live, id, read, include, write } = await openShared()
    expect(await read(id)).toMatchObject({ title: 'Phone numbers', markdown: 'Call  us.\n\n*   a\n*   b\n' })
    const [made] = await write(page('Contact', include))
    await live({ operation: 'update_reusable_content', reusableContent: id, title: 'Numbers' })
    expect(await read(id)).toMatchObject({ title: 'Numbers', markdown: 'Call  us.\n\n*   a\n*   b\n' })
    const backlinks = `${url}/content/reusable-contents/${id}/backlinks`
    const { items } = await me.get(backlinks)
    expect(items.map(({ page }: { page: { id: string } }) => page.id)).toEqual([made.page.id])
    const [{ reusableContent: outer }] = await live({
      operation: 'insert_reusable_content',
      title: 'Phone numbers',
      document: { markdown: '{% include "phone-numbers.md" %}\n' },
    })
    expect(outer).not.toBe(id)
    const both = (await me.get(backlinks)).items
    expect(both.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['page', 'reusable-content'])
    await live({ operation: 'delete_reusable_content', reusableContent: id })
    await me.get(`${url}/content/reusable-contents/${id}`, 404)
    await me.get(backlinks, 404)
    expect((await me.get(`${url}/content`)).reusableContents.map(({ id }: { id: string }) => id)).toEqual([
      outer,
    ])
  })

  it('is edited block by block, and every other byte stays', async () => {
    const { me, url, edit, id, read, open } = await openShared()
    const { number, revision } = await open()
    const request = `${url}/change-requests/${number}`
    const at = `${url}/revisions/${revision}/reusable-contents/${id}`
    const { nodes } = await me.get(`${at}/document`)
    const [change] = await edit(request, {
      operation: 'update_blocks',
      reusableContent: id,
      base: revision,
      edits: [{ key: nodes[0].key, markdown: 'Write to us.' }],
    })
    expect(change).toMatchObject({ object: 'updated_reusable_content', reusableContent: id, isMerged: false })
    expect((await read(id, request)).markdown).toBe('Write to us.\n\n*   a\n*   b\n')
    expect((await read(id)).markdown).toBe('Call  us.\n\n*   a\n*   b\n')
    // The writer read the state before: another block, and both are in it.
    const [merged] = await edit(request, {
      operation: 'update_blocks',
      reusableContent: id,
      base: revision,
      edits: [{ key: nodes[1].key, markdown: '* c' }],
    })
    expect(merged.isMerged).toBe(true)
    expect((await read(id, request)).markdown).toBe('Write to us.\n\n* c\n')
    const clash = { operation: 'update_blocks', reusableContent: id, base: revision }
    await me.post(
      `${request}/content`,
      { changes: [{ ...clash, edits: [{ key: nodes[0].key, markdown: 'No.' }] }] },
      409,
    )
    await me.post(`${request}/merge`)
    expect((await read(id)).markdown).toBe('Write to us.\n\n* c\n')
  })

  it('keeps its links where pages go', async () => {
    const { live, id, read, write } = await openShared()
    const [made] = await write(page('Contact'))
    const text = 'See [it](../../contact.md).\n'
    await live({ operation: 'update_reusable_content', reusableContent: id, document: { markdown: text } })
    await live({ operation: 'update_page', page: made.page.id, slug: 'reach-us' })
    expect((await read(id)).markdown).toBe('See [it](../../reach-us.md).\n')
  })

  it('is converted from where it stands, and is for those who may edit', async () => {
    const { me, as, reader, stranger, url, id, open, write } = await openShared()
    await write(page('Contact'))
    const { revision } = await open()
    const part = `${url}/revisions/${revision}/reusable-contents/${id}/convert`
    const answer = await me.post(part, { markdown: '[it](../../contact.md)', render: true })
    expect(answer.document.nodes[0].nodes[0].data.ref).toMatchObject({ kind: 'page' })
    expect(answer.rendered).toContain('it</a>')
    await as(reader).post(part, { markdown: 'a' }, 403)
    await as(stranger).post(part, { markdown: 'a' }, 404)
    const change = { operation: 'delete_reusable_content', reusableContent: id }
    await as(reader).post(`${url}/content`, { changes: [change] }, 403)
    await me.post(`${url}/content`, { changes: [{ ...change, reusableContent: 'none' }] }, 404)
    const blocks = { operation: 'update_blocks', base: revision, edits: [{ after: null, markdown: 'a' }] }
    await me.post(`${url}/content`, { changes: [blocks] }, 400)
  })
})
