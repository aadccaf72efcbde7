import { afterEach, describe, expect, it, vi } from 'vitest'
import { openSpace, page } from '../../../test/pages.ts'
import { inlineThreads, TaskTimeout } from '../../world/threads.ts'
import { indexLinks } from './link-index.ts'
import { listTargets } from './text-links.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the index of links', () => {
  it('never goes back: who waits for another sees what readers see then', async () => {
    const { house, space, write, sql } = await openSpace()
    await write(page('A'))
    let late: Promise<void> | undefined
    await house.asSystem(async (ctx) => {
      await ctx.db.insertInto('linkIndexes').values({ spaceId: space.id, root: null }).execute()
      late = house.asSystem((other) => indexLinks(other, space.id))
      await untilSomebodyWaits()
      await write(page('B', '[a](a.md)'))
      await indexLinks(ctx, space.id)
    })
    await late
    const { rows } = await sql<{ isCurrent: boolean }>(`
      select link_indexes.root = revisions.root as is_current from link_indexes
      join spaces on spaces.id = link_indexes.space_id join revisions on revisions.id = revision_id
      where spaces.id = '${space.id}'`)
    expect(rows).toEqual([{ isCurrent: true }])

    async function untilSomebodyWaits() {
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await sql(waiting)).rows.length).toBe(1)
    }
  })

  it('of a space that is gone is nothing to do', async () => {
    const { house } = await openSpace()
    await house.asSystem((ctx) => indexLinks(ctx, 'gone'))
  })

  it('takes many links of one page in several statements', async () => {
    const { house, space, write, sql } = await openSpace()
    const links = Array.from({ length: 5_000 }, (_, at) => `[a](https://example.org/${at})`)
    await write(page('A', links.join(' ')))
    await house.asSystem((ctx) => indexLinks(ctx, space.id))
    const { rows } = await sql(`select count(*) as links, count(distinct cmin::text) > 1 as are_apart
      from page_links where space_id = '${space.id}'`)
    expect(rows).toEqual([{ links: 5_000, areApart: true }])
  })
})

describe('a page whose links can not be found', () => {
  /** Threads that find no links in what has this word. */
  function failAt(word: string) {
    const { run } = inlineThreads
    vi.spyOn(inlineThreads, 'run').mockImplementation(async (task, input) => {
      if (task.name === listTargets.name && JSON.stringify(input).includes(word))
        throw new TaskTimeout('took too long')
      return run(task, input)
    })
  }

  async function openCounted() {
    const opened = await openSpace()
    const { house, space, sql } = opened
    return {
      ...opened,
      index: () => house.asSystem((ctx) => indexLinks(ctx, space.id)),
      targets: async () => {
        const { rows } = await sql<{ target: string }>(
          `select target from page_links where space_id = '${space.id}' order by target`,
        )
        return rows.map(({ target }) => target)
      },
    }
  }

  it('has none, and keeps no other from having them', async () => {
    const { house, space, write, index, targets } = await openCounted()
    const warn = vi.spyOn(house.log, 'warn')
    failAt('heavy')
    const [, heavy] = await write(
      page('A', '[b](one.md)'),
      page('B', '[heavy](two.md)'),
      page('C', '[d](three.md)'),
    )
    await index()
    expect(await targets()).toEqual(['one.md', 'three.md'])
    expect(warn.mock.calls).toMatchObject([[{ spaceId: space.id, pageIds: [heavy.page.id] }, /links/]])
    await write(page('D', '[e](four.md)'))
    await index()
    expect(await targets()).toEqual(['four.md', 'one.md', 'three.md'])
  })

  it('is read another time where that is not about the page', async () => {
    const { write, index, targets } = await openCounted()
    failAt('')
    await write(page('A', '[b](one.md)'), page('B', '[c](two.md)'))
    await expect(index()).rejects.toThrow(TaskTimeout)
    vi.restoreAllMocks()
    await index()
    expect(await targets()).toEqual(['one.md', 'two.md'])
  })
})
