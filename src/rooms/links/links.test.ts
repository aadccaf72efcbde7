import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../test/pages.ts'

type Usage = {
  status: string
  relation: string
  targetReference: { kind: string; url?: string; page?: { title: string } }
  locationReferences: { page: { title: string } }[]
}

const told = ({ status, targetReference, locationReferences }: Usage) => [
  status,
  targetReference.page?.title ?? targetReference.url,
  ...locationReferences.map(({ page }) => page.title),
]

/** Everything that a list tells, page by page; gives up where it does not end. */
async function inPages(caller: Awaited<ReturnType<typeof openSpace>>['as'] extends (..._: never[]) => infer C ? C : never, url: string) {
  const seen: string[] = []
  let next = ''
  for (let count = 0; count < 20; count++) {
    const list = await caller.get(`${url}${next}`)
    seen.push(...list.items.map((item: Usage) => told(item).join()))
    if (!list.next) return seen
    next = `&page=${list.next.page}`
  }
  throw new Error(`${url} does not end`)
}

async function openLinked() {
  const house = await openSpace()
  const made = await house.write(
    page('A', 'To [b](b.md), [b again](b.md#part), [lost](lost.md) and [web](https://example.org/).\n'),
    page('B', 'To [a](a.md) and [app](http://quire.test/s/other).\n'),
    page('C', 'Alone.\n'),
  )
  const [a, b, c] = made.map(({ page }: { page: { id: string } }) => page.id)
  return { ...house, a, b, c }
}

