import { describe, expect, it } from 'vitest'
import type { clientFor } from '../../../../test/counterparts/client.ts'
import { openSpace, page } from '../../../../test/pages.ts'

type Usage = {
  status: string
  relation: string
  targetReference: { kind: string; url?: string; page?: { title: string }; file?: { name: string } }
  locationReferences: { page: { title: string } }[]
}

const told = ({ status, targetReference, locationReferences }: Usage) => [
  status,
  targetReference.page?.title ?? targetReference.file?.name ?? targetReference.url,
  ...locationReferences.map(({ page }) => page.title),
]

/** Pages and lines in order of their names. */
const lines = (items: Usage[]) =>
  items
    .map((item) => {
      const [status, target, ...pages] = told(item)
      return [status, target, ...pages.sort()].join(', ')
    })
    .sort()

/** Everything that a list tells, page by page; gives up where it does not end. */
async function inPages(caller: ReturnType<typeof clientFor>, url: string) {
  const seen: Usage[] = []
  let next = ''
  for (let count = 0; count < 20; count++) {
    const list = await caller.get(`${url}${next}`)
    seen.push(...list.items)
    if (!list.next) return lines(seen)
    next = `&page=${list.next.page}`
  }
  throw new Error(`${url} does not end`)
}

async function openLinked() {
  const services = await openSpace()
  const made = await services.write(
    page('A', 'To [b](b.md), [b again](b.md#part), [lost](lost.md) and [web](https://example.org/).\n'),
    page('B', 'To [a](a.md) and [app](http://quire.test/s/other).\n'),
    page('C', 'Alone.\n'),
  )
  const [a, b, c] = made.map(({ page }: { page: { id: string } }) => page.id)
  return { ...services, a, b, c }
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
    await write(page('D', 'To [b](../b.md#part), [lost](../lost.md) and ![it](late.txt)\n', { into: c }))
    await drain()
    await open()
    const late = { name: 'late.txt', base64: 'aGk=', contentType: 'text/plain' }
    await edit(1, { operation: 'delete_page', page: b }, page('Lost', 'To [b](b.md).\n'), {
      operation: 'insert_files',
      files: [late],
    })
    const proposed = await as(admin).get(`${url}/change-requests/1/links`)
    expect(lines(proposed.items)).toEqual([
      'broken, b.md, A, D, Lost',
      'ok, Lost, A, D',
      'ok, https://example.org/, A',
      'ok, late.txt, D',
    ])
    // Two of them on A.
    expect(proposed.stats).toEqual({ total: 8, broken: { total: 4, changeRequest: 1 } })
    const broken = await as(admin).get(`${url}/change-requests/1/links?status=broken`)
    expect(lines(broken.items)).toEqual(['broken, b.md, A, D, Lost'])
    expect(await inPages(as(admin), `${url}/change-requests/1/links?limit=1`)).toEqual(lines(proposed.items))

    await merge(1)
    await drain()
    const merged = await as(admin).get(`${url}/links`)
    expect(lines(merged.items)).toEqual(lines(proposed.items))
    expect(merged.stats).toEqual({ total: 8, broken: { total: 4 } })
  })

  it('lead back from pages that nobody touched to a page that a change request adds', async () => {
    const { as, admin, url, edit, open, drain, a } = await openLinked()
    await drain()
    await open()
    const { changes } = await edit(1, page('Lost'))
    const lost = `content/page/${changes[0].page.id}`
    const back = await as(admin).get(`${url}/change-requests/1/${lost}/backlinks`)
    expect(back.items).toMatchObject([{ page: { id: a } }])
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
