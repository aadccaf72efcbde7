import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'

const ids = (made: { page: { id: string } }[]) => made.map(({ page }) => page.id)

describe('a conflict that an update left', () => {
  it('is resolved for the side that had deleted the page by deleting it', async () => {
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

  it('is resolved with links that follow the chosen name', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P'), page('Q', 'To [p](p.md)\n')))
    await h.open()
    await h.edit(1, { operation: 'update_page', page: p, slug: 'ours' })
    await h.write({ operation: 'update_page', page: p, slug: 'theirs' })
    await h.pull(1)
    for (const c of (await h.as(h.admin).get(`${h.url}/change-requests/1/conflicts`)).items.filter(
      (c: { id: string }) => c.id === p,
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

  it('leaves no ghosts below a page that was kept', async () => {
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

  it('is about the name alone when two rename a page that others link to', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P'), page('Q', 'To [p](p.md)\n')))
    await h.open()
    await h.edit(1, { operation: 'update_page', page: p, slug: 'ours' })
    await h.write({ operation: 'update_page', page: p, slug: 'theirs' })
    await h.pull(1)
    const conflicts = (await h.as(h.admin).get(`${h.url}/change-requests/1/conflicts`)).items
    expect(conflicts.map((c: { field: string }) => c.field)).toEqual(['slug'])
  })

  it('about an order is not resolved by an edit of the page above', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P')))
    const [, , c = ''] = ids(
      await h.write(page('A', 'a', { into: p }), page('B', 'b', { into: p }), page('C', 'c', { into: p })),
    )
    await h.open()
    await h.edit(1, { operation: 'update_page', page: c, at: 0 })
    await h.write({ operation: 'update_page', page: c, at: 1 })
    expect((await h.pull(1)).result).toBe('conflicts')
    await h.edit(1, { operation: 'update_page', page: p, title: 'P!' })
    expect((await h.as(h.admin).get(`${h.url}/change-requests/1/conflicts`)).count).toBe(1)
  })

  it('and reviewers stay as they are once the change request is merged', async () => {
    const h = await openSpace()
    await h.open()
    await h.edit(1, page('Z'))
    await h.as(h.admin).post(`${h.url}/change-requests/1/requested-reviewers`, { users: [h.admin.id] })
    await h.merge(1)
    await h.as(h.admin).delete(`${h.url}/change-requests/1/requested-reviewers/${h.admin.id}`, 409)
  })

  it('is resolved for theirs without losing lines that nobody disputes', async () => {
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
