import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../../test/pages.ts'

const ids = (made: { page: { id: string } }[]) => made.map(({ page }) => page.id)
const broken = async (h: Awaited<ReturnType<typeof openSpace>>) => {
  await h.drain()
  return (await h.as(h.admin).get(`${h.url}/links`)).stats.broken.total
}

describe('links keep leading where they led', () => {
  it('to a page that gets another name and another text in one change', async () => {
    const h = await openSpace()
    const [, q = ''] = ids(await h.write(page('A', 'To [q](q.md).\n'), page('Q', 'q\n')))
    await h.write({ operation: 'update_page', page: q, slug: 'q2', document: { markdown: 'new\n' } })
    expect(await broken(h)).toBe(0)
  })

  it('from a page with more links than the index holds', async () => {
    const h = await openSpace()
    const [a = '', q = ''] = ids(
      await h.write(page('A', `${'[a](a.md) '.repeat(10_000)}[q](q.md)\n`), page('Q', 'q\n')),
    )
    const { stats } = await h.as(h.admin).get(`${h.url}/links`)
    await h.drain()
    await h.write({ operation: 'update_page', page: q, slug: 'q2' })
    const { markdown } = await h.as(h.admin).get(`${h.url}/content/page/${a}?format=markdown`)
    expect(markdown).toMatch(/\[q\]\(q2\.md\)\n$/)
    expect(stats.total).toBe(10_000)
  })

  it('to a page that the space renamed while a change request linked to it', async () => {
    const h = await openSpace()
    const [q = ''] = ids(await h.write(page('Q', 'q\n')))
    await h.open()
    await h.edit(1, page('N', 'To [q](q.md).\n'))
    await h.write({ operation: 'update_page', page: q, slug: 'q2' })
    expect((await h.merge(1)).result).toBe('merge')
    expect(await broken(h)).toBe(0)
  })

  it('from a page that a merge gives its first page below', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P', 'none\n'), page('Z', 'z\n')))
    await h.open()
    await h.edit(1, page('Child', 'c\n', { into: p }))
    await h.write({ operation: 'update_page', page: p, document: { markdown: 'To [z](z.md)\n' } })
    expect((await h.merge(1)).result).toBe('merge')
    expect(await broken(h)).toBe(0)
  })

  it('to a page below one that a merge moved', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P', 'none\n'), page('Z', 'z\n')))
    await h.write(page('C', 'c\n', { into: p }))
    await h.open()
    await h.edit(1, { operation: 'update_page', page: p, slug: 'p2' })
    await h.write(page('New', 'To [c](p/c.md)\n'))
    expect((await h.merge(1)).result).toBe('merge')
    expect(await broken(h)).toBe(0)
  })

  it('from a page below which a deleted one comes back', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P', 'To [z](z.md)\n'), page('Z', 'z\n')))
    const [c = ''] = ids(await h.write(page('C', 'c\n', { into: p })))
    const { revision } = await h.as(h.admin).get(h.url)
    await h.write({ operation: 'delete_page', page: c })
    expect(await broken(h)).toBe(0)
    await h.write({ operation: 'revert_page', page: c, revision })
    expect(await broken(h)).toBe(0)
  })

  it('from a text that comes back after what it links to got another name', async () => {
    const h = await openSpace()
    const [a = '', q = ''] = ids(await h.write(page('A', 'To [q](q.md).\n'), page('Q', 'q\n')))
    const { revision } = await h.as(h.admin).get(h.url)
    await h.write({ operation: 'update_page', page: q, slug: 'q2' })
    await h.write({ operation: 'revert_page', page: a, revision })
    expect(await broken(h)).toBe(0)
  })

  it('to a page that is moved and named in one change: no suffix where the name is free', async () => {
    const h = await openSpace()
    const [a = '', , p = ''] = ids(await h.write(page('A'), page('X'), page('P')))
    await h.write({ operation: 'update_page', page: a, slug: 'x', into: p })
    expect((await h.as(h.admin).get(`${h.url}/content/page/${a}`)).path).toBe('p/x')
  })

  it('through a page that is deleted and comes back in one request, once', async () => {
    const h = await openSpace()
    const [p = ''] = ids(await h.write(page('P')))
    const [c = ''] = ids(await h.write(page('C', 'c', { into: p })))
    const { revision } = await h.as(h.admin).get(h.url)
    await h.write(
      { operation: 'delete_page', page: p },
      { operation: 'revert_page', page: p, revision },
      { operation: 'revert_page', page: c, revision },
    )
    expect(await h.titles()).toBe('P[C]')
  })

  it('to a page of a change request whose address was taken meanwhile', async () => {
    const h = await openSpace()
    await h.open()
    const made = await h.edit(1, page('X', 'mine'), page('N', 'To [x](x.md).\n'))
    const [mine = ''] = ids(made.changes)
    await h.write(page('X', 'other'))
    expect((await h.merge(1)).result).toBe('merge')
    const list = await h.as(h.admin).get(`${h.url}/content/page/${mine}/backlinks`)
    expect(list.count).toBe(1)
  })

  it('to files of one name from two change requests', async () => {
    const h = await openSpace()
    await h.open()
    await h.open()
    const file = (text: string) => ({
      operation: 'insert_files',
      files: [
        {
          name: 'image.txt',
          base64: Buffer.from(text).toString('base64'),
          contentType: 'text/plain',
          ref: 'f',
        },
      ],
    })
    const one = await h.edit(1, file('one'), page('One', '[one](f)\n'))
    const two = await h.edit(2, file('two'), page('Two', '[two](f)\n'))
    expect((await h.merge(1)).result).toBe('merge')
    expect((await h.merge(2)).result).toBe('merge')
    const back = async (id: string) =>
      (await h.as(h.admin).get(`${h.url}/content/files/${id}/backlinks`)).items.map(
        (item: { page: { title: string } }) => item.page.title,
      )
    expect([await back(one.insertedFiles[0].id), await back(two.insertedFiles[0].id)]).toEqual([
      ['One'],
      ['Two'],
    ])
  })
})
