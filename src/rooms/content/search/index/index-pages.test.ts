import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../../../test/counterparts/client.ts'
import type { Say } from '../../../../../test/intercept.ts'
import { addReusable, changeAsImport, changeReusable } from '../../../../../test/reusables.ts'
import { openShelf } from '../../../../../test/shelf.ts'
import { findPage } from '../../../../engines/content/nodes/revision.ts'
import { TaskTimeout, ThreadsClosed } from '../../../../world/threads/threads.ts'
import { catchUpIndexes } from '../../spaces/indexes/jobs.ts'
import { searchIndex } from '../jobs.ts'
import { cutPages } from './cut-pages.ts'

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
    await services.asSystem((ctx) => ctx.enqueue(catchUpIndexes([searchIndex]), {}))
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

describe('what a page shows beside its own text', () => {
  const INCLUDE = '{% include ".gitbook/includes/note.md" %}'

  it('is found on the page that includes it, as it is now, and no other page is read for that', async () => {
    const { write, ask, titles, services, space, drain, sql } = await openShelf()
    await write([
      { title: 'Early', markdown: `## Part\n\n{% hint style="info" %}\n${INCLUDE}\n{% endhint %}` },
      { title: 'Beside', markdown: 'dunlin' },
      { title: 'Code', markdown: `\`\`\`\n${INCLUDE}\n\`\`\`` },
    ])
    const id = await addReusable(services, space.id, 'Shared phalarope.\n\n## Part\n\nMore ruff.')
    await write([{ title: 'Late', markdown: INCLUDE }])
    expect((await titles('phalarope')).toSorted()).toEqual(['Early', 'Late'])
    const sections = async (query: string) =>
      (await ask(query)).items.map(({ title, sections: [first] }: Answer) => [title, first.path, first.body])
    expect((await sections('ruff')).toSorted()).toEqual([
      // Where the page has such a heading itself, that of the text leads elsewhere, as it does on sites.
      ['Early', 'early#part-1', 'More ruff.'],
      ['Late', 'late#part', 'More ruff.'],
    ])
    const beside = async () =>
      (await sql(`select xmin::text from search_sections where space_id = '${space.id}' and body = 'dunlin'`))
        .rows
    const before = await beside()
    await changeReusable(services, space.id, id, 'Shared whinchat.')
    await drain()
    for (const old of ['phalarope', 'ruff']) expect(await titles(old)).toEqual([])
    expect((await titles('whinchat')).toSorted()).toEqual(['Early', 'Late'])
    expect(await beside()).toEqual(before)
  })

  it('is found where one text includes another, and ends where texts include themselves', async () => {
    const { write, titles, services, space, drain } = await openShelf()
    const note = await addReusable(services, space.id, 'Outer.\n\n{% include "inner.md" %}')
    await write([{ title: 'Outer', markdown: INCLUDE }])
    const path = '.gitbook/includes/inner.md'
    const inner = await changeAsImport(services, space.id, async (draft, { nodes, newId }) => {
      const id = newId()
      const body = nodes.putText('Inner siskin.\n\n{% include "note.md" %}\n\n{% include "inner.md" %}')
      draft.putReusable(id, { id, title: 'Inner', body, git: { oid: '0'.repeat(40), path } })
      draft.putPath(path, { id: path, reusable: id })
      return id
    })
    await drain()
    expect(await titles('siskin')).toEqual(['Outer'])
    await changeReusable(services, space.id, inner, 'Inner redpoll.')
    await drain()
    expect([await titles('siskin'), await titles('redpoll')]).toEqual([[], ['Outer']])
    await changeReusable(services, space.id, note, 'Nothing more.')
    await drain()
    expect(await titles('redpoll')).toEqual([])
  })

  it('takes no more room than a page has for it', async () => {
    const { write, ask, titles, services, space, drain, sql } = await openShelf()
    const id = await addReusable(services, space.id, `wryneck ${'long '.repeat(10_000)}`)
    await write([{ title: 'Many', markdown: `Around.\n\n${`${INCLUDE}\n\n`.repeat(50)}` }])
    expect([await titles('wryneck'), await titles('around')]).toEqual([[], ['Many']])
    await changeReusable(services, space.id, id, `wryneck ${'long '.repeat(1_000)}`)
    await drain()
    expect((await ask('wryneck')).items).toHaveLength(1)
    const { rows } = await sql<{ letters: string }>(
      `select sum(length(body)) as letters from search_sections where space_id = '${space.id}'`,
    )
    expect(Number(rows[0]?.letters)).toBeLessThan(25_000)
  })

  it('is found by the values of variables, as they are now, and never by those of visitors', async () => {
    const { write, pages, ask, titles, services, space, drain } = await openShelf()
    const putVariables = async (page: Answer, bird: string) =>
      changeAsImport(services, space.id, async (draft, { view }) => {
        const record = await findPage(view, page.id)
        if (record) draft.putPage(page.id, { ...record, variables: { bird } })
      })
    const value = (expression: string) => `<code class="expression">${expression}</code>`
    await addReusable(services, space.id, `Shared ${value('space.vars.bird')}.`, { bird: 'fieldfare' })
    await write([
      {
        title: 'Space',
        markdown: `## For ${value('space.vars.bird + "s"')}\n\nSee ${value('space.vars.bird')}.`,
      },
      { title: 'Page', markdown: `Of ${value('page.vars.bird')}.` },
      { title: 'Visitor', markdown: `To ${value('visitor.claims.bird ? "serin" : "linnet"')}.` },
      { title: 'Sharing', markdown: INCLUDE },
      { title: 'Tags', markdown: 'Some {% if visitor.claims.bird %}twite{% endif %} words.' },
    ])
    const [, page] = await pages()
    await putVariables(page, 'brambling')
    await drain()
    expect((await titles('fieldfare')).toSorted()).toEqual(['Sharing', 'Space'])
    expect((await ask('fieldfares')).items).toMatchObject([
      { sections: [{ title: 'For fieldfares', body: 'See fieldfare.' }] },
    ])
    expect(await titles('brambling')).toEqual(['Page'])
    for (const word of ['serin', 'linnet', 'claims']) expect(await titles(word)).toEqual([])
    expect((await ask('twite')).items).toMatchObject([{ sections: [{ body: 'Some twite words.' }] }])
    await changeAsImport(services, space.id, async (draft) => draft.putVariables({ bird: 'mistle' }))
    await putVariables(page, 'chaffinch')
    await drain()
    for (const old of ['fieldfare', 'brambling']) expect(await titles(old)).toEqual([])
    expect((await titles('mistle')).toSorted()).toEqual(['Sharing', 'Space'])
    expect(await titles('chaffinch')).toEqual(['Page'])
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
    const told = { spaceId: space.id, pageId: expect.any(String), msg: expect.stringContaining('split') }
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
    await services.asSystem((ctx) => ctx.enqueue(catchUpIndexes([searchIndex]), {}))
    await drain()
    expect(await titles('whimbrel')).toEqual(['Kept'])
  })
})
