import { Type } from 'typebox'
import { job } from '../../../../kit/domain/jobs.ts'
import { deleteOldComputed, listSpacesShowing } from './store.ts'

/** Long enough for whoever still has it in memory. */
const KEPT_FOR = 30 * 24 * 60 * 60 * 1000

/** When a description says something else, so do the spaces that show it. */
export const followSpecs = job({
  name: 'computed.follow-specs',
  payload: Type.Object({ organizationId: Type.String(), slug: Type.String() }),
  run: async (ctx, { organizationId, slug }) => {
    const spaceIds = await listSpacesShowing(ctx.db, organizationId, slug)
    if (spaceIds.length > 0)
      await ctx.emit('space.content_computed', ...spaceIds.map((spaceId) => ({ organizationId, spaceId })))
  },
})

export const forgetComputed = job({
  name: 'computed.forget',
  payload: Type.Object({}),
  at: { hour: 2, minute: 47 },
  run: (ctx) => deleteOldComputed(ctx.db, new Date(ctx.clock.now().getTime() - KEPT_FOR)),
})
