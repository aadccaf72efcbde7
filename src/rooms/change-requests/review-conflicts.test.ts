import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../test/pages.ts'

const ids = (made: { page: { id: string } }[]) => made.map(({ page }) => page.id)

describe('review: conflicts', () => {
  it('C1 choosing ours deletes the page that ours had deleted', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P'), page('Q')))
    await h.open()
    await h.edit(1, { operation: 'delete_page', page: p })
    await h.write({ operation: 'update_page', page: p, title: 'P2' })
    expect((await h.pull(1)).result).toBe('conflicts')
    await h
      .as(h.admin)
      .post(`${h.url}/change-requests/1/conflicts/resolve`, { kind: 'page', id: p, choose: 'ours' }, 204)
    expect(await h.titles(`${h.url}/change-requests/1/content`)).toBe('Q')
  })

  it('C2 choosing their slug keeps links', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P'), page('Q', 'To [p](p.md)\n')))
    await h.open()
    await h.edit(1, { operation: 'update_page', page: p, slug: 'ours' })
    await h.write({ operation: 'update_page', page: p, slug: 'theirs' })
    const r = await h.pull(1)
    console.log(r, JSON.stringify((await h.as(h.admin).get(`${h.url}/change-requests/1/conflicts`)).items))
    for (const c of (await h.as(h.admin).get(`${h.url}/change-requests/1/conflicts`)).items.filter(
      (c: any) => c.id === p,
    ))
      await h
        .as(h.admin)
        .post(
          `${h.url}/change-requests/1/conflicts/resolve`,
          { kind: 'page', id: c.id, choose: 'theirs' },
          204,
        )
    const links = await h.as(h.admin).get(`${h.url}/change-requests/1/links`)
    expect(links.stats.broken.total).toBe(0)
  })

  it('C3 a kept page has no ghosts below it', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P')))
    await h.write(page('C', 'c', { into: p }))
    await h.open()
    await h.edit(1, { operation: 'delete_page', page: p })
    await h.write({ operation: 'update_page', page: p, title: 'P2' })
    await h.pull(1)
    const { changes } = await h.edit(1, page('C', 'c', { into: p }))
    const at = `${h.url}/change-requests/1/content`
    expect((await h.as(h.admin).get(`${at}/page/${changes[0].page.id}`)).path).toBe('p/c')
  })

  it('C4 two people rename the same page that others link to: only the slug conflicts', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P'), page('Q', 'To [p](p.md)\n')))
    await h.open()
    await h.edit(1, { operation: 'update_page', page: p, slug: 'ours' })
    await h.write({ operation: 'update_page', page: p, slug: 'theirs' })
    await h.pull(1)
    const conflicts = (await h.as(h.admin).get(`${h.url}/change-requests/1/conflicts`)).items
    expect(conflicts.map((c: any) => c.field)).toEqual(['slug'])
  })

  it('C5 editing a page does not settle the order of the pages below it', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P')))
    const [a = '', b = '', c = ''] = ids(
      await h.write(page('A', 'a', { into: p }), page('B', 'b', { into: p }), page('C', 'c', { into: p })),
    )
    await h.open()
    await h.edit(1, { operation: 'update_page', page: c, at: 0 })
    await h.write({ operation: 'update_page', page: a, at: 2 })
    expect((await h.pull(1)).result).toBe('conflicts')
    await h.edit(1, { operation: 'update_page', page: p, title: 'P!' })
    expect((await h.as(h.admin).get(`${h.url}/change-requests/1/conflicts`)).count).toBe(1)
    void b
  })

  it('C8 a reviewer is not withdrawn from a merged change request', async () => {
    const h = await openSpace()
    await h.open()
    await h.edit(1, page('Z'))
    await h.as(h.admin).post(`${h.url}/change-requests/1/requested-reviewers`, { users: [h.admin.id] })
    await h.merge(1)
    await h.as(h.admin).delete(`${h.url}/change-requests/1/requested-reviewers/${h.admin.id}`, 409)
  })

  it('C9 choosing theirs after update twice with a merged body keeps clean lines of ours', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P', '1\n\n2\n\n3\n')))
    await h.open()
    await h.edit(1, { operation: 'update_page', page: p, document: { markdown: 'ours\n\n2\n\nmine\n' } })
    await h.write({ operation: 'update_page', page: p, document: { markdown: 'theirs\n\n2\n\n3\n' } })
    await h.pull(1)
    await h
      .as(h.admin)
      .post(`${h.url}/change-requests/1/conflicts/resolve`, { kind: 'page', id: p, choose: 'theirs' }, 204)
    expect(await h.text(p, `${h.url}/change-requests/1/content`)).toBe('theirs\n\n2\n\nmine\n')
  })
})
