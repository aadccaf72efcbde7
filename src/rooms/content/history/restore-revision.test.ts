import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'
import { openSyncedSpace } from '../../../../test/repositories.ts'

const rewrite = (id: string, markdown: string) => ({
  operation: 'update_page',
  page: id,
  document: { markdown },
})

async function openRestored() {
  const space = await openSpace()
  const { as, admin, url } = space
  const head = async () => (await as(admin).get(url)).revision
  const restore = (revision: string, status = 200, body: object = {}) =>
    as(admin).post(`${url}/revisions/${revision}/restore`, body, status)
  const restorePage = (revision: string, id: string, status = 200, body: object = {}) =>
    as(admin).post(`${url}/revisions/${revision}/page/${id}/restore`, body, status)
  return { ...space, head, restore, restorePage }
}

describe('a space', () => {
  it('is restored by a revision on top that has what the earlier one had', async () => {
    const { as, admin, url, write, titles, text, head, restore, drain } = await openRestored()
    const [{ page: a }, { page: b }] = await write(page('A', 'Old kiwi.'), page('B', 'See [a](a.md).'))
    const earlier = await head()
    const files = [{ name: 'x.txt', base64: 'aGk=', contentType: 'text/plain' }]
    await write(rewrite(a.id, 'New mango.'), { operation: 'insert_files', files })
    await write({ operation: 'update_page', page: a.id, slug: 'moved' }, page('C'))
    await write({ operation: 'delete_page', page: b.id })
    const before = await head()

    const entry = await restore(earlier)
    expect(entry).toMatchObject({
      type: 'rollback',
      restoredFrom: earlier,
      parents: [before, earlier],
      createdBy: { id: admin.id },
      summary: { pages: { created: 1, edited: 1, deleted: 1 }, files: { deleted: 1 } },
    })
    expect(await head()).toBe(entry.id)
    expect(await titles()).toBe('A B')
    expect(await text(a.id)).toBe('Old kiwi.')
    expect(await text(b.id)).toBe('See [a](a.md).')
    const { changes } = await as(admin).get(`${url}/revisions/${entry.id}/changes?against=${earlier}`)
    expect(changes).toEqual([])
    // Nothing is rewritten: what was there can be read, and restored in its turn.
    const { items } = await as(admin).get(`${url}/revisions`)
    expect(items.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual([entry.id, before])
    await drain()
    const found = async (word: string) => (await as(admin).get(`${url}/search?query=${word}`)).count
    expect([await found('kiwi'), await found('mango')]).toEqual([1, 0])
    const { items: backlinks } = await as(admin).get(`${url}/content/page/${a.id}/backlinks`)
    expect(backlinks).toHaveLength(1)
    await restore(before)
    expect(await titles()).toBe('A C')
    expect(await text(a.id)).toBe('New mango.')
  })

  it('stays as it is where it has that content already', async () => {
    const { as, admin, url, write, head, restore } = await openRestored()
    await write(page('A'))
    const current = await head()
    expect(await restore(current)).toMatchObject({ id: current })
    expect(await head()).toBe(current)
    expect((await as(admin).get(`${url}/revisions`)).count).toBe(2)
  })

  it('is not restored when it is locked or has changed since, and only by those who may edit', async () => {
    const { as, admin, editor, reader, stranger, url, write, head, restore, restorePage, space } =
      await openRestored()
    const [{ page: a }] = await write(page('A'))
    const earlier = await head()
    await write(rewrite(a.id, 'New.'))
    const at = `${url}/revisions/${earlier}/restore`
    await as(stranger).post(at, {}, 404)
    await as(reader).post(at, {}, 403)
    await as(reader).post(`${url}/revisions/${earlier}/page/${a.id}/restore`, {}, 403)
    await as(stranger).post(`${url}/revisions/${earlier}/page/${a.id}/restore`, {}, 404)
    await restore(earlier, 400, { expectedRevision: 5 })
    await restore(earlier, 409, { expectedRevision: earlier })
    await restorePage(earlier, a.id, 409, { expectedRevision: earlier })
    await as(admin).patch(url, { editMode: 'locked' })
    await restore(earlier, 409)
    await restorePage(earlier, a.id, 409)
    await as(admin).patch(url, { editMode: 'live' })
    await as(editor).post(at, { expectedRevision: await head() })
    await restore('nowhere', 404)
    await restore(space.revision)
    expect((await as(admin).get(`${url}/content/pages`)).pages).toEqual([])
  })

  it('is restored to what its readers saw, not to what a change request proposes', async () => {
    const { as, admin, url, write, open, edit, restore, restorePage } = await openRestored()
    const [{ page: a }] = await write(page('A'))
    await open()
    await edit(1, rewrite(a.id, 'Proposed.'))
    const { revision } = await as(admin).get(`${url}/change-requests/1`)
    await restore(revision, 409)
    await restorePage(revision, a.id, 409)
  })

  it('merges change requests that were opened before as if the restored content had been edited', async () => {
    const { write, open, edit, merge, text, titles, head, restore } = await openRestored()
    const [{ page: a }, { page: b }] = await write(page('A', 'one\n\ntwo\n'), page('B'))
    const earlier = await head()
    await write(rewrite(a.id, 'one\n\ntwo\n\nthree\n'), { operation: 'update_page', page: b.id, title: 'Bb' })
    await open()
    await edit(1, rewrite(a.id, 'ONE\n\ntwo\n\nthree\n'), page('C'))
    await open()
    await edit(2, { operation: 'update_page', page: b.id, icon: 'gear' })
    await merge(2)
    await restore(earlier)
    expect(await text(a.id)).toBe('one\n\ntwo\n')
    expect(await merge(1)).toMatchObject({ result: 'merge' })
    expect(await text(a.id)).toBe('ONE\n\ntwo\n')
    expect(await titles()).toBe('A B C')
  })

  it('is restored once, of several who ask at once', async () => {
    const { as, admin, url, write, titles, head, restore } = await openRestored()
    const [{ page: a }] = await write(page('A'))
    const earlier = await head()
    await write({ operation: 'delete_page', page: a.id })
    const entries = await Promise.all(Array.from({ length: 4 }, () => restore(earlier)))
    expect(new Set(entries.map(({ id }) => id)).size).toBe(1)
    expect(await titles()).toBe('A')
    expect((await as(admin).get(`${url}/revisions`)).count).toBe(4)
  })

  it('goes to Git as an edit like others', async () => {
    const files = {
      'README.md': '# Home\n',
      'guide/a.md': '---\nowner: docs\n---\n\n# A\n\nText.\n',
      'SUMMARY.md': '# Contents\n\n* [Home](README.md)\n* [A](guide/a.md)\n',
    }
    const {
      as,
      admin,
      url,
      imports,
      exports,
      page: find,
      write,
      show,
      commit,
      diff,
      tip,
    } = await openSyncedSpace(files)
    await imports()
    const { revision } = await as(admin).get(url)
    const first = await tip()
    await write(rewrite((await find('A')).id, 'Other text.'), page('New', 'More.'))
    await exports()
    const contents = await show('SUMMARY.md')
    await commit({ 'SUMMARY.md': contents.replace('# Contents', '# All contents') })
    await imports()
    await as(admin).post(`${url}/revisions/${revision}/restore`, {})
    await exports()
    expect(await show('guide/a.md')).toBe(files['guide/a.md'])
    // How the table of contents is written is the repository's own.
    expect(await diff(first, await tip())).toEqual(['M\tSUMMARY.md'])
    expect(await show('SUMMARY.md')).toBe(files['SUMMARY.md'].replace('# Contents', '# All contents'))
    // And nothing is left to be said by either side.
    const settled = await tip()
    await imports()
    await exports()
    expect(await tip()).toBe(settled)
  })

  it('goes back to before it had a repository, and keeps the files it has there', async () => {
    const { as, admin, url, exports, write, show, tip, diff } = await openSyncedSpace()
    const [{ page: a }] = await write(page('A', 'Old.'), page('B'))
    const { revision } = await as(admin).get(url)
    await exports()
    const first = await tip()
    await write(rewrite(a.id, 'New.'))
    await exports()
    await as(admin).post(`${url}/revisions/${revision}/restore`, {})
    await exports()
    expect(await show('a.md')).toContain('Old.')
    expect(await diff(first, await tip())).toEqual([])
  })
})

describe('a page', () => {
  it('is restored with its text, fields and place, and others stay as they are', async () => {
    const { as, admin, url, write, titles, text, head, restorePage } = await openRestored()
    const [{ page: a }, { page: b }, { page: c }] = await write(
      page('A'),
      page('B', 'See [c](c.md).'),
      page('C'),
    )
    await write({ operation: 'update_page', page: b.id, icon: 'gear' })
    const earlier = await head()
    await write({ operation: 'update_page', page: b.id, title: 'Bb', slug: 'other', icon: '', into: a.id })
    await write(rewrite(b.id, 'New.'), rewrite(a.id, 'New a.'))
    await write({ operation: 'update_page', page: c.id, slug: 'renamed' }, page('B', 'Another.'))
    expect(await titles()).toBe('A[Bb] C B')

    const entry = await restorePage(earlier, b.id)
    expect(entry).toMatchObject({ type: 'edits', summary: { pages: { created: 0, edited: 1, moved: 1 } } })
    expect(await titles()).toBe('A B C B')
    // Its link means the page that it meant then, and its slug is another one's by now.
    expect(await text(b.id)).toBe('See [c](renamed.md).')
    expect(await text(a.id)).toBe('New a.')
    const restored = await as(admin).get(`${url}/content/page/${b.id}`)
    expect(restored).toMatchObject({ title: 'B', slug: 'b-1', icon: 'gear' })
    expect(await restorePage(await head(), b.id)).toMatchObject({ id: entry.id })
  })

  it('comes back when it was deleted since: at its place, or at the top when the page above is gone', async () => {
    const { write, titles, text, head, restorePage } = await openRestored()
    const [{ page: a }, { page: b }, , { page: d }] = await write(
      page('A'),
      page('B'),
      page('C'),
      page('D', 'Mine.'),
    )
    const [{ page: below }] = await write(page('Below', 'Deep.', { into: b.id }))
    const earlier = await head()
    await write({ operation: 'delete_page', page: b.id }, { operation: 'delete_page', page: d.id })
    await write({ operation: 'update_page', page: a.id, at: 1 }, page('D', 'Another.'))
    expect(await titles()).toBe('C A D')
    await restorePage(earlier, below.id)
    expect(await titles()).toBe('C A D Below')
    await restorePage(earlier, b.id)
    expect(await titles()).toBe('C A B D Below')
    await restorePage(earlier, d.id)
    expect(await titles()).toBe('C D A B D Below')
    expect(await text(d.id)).toBe('Mine.')
    expect(await text(below.id)).toBe('Deep.')
  })

  it('stays where it is when its old place is below it now, or gone', async () => {
    const { write, titles, head, restorePage } = await openRestored()
    const [{ page: a }] = await write(page('A'))
    const [{ page: b }] = await write(page('B', 'Old.', { into: a.id }))
    const earlier = await head()
    await write({ operation: 'update_page', page: b.id, into: null }, rewrite(b.id, 'New.'))
    await write({ operation: 'update_page', page: a.id, into: b.id })
    await restorePage(earlier, b.id)
    expect(await titles()).toBe('B[A]')
    await write({ operation: 'delete_page', page: a.id }, rewrite(b.id, 'New.'))
    await restorePage(earlier, b.id)
    expect(await titles()).toBe('B')
  })

  it('must be in the revision that it is restored from', async () => {
    const { write, head, restorePage } = await openRestored()
    await write(page('A'))
    const earlier = await head()
    const [{ page: b }] = await write(page('B'))
    await restorePage(earlier, b.id, 404)
    await restorePage('nowhere', b.id, 404)
  })

  it('steps aside where its file in the repository is another page by now', async () => {
    const {
      as,
      admin,
      url,
      imports,
      exports,
      page: find,
      show,
      write,
    } = await openSyncedSpace({
      'README.md': '# Home\n',
      'a.md': '# A\n\nOld.\n',
      'SUMMARY.md': '* [Home](README.md)\n* [A](a.md)\n',
    })
    await imports()
    const { revision } = await as(admin).get(url)
    const { id } = await find('A')
    await write({ operation: 'delete_page', page: id })
    await exports()
    await write(page('A', 'Another.', { into: null }))
    await exports()
    await as(admin).post(`${url}/revisions/${revision}/page/${id}/restore`, {})
    await exports()
    expect(await show('a.md')).toContain('Another.')
    expect(await show('a-1.md')).toContain('Old.')
  })
})

describe('deleted pages', () => {
  it('are listed with those below them, and come back together', async () => {
    const { as, admin, reader, url, write, titles, restorePage } = await openRestored()
    const [{ page: top }] = await write(page('Top', 'One'), page('Other', 'Two'))
    const [{ page: below }] = await write({ ...page('Below', 'Three'), into: top.id })
    await write({ ...page('Deep', 'Four'), into: below.id })
    await write({ operation: 'delete_page', page: top.id })
    expect(await titles()).toBe('Other')
    const { items } = await as(admin).get(`${url}/deleted-pages`)
    expect(items).toMatchObject([{ id: top.id, title: 'Top', below: 2, deletedBy: { id: admin.id } }])
    await restorePage(items[0].revision, top.id, 200, { below: true })
    expect((await as(admin).get(`${url}/deleted-pages`)).items).toEqual([])
    const { pages } = await as(reader).get(`${url}/content/pages`)
    expect(pages[0]).toMatchObject({ title: 'Top', pages: [{ title: 'Below', pages: [{ title: 'Deep' }] }] })
  })

  it('are listed for a month, and without what came back', async () => {
    const { as, admin, url, write, tick } = await openRestored()
    const [{ page: a }, { page: b }] = await write(page('A'), page('B'), page('C'))
    await write({ operation: 'delete_page', page: a.id })
    await write({ operation: 'delete_page', page: b.id })
    const titles = async () =>
      (await as(admin).get(`${url}/deleted-pages`)).items.map(({ title }: { title: string }) => title)
    expect(await titles()).toEqual(['B', 'A'])
    tick(31)
    expect(await titles()).toEqual([])
  })
})
