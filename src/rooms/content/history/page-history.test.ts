// What the index of histories tells is what looking at every revision tells.
import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'
import { runJob } from '../../../services.ts'
import { catchUpIndexes } from '../spaces/indexes/jobs.ts'
import { historyIndex } from './index/jobs.ts'

type Entry = { id: string; page: { change: string } }
type Listed = { items: Entry[]; next?: { page: string } }

/** A space in which everything happened that a history tells of. */
async function openEventful() {
  const opened = await openSpace()
  const { as, admin, url, write, open, edit, merge, pull, services, sql, space } = opened
  const client = as(admin)
  const [{ page: a }, { page: b }] = await write(page('A'), page('B'))
  const rewrite = (id: string, markdown: string) => ({
    operation: 'update_page',
    page: id,
    document: { markdown },
  })
  const restore = async (which: number) => {
    const { items } = await client.get(`${url}/revisions?limit=100`)
    await client.post(`${url}/revisions/${items[which].id}/restore`, {})
  }
  let requests = 0
  const happenings = [
    () => write(rewrite(a.id, 'Other.')),
    () => write({ operation: 'update_page', page: a.id, into: b.id }, rewrite(b.id, 'More.')),
    async () => {
      await open()
      requests += 1
      await edit(requests, rewrite(a.id, 'Proposed.'))
      await edit(requests, { operation: 'update_page', page: a.id, title: 'Aa' })
      await write(page('Meanwhile'))
      await pull(requests)
      await merge(requests)
    },
    () => write({ operation: 'delete_page', page: a.id }),
    () => restore(1),
    () => write({ operation: 'update_page', page: a.id, at: 0 }, page('C')),
    () => restore(3),
    () => write({ operation: 'update_page', page: a.id, icon: 'gear' }),
  ]
  const listed = async (id: string, limit = 100) => {
    const items: Entry[] = []
    let cursor: string | undefined
    do {
      const more: string = cursor === undefined ? '' : `&page=${encodeURIComponent(cursor)}`
      const answer: Listed = await client.get(`${url}/content/page/${id}/revisions?limit=${limit}${more}`)
      items.push(...answer.items)
      cursor = answer.next?.page
    } while (cursor !== undefined)
    return items
  }
  const forget = () => sql(`delete from history_indexes where space_id = '${space.id}'`)
  const index = () => runJob(services, historyIndex.follow, { spaceId: space.id })
  const indexed = async () => {
    const { rows } = await sql<{ length: number }>(
      `select length from history_indexes where space_id = '${space.id}'`,
    )
    return rows[0]?.length
  }
  return { ...opened, pages: [a.id, b.id] as string[], happenings, listed, forget, index, indexed }
}

describe('the index of histories', () => {
  it('tells the same as all revisions, wherever it ends', async () => {
    const { pages, happenings, listed, forget, index, indexed } = await openEventful()
    for (const happen of happenings) await happen()
    await forget()
    const whole = await Promise.all(pages.map((id) => listed(id)))
    expect(whole[0]?.map(({ page }) => page.change)).toEqual(
      expect.arrayContaining(['created', 'deleted', 'edited']),
    )
    expect(whole[0]?.length).toBeGreaterThan(6)
    await index()
    expect(await indexed()).toBeGreaterThan(8)
    for (const limit of [1, 2, 100])
      expect(await Promise.all(pages.map((id) => listed(id, limit)))).toEqual(whole)
  })

  it('is right while it is behind', async () => {
    const { pages, happenings, listed, forget, index } = await openEventful()
    for (const [at, happen] of happenings.entries()) {
      await happen()
      const behind = await Promise.all(pages.map((id) => listed(id, 2)))
      await forget()
      expect(behind).toEqual(await Promise.all(pages.map((id) => listed(id))))
      // Every other time it follows only later.
      if (at % 2 === 0) await index()
    }
  })

  it('is made up for where it was never written', async () => {
    const { pages, happenings, listed, forget, indexed, services, drain, sql } = await openEventful()
    for (const happen of happenings) await happen()
    await drain()
    const [whole, length] = [await listed(pages[0] ?? ''), await indexed()]
    await forget()
    await services.asSystem((ctx) => ctx.enqueue(catchUpIndexes([historyIndex]), {}))
    await drain()
    expect(await indexed()).toBe(length)
    expect(await listed(pages[0] ?? '')).toEqual(whole)
    expect((await sql('select from history_pages where place > 0')).rows.length).toBeGreaterThan(0)
  })

  it('forgets what does not lead to the head any more', async () => {
    const { pages, happenings, listed, forget, index, sql, space, as, admin, url } = await openEventful()
    for (const happen of happenings.slice(0, 3)) await happen()
    const { revision } = await as(admin).get(url)
    for (const happen of happenings.slice(3)) await happen()
    await index()
    await sql(`update spaces set revision_id = '${revision}' where id = '${space.id}'`)
    await index()
    const short = await listed(pages[0] ?? '')
    await forget()
    expect(short).toEqual(await listed(pages[0] ?? ''))
    const { rows } = await sql(`select from history_steps where space_id = '${space.id}'`)
    expect(rows).toEqual([])
  })

  it('answers a thousand revisions in which a page stayed as it was at once', async () => {
    const { as, admin, url, write, sql, space, services } = await openSpace()
    const [{ page: a }] = await write(page('A'))
    const { revision } = await as(admin).get(url)
    await sql(`insert into revisions (id, space_id, root, type, parents, created_at)
      select '${revision}' || number, space_id, root, 'edits',
        array['${revision}' || case when number = 1 then '' else (number - 1)::text end], created_at
      from revisions cross join generate_series(1, 2400) number where id = '${revision}'`)
    await sql(`update spaces set revision_id = '${revision}2400' where id = '${space.id}'`)
    await runJob(services, historyIndex.follow, { spaceId: space.id })
    const { items, next } = await as(admin).get(`${url}/content/page/${a.id}/revisions`)
    expect(items.map(({ id }: Entry) => id)).toEqual([revision])
    expect(next).toBeUndefined()
  })
})
