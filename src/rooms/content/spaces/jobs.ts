import { Type } from 'typebox'
import { job } from '../../../kit/domain/jobs.ts'
import { deleteTrashedSpaces, listTrashedSpaces } from './store.ts'
import { purgeableBefore } from './trash.ts'

/** Removes spaces whose time in the trash is over. Those that were restored, or deleted again later, stay. */
export const purgeSpaces = job({
  name: 'spaces.purge',
  payload: Type.Object({ spaceIds: Type.Array(Type.String()) }),
  run: async (ctx, { spaceIds }) => {
    const purged = await deleteTrashedSpaces(ctx.db, spaceIds, purgeableBefore(ctx.clock.now()))
    await ctx.emit('space.purged', ...purged)
  },
})

const PURGED_AT_ONCE = 100

/** Makes up for purges that failed: their jobs are given up after some attempts, the promise stays. */
export const purgeOverdueSpaces = job({
  name: 'spaces.purge-overdue',
  payload: Type.Object({}),
  at: { hour: 3, minute: 31 },
  run: async (ctx) => {
    const spaceIds = await listTrashedSpaces(ctx.db, purgeableBefore(ctx.clock.now()))
    for (let at = 0; at < spaceIds.length; at += PURGED_AT_ONCE)
      await ctx.enqueue(purgeSpaces, { spaceIds: spaceIds.slice(at, at + PURGED_AT_ONCE) })
  },
})
