import { Type } from 'typebox'
import { job } from '../../../kit/domain/jobs.ts'
import { deleteCountsBefore } from './store.ts'
import { deleteMissingBefore } from './store-missing.ts'

const DAY = 24 * 60 * 60 * 1000

export const forgetInsights = job({
  name: 'insights.forget',
  payload: Type.Object({}),
  at: { hour: 4, minute: 7 },
  run: async (ctx) => {
    const first = new Date(ctx.clock.now().getTime() - ctx.insightsDays * DAY)
    const day = first.toISOString().slice(0, 10)
    await deleteCountsBefore(ctx.db, day)
    await deleteMissingBefore(ctx.db, day)
  },
})
