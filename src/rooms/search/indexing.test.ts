import { describe, expect, it } from 'vitest'
import type { Say } from '../../../test/intercept.ts'
import { openShelf } from '../../../test/shelf.ts'
import { TaskTimeout, ThreadsClosed } from '../../world/threads.ts'
import { cutPages } from './cutting.ts'
import { catchUp } from './jobs.ts'

describe('the index', () => {
  it('follows edits, moves and deletions', async () => {
    const { write, change, ask, titles, pages, sql } = await openShelf()
    await write([{ title: 'Parent' }, { title: 'Child', markdown: 'canary-one' }])
    const [parent, child] = await pages()
    expect((await ask('canary-one')).items[0].path).toBe('child')
    const version = async () =>
      (await sql<{ xmin: string }>(`select xmin::text from search_sections where page_id = '${child.id}'`))
        .rows
    const before = await version()
    await change([{ operation: 'update_page', page: child.id, into: parent.id }])
    expect((await ask('canary-one')).items[0]).toMatchObject({
      path: 'parent/child',
      urls: { app: expect.stringMatching(/parent\/child$/) },
    })
    // Where a page lies is not in the index.
    expect(await version()).toEqual(before)
    await change([
      { operation: 'update_page', page: child.id, title: 'Renamed', document: { markdown: 'cockatoo' } },
    ])
    expect(await titles('canary-one')).toEqual([])
    expect(await titles('cockatoo')).toEqual(['Renamed'])
    expect(await titles('child')).toEqual([])
    await change([{ operation: 'delete_page', page: child.id }])
    for (const gone of ['cockatoo', 'renamed']) expect(await titles(gone)).toEqual([])
    const { rows } = await sql(
      `select word from search_words where word in ('cockatoo', 'canary', 'renamed')`,
    )
    expect(rows).toEqual([])
  })

  it('follows merges of change requests', async () => {
    const { as, admin, url, titles, drain } = await openShelf()
    const request = await as(admin).post(`${url}/change-requests`, {}, 201)
    const changes = [{ operation: 'insert_page', title: 'Proposed', document: { markdown: 'kingfisher' } }]
    await as(admin).post(`${url}/change-requests/${request.id}/content`, { changes }, 200)
    await drain()
    expect(await titles('kingfisher')).toEqual([])
    await as(admin).post(`${url}/change-requests/${request.id}/merge`, {}, 200)
    await drain()
    expect(await titles('kingfisher')).toEqual(['Proposed'])
  })

  it('comes back when it was emptied, as a new release may do', async () => {
    const { write, change, pages, titles, services, sql, drain } = await openShelf()
    await write([{ title: 'Kept', markdown: 'avocet' }])
    const [page] = await pages()
    expect(await titles('avocet')).toEqual(['Kept'])
    await sql('truncate search_indexes cascade')
    expect(await titles('avocet')).toEqual([])
    await services.asSystem((ctx) => ctx.enqueue(catchUp, {}))
    await drain()
    expect(await titles('avocet')).toEqual(['Kept'])
    await change([{ operation: 'update_page', page: page.id, title: 'Renamed' }])
    expect(await titles('avocet')).toEqual(['Renamed'])
  })

  it('counts the words it has', async () => {
    const { write, change, pages, space, sql } = await openShelf()
    await write([
      { title: 'A', markdown: 'heron\n\n## B\n\nheron stork' },
      { title: 'C', markdown: 'heron' },
    ])
    const counts = async () => {
      const { rows } = await sql<{ word: string; sections: number }>(
        `select word, sections from search_words where space_id = '${space.id}' and length(word) > 2 order by word`,
      )
      return Object.fromEntries(rows.map(({ word, sections }) => [word, sections]))
    }
    expect(await counts()).toEqual({ heron: 3, stork: 1 })
    const [first] = await pages()
    await change([{ operation: 'update_page', page: first.id, document: { markdown: 'stork' } }])
    expect(await counts()).toEqual({ heron: 1, stork: 1 })
  })

  it('counts where words stand, and forgets what nobody says any more', async () => {
    const { write, change, pages, space, sql } = await openShelf()
    const counts = async () => {
      const { rows } = await sql<Record<string, number | string>>(
        `select word, sections, headings, below, titles from search_words where space_id = '${space.id}' order by word`,
      )
      return Object.fromEntries(
        rows.map(({ word, sections, headings, below, titles }) => [
          word,
          [sections, headings, below, titles],
        ]),
      )
    }
    await write([
      { title: 'Egret', markdown: 'ibis\n\n## Ibis\n\negret 白鷺' },
      { title: 'Ibis', markdown: 'ibis' },
    ])
    expect(await counts()).toEqual({
      // All sections.
      '': [3, 0, 0, 0],
      egret: [2, 0, 1, 1],
      ibis: [3, 1, 0, 1],
      // Of two characters each, and not the pair.
      白: [1, 0, 0, 0],
      鷺: [1, 0, 0, 0],
    })
    const [egret, ibis] = await pages()
    await change([
      { operation: 'update_page', page: egret.id, title: 'Heron', document: { markdown: 'ibis' } },
    ])
    expect(await counts()).toEqual({ '': [2, 0, 0, 0], heron: [1, 0, 0, 1], ibis: [2, 0, 0, 1] })
    await change([egret, ibis].map(({ id }) => ({ operation: 'delete_page', page: id })))
    expect(await counts()).toEqual({})
  })

  it('leaves out what is hidden, with all below it, and what is not to be indexed', async () => {
    const { write, change, titles, pages } = await openShelf()
    await write([
      { title: 'Hidden plover', hidden: true },
      { title: 'Unlisted plover', noIndex: true },
      { title: 'Open plover' },
      { title: 'Group plover', type: 'group' },
      { title: 'Link plover', type: 'link', url: 'https://example.org/' },
    ])
    expect((await titles('plover')).toSorted()).toEqual(['Group plover', 'Open plover'])
    const [hidden, , open] = await pages()
    await change([{ operation: 'update_page', page: open.id, into: hidden.id }])
    expect(await titles('plover')).toEqual(['Group plover'])
    await change([{ operation: 'update_page', page: hidden.id, hidden: false }])
    expect((await titles('plover')).toSorted()).toEqual(['Group plover', 'Hidden plover', 'Open plover'])
  })
})

