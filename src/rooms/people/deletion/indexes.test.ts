// A space may go for good while jobs are at its indexes: that is no failure of theirs.
import { expect, it } from 'vitest'
import { openSpace, page } from '../../../../test/pages.ts'
import { SYSTEM } from '../../../kit/domain/context.ts'
import type { InTransaction } from '../../../kit/domain/jobs.ts'
import { followHistory } from '../../content/history/index/follow-history.ts'
import { keepFormerPlaces } from '../../content/pages/former-paths/record-former-paths.ts'
import { indexLinks } from '../../content/pages/link-index/index-links.ts'
import { indexSearch } from '../../content/search/index/index-pages.ts'

const INDEXES = { followHistory, indexLinks, indexSearch, keepFormerPlaces }
const MOST_STEPS = 20

/** A space whose indexes are behind: pages with links, one of which has moved. */
async function openBehind() {
  const h = await openSpace()
  await h.write(page('Home', 'See [next](next.md).'), page('Next', 'Words to be found.'))
  const pages = await h.as(h.admin).get(`${h.url}/content/pages`)
  const next = pages.pages.find(({ title }: { title: string }) => title === 'Next')
  await h.write({ operation: 'update_page', page: next.id, slug: 'moved' })
  for (const table of ['link_indexes', 'search_indexes', 'former_place_indexes', 'history_indexes'])
    await h.sql(`delete from ${table} where space_id = '${h.space.id}'`)
  return h
}

it.each(Object.entries(INDEXES))(
  '%s stops without a complaint where the space goes meanwhile',
  async (_, index) => {
    for (let goesBefore = 1; goesBefore <= MOST_STEPS; goesBefore += 1) {
      for (const isUnderWay of [false, true]) {
        const { services, space } = await openBehind()
        let steps = 0
        let going: Promise<unknown> = Promise.resolve()
        const inTransaction: InTransaction = async (work) => {
          steps += 1
          if (steps !== goesBefore) return services.asSystem(work)
          const gone = services.database.inTransaction(async (db) => {
            await db.deleteFrom('spaces').where('id', '=', space.id).execute()
            if (isUnderWay) await new Promise((resolve) => setTimeout(resolve, 50))
          })
          going = gone
          if (!isUnderWay) await gone
          else await new Promise((resolve) => setTimeout(resolve, 10))
          return services.asSystem(work)
        }
        await index(services.outside(SYSTEM), space.id, inTransaction)
        await going
        if (steps < goesBefore) {
          expect(steps).toBeGreaterThan(1)
          return
        }
      }
    }
  },
)
