import { describe, expect, it } from 'vitest'
import { addReusable, changeReusable } from '../../../../../test/reusables.ts'
import { openShelf } from '../../../../../test/shelf.ts'
import { runJob } from '../../../../services.ts'
import { ThreadsClosed } from '../../../../world/threads/threads.ts'
import { catchUpIndexes } from '../../spaces/indexes/jobs.ts'
import { searchIndex } from '../jobs.ts'
import { cutPages } from './cut-pages.ts'

// Three steps of 100; as many changes as a request takes.
const PAGES = 300
const AT_ONCE = 50
const insert = (title: string, markdown: string) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
})
const update = (page: string, markdown: string) => ({
  operation: 'update_page',
  page,
  document: { markdown },
})

/** A space with pages that no index knows yet, and the texts in the order in which they are cut. */
async function openUnindexed() {
  const shelf = await openShelf()
  const { as, admin, url, interceptTasks, sql, space, services, drain } = shelf
  const texts: string[] = []
  interceptTasks(({ name, input }, go) => {
    if (name === cutPages.name)
      texts.push(...(input as { pages: { text: string }[] }).pages.map(({ text }) => text))
    return go()
  })
  const write = (changes: object[]) => as(admin).post(`${url}/content`, { changes }, 200)
  for (let from = 0; from < PAGES; from += AT_ONCE)
    await write(
      Array.from({ length: AT_ONCE }, (_, at) =>
        insert(`Page ${from + at}`, `sandpiper ${from + at} in reeds`),
      ),
    )
  /** While the text number `at` is cut, something else happens. */
  const meanwhile = (at: number, what: () => Promise<unknown>) => {
    const stop = interceptTasks(async ({ name }, go) => {
      if (name !== cutPages.name || texts.length < at) return go()
      stop()
      await what()
      return go()
    })
  }
  const words = async () => {
    const { rows } = await sql(
      `select word, sections, headings, below, titles from search_words where space_id = '${space.id}' order by word`,
    )
    return rows
  }
  const indexAnew = async () => {
    await sql('truncate search_indexes cascade')
    await services.asSystem((ctx) => ctx.enqueue(catchUpIndexes([searchIndex]), {}))
    await drain()
  }
  return { ...shelf, write, texts, meanwhile, words, indexAnew }
}

describe('what changes while a space is indexed', () => {
  it('elsewhere does not wait for it: large spaces are indexed beside the changes of others', async () => {
    const { space, texts, services, drain } = await openUnindexed()
    await runJob(services, searchIndex.follow, { spaceId: space.id })
    expect(texts).toEqual([])
    await drain()
    expect(texts).toHaveLength(PAGES)
  })

  it('is indexed before the rest of the space', async () => {
    const { write, texts, meanwhile, drain, titles } = await openUnindexed()
    meanwhile(50, () => write([insert('Urgent', 'turnstone')]))
    await drain()
    expect(await titles('turnstone')).toEqual(['Urgent'])
    expect(texts).toHaveLength(PAGES + 1)
    expect(texts.indexOf('turnstone')).toBeLessThan(PAGES)
  })

  it('does not keep the rest waiting where changes keep coming', async () => {
    const { write, texts, drain, interceptTasks } = await openUnindexed()
    const changes = 40
    let made = 0
    interceptTasks(async ({ name }, go) => {
      if (name === cutPages.name && made < changes) await write([insert('Urgent', `turnstone ${made++}`)])
      return go()
    })
    await drain()
    expect(texts).toHaveLength(PAGES + changes)
    const beforeTheRest = texts.slice(
      0,
      texts.findLastIndex((text) => text.startsWith('sandpiper')),
    )
    expect(beforeTheRest.length - PAGES).toBeLessThan(changes / 2)
  })

  it('is found as it is in the end, wherever in the run a page was', async () => {
    const { write, meanwhile, drain, titles, pages, words, indexAnew } = await openUnindexed()
    const ids = (await pages()).map(({ id }) => id).toSorted()
    const some = [0, 110, 150, 299].map((at) => ids[at])
    meanwhile(120, async () => {
      await write(some.map((id) => update(id, 'turnstone')))
      meanwhile(200, () =>
        write([...some.map((id) => update(id, 'redshank')), { operation: 'delete_page', page: ids[1] }]),
      )
    })
    await drain()
    expect(await titles('turnstone')).toEqual([])
    expect((await titles('redshank')).length).toBe(some.length)
    const counted = await words()
    await indexAnew()
    expect(counted).toEqual(await words())
  })

  it('is found on the pages that include it, wherever in the run they were', async () => {
    const { write, meanwhile, drain, titles, pages, services, space, texts } = await openUnindexed()
    const reusable = await addReusable(services, space.id, 'turnstone')
    const ids = (await pages()).map(({ id }) => id).toSorted()
    const some = Array.from({ length: 30 }, (_, at) => ids[at * 10])
    await write(some.map((id) => update(id, '{% include ".gitbook/includes/note.md" %}')))
    meanwhile(120, () => changeReusable(services, space.id, reusable, 'redshank'))
    await drain()
    expect(await titles('turnstone')).toEqual([])
    expect(await titles('redshank')).toHaveLength(some.length)
    expect(texts.length).toBeLessThanOrEqual(PAGES + some.length)
  })
})

it('counts the words of steps that a run made before it was ended', async () => {
  const { meanwhile, drain, services, sql, titles, words, indexAnew } = await openUnindexed()
  meanwhile(250, () => Promise.reject(new ThreadsClosed()))
  await expect(drain()).rejects.toThrow()
  const { rows } = await sql('select from search_word_changes')
  expect(rows.length).toBeGreaterThan(0)
  await services.asSystem((ctx) => ctx.enqueue(catchUpIndexes([searchIndex]), {}))
  await drain()
  expect(await titles('sandpiper 7')).toContain('Page 7')
  expect((await sql('select from search_word_changes')).rows).toEqual([])
  const counted = await words()
  await indexAnew()
  expect(counted).toEqual(await words())
})