describe('links', () => {
  it('are listed by what they lead to, with a status and totals', async () => {
    const { as, admin, url, drain } = await openLinked()
    const before = await as(admin).get(`${url}/links`)
    await drain()
    const list = await as(admin).get(`${url}/links`)
    // The same right after the change and once it is indexed.
    expect(list).toEqual(before)
    expect(list.items.map(told)).toEqual(
      expect.arrayContaining([
        ['broken', 'lost.md', 'A'],
        ['in-app', 'http://quire.test/s/other', 'B'],
        ['ok', 'https://example.org/', 'A'],
        ['ok', 'A', 'B'],
        ['ok', 'B', 'A'],
      ]),
    )
    expect(list.stats).toEqual({ total: 6, broken: { total: 1 } })
    expect((await as(admin).get(`${url}/links?status=broken`)).items.map(told)).toEqual([
      ['broken', 'lost.md', 'A'],
    ])
    expect((await as(admin).get(`${url}/links?status=in-app`)).count).toBe(1)
    expect((await as(admin).get(`${url}/links?status=ok`)).count).toBe(3)
  })

  it('come in pages that neither skip nor repeat', async () => {
    const { as, admin, url, drain } = await openLinked()
    await drain()
    const seen = await inPages(as(admin), `${url}/links?limit=2`)
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])
  })

  it('come in pages also where signs of different length meet', async () => {
    const { as, admin, url, write, drain } = await openSpace()
    await write(page('A', '[one](https://example.org/\u{1f600}) [two](https://example.org/\uff01)\n'))
    await drain()
    expect(await inPages(as(admin), `${url}/links?limit=1`)).toHaveLength(2)
  })

  it('of one page, and back to it', async () => {
    const { as, admin, url, a, b, c } = await openLinked()
    const links = await as(admin).get(`${url}/content/page/${b}/links`)
    expect([links.count, links.stats.total]).toEqual([2, 2])
    const back = await as(admin).get(`${url}/content/page/${b}/backlinks`)
    expect(back.items).toMatchObject([{ kind: 'page', page: { id: a }, space: { object: 'space' } }])
    expect(back.items[0].space.permissions).toEqual((await as(admin).get(url)).permissions)
    expect((await as(admin).get(`${url}/content/page/${c}/backlinks`)).count).toBe(0)
    await as(admin).get(`${url}/content/page/nothing/backlinks`, 404)
  })

  it('break when their page goes, and heal when it comes', async () => {
    const { as, admin, url, write, drain, b } = await openLinked()
    await drain()
    await write({ operation: 'delete_page', page: b })
    const broken = async () => (await as(admin).get(`${url}/links`)).stats.broken.total
    expect(await broken()).toBe(3)
    await drain()
    expect(await broken()).toBe(3)
    await write(page('Lost'))
    await drain()
    expect(await broken()).toBe(2)
  })

  it('of a change request are those of its pages over those of the space', async () => {
    const { as, admin, url, open, edit, drain, a, b, c } = await openLinked()
    await drain()
    await open()
    await edit(
      1,
      { operation: 'update_page', page: c, document: { markdown: '[a](a.md) [gone](gone.md)' } },
      { operation: 'delete_page', page: b },
    )
    const list = await as(admin).get(`${url}/change-requests/1/links`)
    expect(list.stats).toEqual({ total: 6, broken: { total: 4, changeRequest: 1 } })
    const own = await as(admin).get(
      `${url}/change-requests/1/links?status=broken&brokenContext=change-request`,
    )
    expect(own.items.map(told)).toEqual([['broken', 'gone.md', 'C']])
    const back = await as(admin).get(`${url}/change-requests/1/content/page/${a}/backlinks`)
    expect(back.items).toMatchObject([{ page: { id: c }, versionContext: { type: 'changeRequest' } }])
    expect((await as(admin).get(`${url}/change-requests/1/content/page/${c}/links`)).count).toBe(2)
    expect((await as(admin).get(`${url}/links`)).stats.broken).toEqual({ total: 1 })
  })

  it('of a change request are what those of the space will be once it is merged', async () => {
    const { as, admin, url, write, edit, open, merge, drain, b, c } = await openLinked()
    await write(
      page('D', 'To [b](../b.md), [lost](../lost.md), ![it](late.txt) and {% include "../lost.md" %}\n', {
        into: c,
      }),
    )
    await drain()
    await open()
    const late = { name: 'late.txt', base64: 'aGk=', contentType: 'text/plain' }
    await edit(
      1,
      { operation: 'delete_page', page: b },
      page('Lost', 'To [b](b.md).\n'),
      page('New'),
      { operation: 'insert_files', files: [late] },
    )
    const proposed = await as(admin).get(`${url}/change-requests/1/links`)
    expect(proposed.items.map(told)).toEqual(
      expect.arrayContaining([
        ['broken', 'b.md', 'A', 'Lost', 'D'],
        ['ok', 'Lost', 'A', 'D'],
        ['ok', 'https://example.org/', 'A'],
      ]),
    )
    const broken = await as(admin).get(`${url}/change-requests/1/links?status=broken`)
    expect(broken.items.map(told)).toEqual([['broken', 'b.md', 'A', 'Lost', 'D']])
    expect(proposed.stats.broken).toEqual({ total: 4, changeRequest: 1 })
    const paged = await inPages(as(admin), `${url}/change-requests/1/links?limit=1`)
    expect(paged).toEqual(proposed.items.map((item: Usage) => told(item).join()))
    const lost = (await as(admin).get(`${url}/change-requests/1/content/pages`)).pages.find(
      ({ title }: { title: string }) => title === 'Lost',
    )
    const back = await as(admin).get(`${url}/change-requests/1/content/page/${lost.id}/backlinks`)

    await merge(1)
    await drain()
    const merged = await as(admin).get(`${url}/links`)
    const sorted = (items: Usage[]) => items.map((item) => told(item).sort().join()).sort()
    expect(sorted(merged.items)).toEqual(sorted(proposed.items))
    expect(merged.stats).toEqual({ total: proposed.stats.total, broken: { total: 4 } })
    const backAfter = await as(admin).get(`${url}/content/page/${lost.id}/backlinks`)
    expect(backAfter.items.map(({ page }: { page: { id: string } }) => page.id)).toEqual(
      back.items.map(({ page }: { page: { id: string } }) => page.id),
    )
  })

  it('on a page that readers see changed in the same way still belong to the change request', async () => {
    const { as, admin, url, write, edit, open, drain, c } = await openLinked()
    const change = { operation: 'update_page', page: c, document: { markdown: '[gone](gone.md)\n' } }
    await open()
    await edit(1, change)
    await write(change)
    await drain()
    const own = await as(admin).get(`${url}/change-requests/1/links?brokenContext=change-request`)
    expect(own.items.map(told)).toEqual([['broken', 'gone.md', 'C']])
    expect(own.stats.broken).toEqual({ total: 2, changeRequest: 1 })
  })

  it('lead to files and show who uses them', async () => {
    const { as, admin, url, write } = await openSpace()
    const file = { name: 'a b.txt', base64: 'aGk=', contentType: 'text/plain' }
    const { insertedFiles } = await as(admin).post(`${url}/content`, {
      changes: [{ operation: 'insert_files', files: [file] }],
    })
    await write(page('A', 'See [file](.gitbook/assets/a%20b.txt) and ![it](<a b.txt>)\n'))
    const [{ id }] = insertedFiles
    const back = await as(admin).get(`${url}/content/files/${id}/backlinks`)
    expect(back.items).toMatchObject([{ kind: 'page', page: { title: 'A' } }])
    await as(admin).get(`${url}/content/files/nothing/backlinks`, 404)
    expect((await as(admin).get(`${url}/links`)).items[0]).toMatchObject({
      targetReference: { file: { id } },
    })
  })
})
