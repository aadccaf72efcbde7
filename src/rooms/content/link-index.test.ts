import { describe, expect, it } from 'vitest'
import { openSpace, page } from '../../../test/pages.ts'
import { indexLinks } from './link-index.ts'

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
})
