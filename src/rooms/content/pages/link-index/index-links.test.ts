import { describe, expect, it } from 'vitest'
import type { Say } from '../../../../../test/intercept.ts'
import { openSpace, page } from '../../../../../test/pages.ts'
import { LeaseLost, takeLease } from '../../../../kit/storage/jobs/leases.ts'
import { runJob } from '../../../../services.ts'
import { TaskTimeout, ThreadsClosed } from '../../../../world/threads/threads.ts'
import { linkIndex } from './jobs.ts'
import { listLinks } from './text-links.ts'

describe('the index of links', () => {
  async function opened() {
    const setting = await openSpace()
    const { services, space, sql } = setting
    const rows = async () =>
      (
        await sql(`select page_id, at, target, kind, target_id from page_links
          where space_id = '${space.id}' order by page_id, at`)
      ).rows
    return {
      ...setting,
      rows,
      index: () => runJob(services, linkIndex.follow, { spaceId: space.id }),
      isCurrent: async () => {
        const { rows } = await sql<{ isCurrent: boolean }>(`
          select link_indexes.root = revisions.root and pending = '{}' as is_current from link_indexes
          join spaces on spaces.id = link_indexes.space_id join revisions on revisions.id = revision_id
          where spaces.id = '${space.id}'`)
        return rows[0]?.isCurrent
      },
    }
  }

  it('is made by one process at a time; another one comes back later', async () => {
    const { services, space, write, index, isCurrent, tick, drain } = await opened()
    await write(page('A'))
    await drain()
    const lease = await takeLease(services.database, `links ${space.id}`)
    await write(page('B', '[a](a.md)'))
    await index()
    expect(await isCurrent()).toBe(false)
    await lease?.release()
    tick(1)
    await drain()
    expect(await isCurrent()).toBe(true)
  })

  it('is not touched by a process that lost its lease', async () => {
    const { services, space, write, sql, rows, interceptTasks } = await opened()
    await write(page('A', '[b](b.md)'))
    interceptTasks(async (_, go) => {
      await sql(`update leases set holder = 'somebody else' where name = 'links ${space.id}'`)
      return go()
    })
    await expect(runJob(services, linkIndex.follow, { spaceId: space.id })).rejects.toThrow(LeaseLost)
    expect(await rows()).toEqual([])
  })

  it('is right also where an earlier run stopped halfway and the content went back since', async () => {
    const { write, index, rows, isCurrent, sql, space, interceptTasks } = await opened()
    const pages = Array.from({ length: 120 }, (_, at) => page(`Page ${at}`, `[x](https://example.org/${at})`))
    const inFifties = async (changes: object[]) => [
      ...(await write(...changes.slice(0, 50))),
      ...(await write(...changes.slice(50, 100))),
      ...(await write(...changes.slice(100))),
    ]
    const made = await inFifties(pages)
    await index()
    const first = await rows()
    const edit = (text: (at: number) => string) =>
      inFifties(
        made.map(({ page }, at) => ({
          operation: 'update_page',
          page: page.id,
          document: { markdown: text(at) },
        })),
      )
    await edit((at) => `[y](https://example.net/${at})`)
    let steps = 0
    const reopen = interceptTasks(async ({ name }, go) => {
      if (name === listLinks.name && steps++ > 1) throw new ThreadsClosed()
      return go()
    })
    await expect(index()).rejects.toThrow(ThreadsClosed)
    reopen()
    expect(await rows()).not.toEqual(first)
    await edit((at) => `[x](https://example.org/${at})`)
    await index()
    expect(await rows()).toEqual(first)
    expect(await isCurrent()).toBe(true)
    await sql(`delete from link_indexes where space_id = '${space.id}'`)
    await index()
    expect(await rows()).toEqual(first)
  })

  it('begins anew when too many runs did not come to their end', async () => {
    const { write, index, rows, isCurrent, sql, space } = await opened()
    await write(page('A', '[b](https://example.org)'))
    await index()
    const first = await rows()
    await sql(`update link_indexes set pending = array(select 'x' || generate_series(1, 30))
      where space_id = '${space.id}'`)
    await index()
    expect(await rows()).toEqual(first)
    expect(await isCurrent()).toBe(true)
  })

  it('of a space that is gone is nothing to do', async () => {
    const { services } = await openSpace()
    await runJob(services, linkIndex.follow, { spaceId: 'gone' })
  })

  it('takes many links of one page in several statements', async () => {
    const { services, space, write, sql } = await openSpace()
    const links = Array.from({ length: 5_000 }, (_, at) => `[a](https://example.org/${at})`)
    await write(page('A', links.join(' ')))
    await runJob(services, linkIndex.follow, { spaceId: space.id })
    const { rows } = await sql(`select count(*) as links, count(distinct cmin::text) > 1 as are_apart
      from page_links where space_id = '${space.id}'`)
    expect(rows).toEqual([{ links: 5_000, areApart: true }])
  })
})

describe('a page whose links can not be found', () => {
  /** Threads that find no links in what has this word. */
  const failAt =
    (word: string): Say =>
    async ({ name, input }, go) => {
      if (name !== listLinks.name || !JSON.stringify(input).includes(word)) return go()
      throw new TaskTimeout('took too long')
    }

  async function openCounted() {
    const opened = await openSpace()
    const { services, space, sql } = opened
    return {
      ...opened,
      index: () => runJob(services, linkIndex.follow, { spaceId: space.id }),
      targets: async () => {
        const { rows } = await sql<{ target: string }>(
          `select target from page_links where space_id = '${space.id}' order by target`,
        )
        return rows.map(({ target }) => target)
      },
    }
  }

  it('has none, and keeps no other from having them', async () => {
    const { space, write, index, targets, interceptTasks, warnings } = await openCounted()
    interceptTasks(failAt('heavy'))
    const [, heavy] = await write(
      page('A', '[b](one.md)'),
      page('B', '[heavy](two.md)'),
      page('C', '[d](three.md)'),
    )
    await index()
    expect(await targets()).toEqual(['one.md', 'three.md'])
    const told = { spaceId: space.id, pageIds: [heavy.page.id], msg: expect.stringContaining('links') }
    expect(warnings()).toMatchObject([told])
    await write(page('D', '[e](four.md)'))
    await index()
    expect(await targets()).toEqual(['four.md', 'one.md', 'three.md'])
  })

  it('is read another time where that is not about the page', async () => {
    const { write, index, targets, interceptTasks } = await openCounted()
    const mend = interceptTasks(failAt(''))
    await write(page('A', '[b](one.md)'), page('B', '[c](two.md)'))
    await expect(index()).rejects.toThrow(TaskTimeout)
    mend()
    await index()
    expect(await targets()).toEqual(['one.md', 'two.md'])
  })
})
