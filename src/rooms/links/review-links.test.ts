import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../test/pages.ts'

const ids = (made: { page: { id: string } }[]) => made.map(({ page }) => page.id)

describe('review: links', () => {
  it('L1 stats agree with the list when a change request makes the page a link wanted', async () => {
    const h = await openSpace()
    await h.write(page('A', '[l](lost.md)\n'))
    await h.drain()
    await h.open()
    await h.edit(1, page('Lost', 'x'))
    const list = await h.as(h.admin).get(`${h.url}/change-requests/1/links`)
    expect([list.items.map((i: any) => i.status), list.stats.broken.total]).toEqual([['ok'], 0])
  })
  it('L2 paging ends when a change request deletes a linked page', async () => {
    const h = await openSpace()
    const [, b = ''] = ids(
      await h.write(
        page('A', '[b](b.md) [w](https://example.org/) [c](c.md)\n'),
        page('B', 'b'),
        page('C', 'c'),
      ),
    )
    await h.drain()
    await h.open()
    await h.edit(1, { operation: 'delete_page', page: b })
    const seen: string[] = []
    let at: string | undefined = `${h.url}/change-requests/1/links?limit=1`
    for (let n = 0; at && n < 12; n++) {
      const list: any = await h.as(h.admin).get(at)
      seen.push(
        ...list.items.map(
          (i: any) => `${i.status} ${i.targetReference?.url ?? i.targetReference?.page?.title}`,
        ),
      )
      at = list.next && `${h.url}/change-requests/1/links?limit=1&page=${encodeURIComponent(list.next.page)}`
    }
    expect(seen).toHaveLength(3)
  })
  it('L3 what is told of a deleted target', async () => {
    const h = await openSpace()
    const [, b = ''] = ids(await h.write(page('A', '[b](b.md)\n'), page('B', 'b')))
    await h.drain()
    await h.open()
    await h.edit(1, { operation: 'delete_page', page: b })
    const before = await h.as(h.admin).get(`${h.url}/change-requests/1/links`)
    await h.merge(1)
    await h.drain()
    const after = await h.as(h.admin).get(`${h.url}/links`)
    expect(before.items[0].targetReference.url).toBe(after.items[0].targetReference.url)
  })
})
