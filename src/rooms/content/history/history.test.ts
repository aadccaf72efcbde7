import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'
import { openSyncedSpace } from '../../../../test/repositories.ts'

type Entry = {
  id: string
  type: string
  summary: { pages: object; highlights: { page: { title: string } }[] }
}

const retitle = (id: string, title: string) => ({ operation: 'update_page', page: id, title })
const rewrite = (id: string, markdown: string) => ({
  operation: 'update_page',
  page: id,
  document: { markdown },
})

/** All items of a list, a few a page, and how many pages it had. */
async function walk(
  get: (path: string) => Promise<{ items: Entry[]; next?: { page: string } }>,
  path: string,
) {
  const items: Entry[] = []
  let pages = 0
  for (let at: string | undefined = path; at; pages++) {
    const answer: { items: Entry[]; next?: { page: string } } = await get(at)
    items.push(...answer.items)
    at = answer.next && `${path}&page=${encodeURIComponent(answer.next.page)}`
  }
  return { items, pages }
}

describe('the history of a space', () => {
  it('tells who changed what and when, newest first', async () => {
    const { as, admin, editor, url, write, open, edit, merge } = await openSpace()
    const [{ page: a }, { page: b }] = await write(page('A'), page('B'))
    await open('Better words')
    await edit(1, retitle(a.id, 'Aa'), { operation: 'update_page', page: b.id, into: a.id })
    await as(editor).post(`${url}/content`, { changes: [page('C')] })
    const { revision } = await merge(1)
    const c = await as(admin).get(`${url}/content/path/c`)
    await write({ operation: 'delete_page', page: c.id })

    const { items, count, next } = await as(admin).get(`${url}/revisions`)
    expect(next).toBeUndefined()
    expect(count).toBe(5)
    const none = { created: 0, edited: 0, deleted: 0, moved: 0 }
    expect(items.map(({ type, summary }: Entry) => [type, summary.pages])).toEqual([
      ['edits', { ...none, deleted: 1 }],
      ['merge', { ...none, edited: 1, moved: 1 }],
      ['edits', { ...none, created: 1 }],
      ['edits', { ...none, created: 2 }],
      ['edits', none],
    ])
    expect(items[0]).toMatchObject({
      object: 'revision-entry',
      createdBy: { id: admin.id },
      summary: { highlights: [{ type: 'page_deleted', page: { id: c.id, title: 'C' } }] },
    })
    expect(items[1]).toMatchObject({
      id: revision,
      mergedFrom: { object: 'change-request', number: 1, subject: 'Better words' },
      summary: {
        highlights: expect.arrayContaining([
          { type: 'page_edited', page: { id: a.id, title: 'Aa' } },
          { type: 'page_moved', page: { id: b.id, title: 'B' } },
        ]),
      },
    })
    expect(items[2]).toMatchObject({ createdBy: { id: editor.id } })
    expect(items[2].mergedFrom).toBeUndefined()
    expect(await as(admin).get(items[1].urls.location.replace('http://quire.test', ''))).toMatchObject({
      id: revision,
    })
  })

  it('is paged, and stays in place while others write', async () => {
    const { as, admin, url, write } = await openSpace()
    for (let at = 0; at < 6; at++) await write(page(`Page ${at}`))
    const all = (await as(admin).get(`${url}/revisions`)).items.map(({ id }: Entry) => id)
    const first = await as(admin).get(`${url}/revisions?limit=3`)
    await write(page('Meanwhile'))
    const cursor = encodeURIComponent(first.next.page)
    const second = await as(admin).get(`${url}/revisions?limit=4&page=${cursor}`)
    expect([...first.items, ...second.items].map(({ id }: Entry) => id)).toEqual(all)
    expect(second.next).toBeUndefined()
    await as(admin).get(`${url}/revisions?limit=0`, 400)
    await as(admin).get(`${url}/revisions?limit=101`, 400)
    await as(admin).get(`${url}/revisions?page=nonsense`, 400)
  })

  it('works out what revisions changed that were written before it was kept', async () => {
    const { as, admin, url, write, sql, space } = await openSpace()
    const [{ page: a }] = await write(page('A'), page('B'))
    await write(rewrite(a.id, 'New.'), { operation: 'update_page', page: a.id, at: 1 })
    const kept = await as(admin).get(`${url}/revisions`)
    await sql(`update revisions set summary = null where space_id = '${space.id}'`)
    expect(await as(admin).get(`${url}/revisions`)).toEqual(kept)
    const left = await sql(`select from revisions where space_id = '${space.id}' and summary is null`)
    expect(left.rows).toEqual([])
  })

  it('counts a copy and what came whole', async () => {
    const { as, admin, url, write } = await openSpace()
    await write(...Array.from({ length: 40 }, (_, at) => page(`Page ${at}`)))
    const copy = await as(admin).post(`${url}/duplicate`, undefined, 201)
    const { items } = await as(admin).get(`/v1/spaces/${copy.id}/revisions`)
    expect(items).toHaveLength(1)
    expect(items[0].summary.pages).toEqual({ created: 40, edited: 0, deleted: 0, moved: 0 })
    expect(items[0].summary.highlights.map(({ page }: { page: { title: string } }) => page.title)).toEqual([
      'Page 0',
      'Page 1',
      'Page 2',
      'Page 3',
      'Page 4',
    ])
  })

  it('shows imports and exports as one step each, with their commit and who asked for them', async () => {
    const {
      as,
      admin,
      url,
      imports,
      exports,
      page: find,
      write,
      tip,
    } = await openSyncedSpace({
      'README.md': '# Home\n',
      'a.md': '# A\n\nText.\n',
      'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)\n',
    })
    await imports()
    await write(rewrite((await find('A')).id, 'Other text.'))
    await exports()
    const { items } = await as(admin).get(`${url}/revisions`)
    expect(items.map(({ git }: { git?: { createdByService: boolean } }) => git?.createdByService)).toEqual([
      true,
      undefined,
      false,
      undefined,
    ])
    expect(items[0]).toMatchObject({ createdBy: { id: admin.id }, git: { oid: await tip() } })
    expect(items[2]).toMatchObject({ createdBy: { id: admin.id }, summary: { pages: { created: 2 } } })
  })

  it('does not exist for strangers', async () => {
    const { as, stranger, reader, url, space } = await openSpace()
    await as(stranger).get(`${url}/revisions`, 404)
    await as(reader).get(`${url}/revisions`)
    await as(stranger).post(`${url}/revisions/${space.revision}/restore`, {}, 404)
    await as(reader).post(`${url}/revisions/${space.revision}/restore`, {}, 403)
  })
})

