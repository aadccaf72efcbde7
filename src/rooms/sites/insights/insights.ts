import type { ReadContext } from '../../../kit/domain/context.ts'
import { VISITOR_KIND } from './dimensions.ts'
import { daysOf, presentSums, readQuestion } from './parse-query.ts'
import type { Aggregation } from './schema.ts'
import { sumCounts } from './store.ts'

export async function aggregateEvents(ctx: ReadContext, siteId: string, aggregation: Aggregation) {
  const asked = readQuestion(aggregation, ctx.clock.now())
  return presentSums(asked, await sumCounts(ctx.db, siteId, asked.question))
}

const TITLES: Record<string, string> = { 'signed-in': 'Signed in', anonymous: 'Not signed in' }

/** Who was there in the last 30 days, as far as visitors are told apart: by whether anything is known of them. */
export async function visitorSegments(ctx: ReadContext, siteId: string) {
  const sums = await sumCounts(ctx.db, siteId, {
    ...daysOf('last30Days', ctx.clock.now()),
    dimension: VISITOR_KIND,
    by: { eventType: false, value: true },
    eventTypes: [],
    values: [],
    order: { by: 'events', isDescending: true },
    limit: 10,
  })
  return sums.map(({ value, events, visitors, sessions }) => ({
    title: TITLES[value ?? ''] ?? 'Others',
    claims: {},
    events,
    visitors,
    sessions,
  }))
}
