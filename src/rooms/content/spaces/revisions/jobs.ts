import { Type } from 'typebox'
import { job } from '../../../../kit/domain/jobs.ts'
import { deleteDeadNodes } from './store.ts'

const DAY = 24 * 60 * 60 * 1000

/** Deletes what no revision leads to any more. Nothing else ever deletes a node. */
export const sweepNodes = job({
  name: 'revisions.sweep',
  payload: Type.Object({}),
  at: { hour: 3, minute: 17 },
  run: async (ctx) => {
    await deleteDeadNodes(ctx.db, new Date(ctx.clock.now().getTime() - DAY))
  },
})
