import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'

const rewrite = (id: string, markdown: string) => ({
  operation: 'update_page',
  page: id,
  document: { markdown },
})

async function openCompared() {
  const space = await openSpace()
  const { as, admin, url, write } = space
  const [{ page: a }, { page: b }, { page: c }] = await write(
    page('A', 'one\ntwo\nthree\nfour\nfive\n'),
    page('B'),
    page('C'),
  )
  const head = async () => (await as(admin).get(url)).revision
  const first = await head()
  await write(rewrite(a.id, 'one\nTWO\nthree\nfour\nfive\n'))
  await write({ operation: 'update_page', page: b.id, title: 'Bb', into: a.id })
  await write({ operation: 'delete_page', page: c.id }, page('D'))
  await write(rewrite(a.id, 'one\nTWO\nthree\nfour\nfive\nsix\n'))
  return { ...space, a: a.id, b: b.id, c: c.id, first, last: await head() }
}

describe('two revisions', () => {
  it('are compared, however far apart, in both directions', async () => {
    const { as, admin, url, first, last } = await openCompared()
    const compare = async (from: string, to: string) => {
      const { changes } = await as(admin).get(`${url}/revisions/${to}/changes?against=${from}`)
      return changes
        .map(({ type, page }: { type: string; page: { title: string } }) => `${type} ${page.title}`)
        .sort()
    }
    expect(await compare(first, last)).toEqual([
      'page_created D',
      'page_deleted C',
      'page_edited A',
      'page_edited Bb',
      'page_moved Bb',
    ])
    expect(await compare(last, first)).toEqual([
      'page_created C',
      'page_deleted D',
      'page_edited A',
      'page_edited B',
      'page_moved B',
    ])
    expect(await compare(last, last)).toEqual([])
    const { changes, more } = await as(admin).get(`${url}/revisions/${last}/changes?against=${first}&limit=2`)
    expect([changes.length, more]).toEqual([2, 3])
  })

  it('show the text of a page line by line', async () => {
    const { as, admin, url, a, first, last } = await openCompared()
    const at = `${url}/revisions/${last}/changes/page/${a}`
    expect(await as(admin).get(`${at}?against=${first}&context=1`)).toEqual({
      object: 'page-text-changes',
      page: a,
      before: { revision: first, title: 'A', path: 'a', lines: 5 },
      after: { revision: last, title: 'A', path: 'a', lines: 6 },
      added: 2,
      removed: 1,
      hunks: [
        {
          before: { line: 1, count: 3 },
          after: { line: 1, count: 3 },
          lines: [
            { type: 'same', before: 1, after: 1, text: 'one' },
            { type: 'removed', before: 2, text: 'two' },
            { type: 'added', after: 2, text: 'TWO' },
            { type: 'same', before: 3, after: 3, text: 'three' },
          ],
        },
        {
          before: { line: 5, count: 1 },
          after: { line: 5, count: 2 },
          lines: [
            { type: 'same', before: 5, after: 5, text: 'five' },
            { type: 'added', after: 6, text: 'six' },
          ],
        },
      ],
    })
    expect(await as(admin).get(`${at}?against=${first}&context=0&limit=1`)).toMatchObject({
      hunks: [{ before: { line: 2 } }],
      more: 1,
    })
    // Against the revision before it, unless somebody names another one.
    expect(await as(admin).get(at)).toMatchObject({ added: 1, removed: 0 })
  })

  it('show pages that are new or gone as a whole', async () => {
    const { as, admin, url, c, first, last } = await openCompared()
    const gone = await as(admin).get(`${url}/revisions/${last}/changes/page/${c}?against=${first}`)
    expect(gone).toMatchObject({ before: { title: 'C' }, added: 0, removed: 1 })
    expect(gone.after).toBeUndefined()
    const made = await as(admin).get(`${url}/revisions/${first}/changes/page/${c}`)
    expect(made).toMatchObject({ after: { title: 'C' }, added: 1, removed: 0 })
    expect(made.before).toBeUndefined()
  })

  it('must be of this space, have the page, and be seen by who asks', async () => {
    const { as, admin, reader, stranger, url, a, first, last } = await openCompared()
    const other = await openSpace()
    const at = `${url}/revisions/${last}/changes`
    await as(admin).get(`${at}?against=${other.space.revision}`, 404)
    await as(admin).get(`${at}/page/${a}?against=${other.space.revision}`, 404)
    await as(admin).get(`${at}/page/nowhere`, 404)
    await as(admin).get(`${at}/page/${a}?context=-1`, 400)
    await as(stranger).get(`${at}/page/${a}?against=${first}`, 404)
    await as(reader).get(`${at}/page/${a}?against=${first}`)
  })

  it('are told from each other in a thread when a text is long, and refused when it is too long', async () => {
    const { as, admin, url, write } = await openSpace()
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`)
    const [{ page: a }] = await write(page('A', lines(5_000).join('\n')))
    await write(rewrite(a.id, lines(5_000).with(2_500, 'other').join('\n')))
    const { revision } = await as(admin).get(url)
    const compared = await as(admin).get(`${url}/revisions/${revision}/changes/page/${a.id}`)
    expect(compared).toMatchObject({ added: 1, removed: 1, hunks: [{ before: { line: 2_498, count: 7 } }] })
    await write(rewrite(a.id, lines(20_001).join('\n')))
    const { revision: long } = await as(admin).get(url)
    const refused = await as(admin).get(`${url}/revisions/${long}/changes/page/${a.id}`, 413)
    expect(refused.error).toMatchObject({
      message: expect.stringContaining('too long'),
      details: { lines: 20_001 },
    })
  })
})

describe('a change request', () => {
  it('shows its texts against what it was opened on or updated from', async () => {
    const { as, admin, url, write, open, edit, pull } = await openSpace()
    const [{ page: a }] = await write(page('A', 'one\n\ntwo\n\nthree\n'))
    await open()
    await edit(1, rewrite(a.id, 'one\n\ntwo\n\nmine\n'))
    const at = `${url}/change-requests/1/changes/page/${a.id}`
    const changed = { added: 1, removed: 1 }
    expect(await as(admin).get(at)).toMatchObject(changed)
    await write(rewrite(a.id, 'theirs\n\ntwo\n\nthree\n'))
    expect(await as(admin).get(at)).toMatchObject({ ...changed, after: { lines: 5 } })
    await pull(1)
    const { hunks, ...rest } = await as(admin).get(`${at}?context=0`)
    expect(rest).toMatchObject(changed)
    expect(hunks).toHaveLength(1)
    expect(hunks[0].lines.map(({ text }: { text: string }) => text)).toEqual(['three', 'mine'])
    await as(admin).get(`${url}/change-requests/1/changes/page/nowhere`, 404)
  })
})