describe('a page that can not be cut', () => {
  /** Threads that do not cut what has this word. */
  const failAt =
    (word: string, failure: Error): Say =>
    ({ name, input }, go) =>
      name === cutPages.name && JSON.stringify(input).includes(word) ? Promise.reject(failure) : go()

  it('is found by its title, and keeps no other from being found', async () => {
    const { write, titles, space, interceptTasks, warnings } = await openShelf()
    interceptTasks(failAt('nightjar', new TaskTimeout('took too long')))
    await write([
      { title: 'First', markdown: 'corncrake' },
      { title: 'Heavy', markdown: 'nightjar corncrake' },
      { title: 'Last', markdown: 'corncrake' },
    ])
    expect((await titles('corncrake')).toSorted()).toEqual(['First', 'Last'])
    expect(await titles('heavy')).toEqual(['Heavy'])
    const told = { spaceId: space.id, pageId: expect.any(String), msg: expect.stringContaining('cut') }
    expect(warnings()).toMatchObject([told])
    await write([{ title: 'Later', markdown: 'dotterel' }])
    expect(await titles('dotterel')).toEqual(['Later'])
    expect(warnings()).toHaveLength(1)
  })

  it.each([
    ['no thread begins', new Error('The thread ended before its task')],
    ['the service closes', new ThreadsClosed()],
  ])('is cut another time where %s', async (_, failure) => {
    const { write, titles, services, drain, interceptTasks } = await openShelf()
    const mend = interceptTasks(failAt('', failure))
    await expect(write([{ title: 'Kept', markdown: 'whimbrel' }])).rejects.toThrow(failure.message)
    mend()
    await services.asSystem((ctx) => ctx.enqueue(catchUp, {}))
    await drain()
    expect(await titles('whimbrel')).toEqual(['Kept'])
  })
})