describe('the history of a change request', () => {
  it('has its own edits and updates, and not those of the space', async () => {
    const { as, admin, url, write, open, edit, pull } = await openSpace()
    const [{ page: a }] = await write(page('A'), page('B'))
    await open()
    const list = `${url}/change-requests/1/revisions`
    expect(await as(admin).get(list)).toMatchObject({ count: 0, items: [] })
    await edit(1, rewrite(a.id, 'Mine.'))
    await write(page('C'))
    await pull(1)
    await edit(1, retitle(a.id, 'Aa'))
    const get = (path: string) => as(admin).get(path)
    const { items, pages } = await walk(get, `${list}?limit=2`)
    expect(pages).toBe(2)
    expect(
      items.map(({ type, summary }) => [type, summary.highlights.map(({ page }) => page.title)]),
    ).toEqual([
      ['edits', ['Aa']],
      ['update', ['C']],
      ['edits', ['A']],
    ])
    expect((await walk(get, `${list}?limit=3`)).pages).toBe(1)
  })
})

describe('the history of a page', () => {
  it('follows it through renames, moves and a deletion, and leaves out what is about others', async () => {
    const { as, admin, url, write } = await openSpace()
    const [{ page: a }, { page: b }] = await write(page('A'), page('B'))
    await write(rewrite(b.id, 'Not about a.'))
    await write(retitle(a.id, 'Aa'), rewrite(a.id, 'Text.'))
    await write({ operation: 'update_page', page: a.id, slug: 'other', into: b.id })
    await write(page('Below', 'Text.', { into: a.id }))
    await write({ operation: 'update_page', page: a.id, icon: 'gear' })
    await write({ operation: 'delete_page', page: a.id })

    const list = `${url}/content/page/${a.id}/revisions`
    const { items } = await as(admin).get(list)
    type PageEntry = { page: { change: string; attributes: string[] } }
    expect(items.map(({ page }: PageEntry) => [page.change, page.attributes])).toEqual([
      ['deleted', []],
      ['edited', ['icon']],
      ['edited', ['slug', 'parent']],
      ['edited', ['title', 'document']],
      ['created', []],
    ])
    expect(items[2].page).toMatchObject({
      before: { title: 'Aa', slug: 'a' },
      after: { title: 'Aa', slug: 'other', parent: b.id },
    })
    expect(items[2].page.before.parent).toBeUndefined()
    const walked = await walk((path) => as(admin).get(path), `${list}?limit=2`)
    expect(walked).toEqual({ items, pages: 3 })
  })

  it('is not there for pages that never were, and for strangers', async () => {
    const { as, admin, stranger, reader, url, write } = await openSpace()
    const [{ page: a }] = await write(page('A'))
    await as(admin).get(`${url}/content/page/nowhere/revisions`, 404)
    await as(stranger).get(`${url}/content/page/${a.id}/revisions`, 404)
    expect((await as(reader).get(`${url}/content/page/${a.id}/revisions`)).count).toBe(1)
  })

  it('is looked for in a thousand revisions a request, and goes on where it ended', async () => {
    const { as, admin, url, write, sql, space } = await openSpace()
    const [{ page: a }] = await write(page('A'))
    const { revision } = await as(admin).get(url)
    // 1,200 revisions that change nothing.
    await sql(`insert into revisions (id, space_id, root, type, parents, created_at)
      select '${revision}' || number, space_id, root, 'edits',
        array['${revision}' || case when number = 1 then '' else (number - 1)::text end], created_at
      from revisions cross join generate_series(1, 1200) number where id = '${revision}'`)
    await sql(`update spaces set revision_id = '${revision}1200' where id = '${space.id}'`)
    const list = `${url}/content/page/${a.id}/revisions`
    const first = await as(admin).get(list)
    expect(first).toMatchObject({ count: 0, next: { page: expect.any(String) } })
    const second = await as(admin).get(`${list}?page=${encodeURIComponent(first.next.page)}`)
    expect(second.items.map(({ id }: Entry) => id)).toEqual([revision])
    expect(second.next).toBeUndefined()
  })
})
