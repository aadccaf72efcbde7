import { Type } from 'typebox'
import { job } from '../../domain/jobs.ts'
import { deleteTrashedSpaces } from './store.ts'
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
