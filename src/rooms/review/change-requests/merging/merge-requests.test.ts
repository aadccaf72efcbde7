import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'

const ids = (made: { page: { id: string } }[]) => made.map(({ page }) => page.id)

describe('a change request', () => {
  it('keeps a page that only it has when their deletion of the page above is chosen', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P')))
    await h.open()
    await h.edit(1, page('Mine', 'm', { into: p }))
    await h.write({ operation: 'delete_page', page: p })
    await h.pull(1)
    const at = `${h.url}/change-requests/1`
    await h.as(h.admin).post(`${at}/conflicts/resolve`, { kind: 'page', id: p, choose: 'theirs' }, 204)
    expect(await h.titles(`${at}/content`)).toContain('Mine')
  })
  it('keeps an earlier text of a request when a block of it is reverted', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P', 'one\n\ntwo\n')))
    const { revision } = await h.as(h.admin).get(h.url)
    const doc = await h.as(h.admin).get(`${h.url}/content/page/${p}?format=document`)
    const key = doc.document.nodes[0].key
    await h.write(
      { operation: 'update_page', page: p, document: { markdown: 'ONE\n\nTWO\n' } },
      { operation: 'revert_page', page: p, revision, block: [key] },
    )
    expect(await h.text(p)).toContain('TWO')
  })
  it('reverts a page to what it was opened on when no revision is named', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P', 'one\n')))
    await h.open()
    await h.edit(1, { operation: 'update_page', page: p, document: { markdown: 'ONE\n' } })
    await h.edit(1, { operation: 'revert_page', page: p })
    expect(await h.text(p, `${h.url}/change-requests/1/content`)).toBe('one\n')
  })
  it('takes no link pages that run script', async () => {
    const h = await openSpace()
    await h
      .as(h.admin)
      .post(
        `${h.url}/content`,
        { changes: [{ operation: 'insert_page', type: 'link', title: 'G', url: 'javascript:alert(1)' }] },
        400,
      )
  })
  it('that only changes an order tells so', async () => {
    const h = await openSpace()
    const [a = ''] = ids(await h.write(page('A'), page('B')))
    await h.open()
    await h.edit(1, { operation: 'update_page', page: a, at: 1 })
    const { changes } = await h.as(h.admin).get(`${h.url}/change-requests/1/changes`)
    expect(changes.length).toBeGreaterThan(0)
  })
  it('keeps links that an update rewrote', async () => {
    const h = await openSpace()
    const [q = ''] = ids(await h.write(page('Q', 'q'), page('Z', 'z')))
    await h.open()
    await h.edit(1, { operation: 'update_page', page: q, slug: 'q2' })
    await h.write(page('N', '[q](q.md)\n'))
    expect((await h.pull(1)).result).toBe('update')
    expect((await h.as(h.admin).get(`${h.url}/change-requests/1/links`)).stats.broken.total).toBe(0)
  })
  it('merges beside another one that renames a page linked on the same line', async () => {
    const h = await openSpace()
    const [a = '', b = ''] = ids(
      await h.write(page('A'), page('B'), page('Index', '[a](a.md) and [b](b.md)\n')),
    )
    await h.open()
    await h.open()
    await h.edit(1, { operation: 'update_page', page: a, slug: 'a2' })
    await h.edit(2, { operation: 'update_page', page: b, slug: 'b2' })
    expect((await h.merge(1)).result).toBe('merge')
    expect((await h.merge(2)).result).toBe('merge')
  })
})
