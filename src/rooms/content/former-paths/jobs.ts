import { Type } from 'typebox'
import { job, longJob } from '../../../kit/domain/jobs.ts'
import { keepFormerPlaces } from './record-former-paths.ts'
import { listSpacesBehind } from './store.ts'

/** Old paths of pages are known right behind every change of a space. */
export const followPlaces = longJob({
  name: 'former-paths.follow',
  payload: Type.Object({ spaceId: Type.String() }),
  atOnce: 2,
  lease: ({ spaceId }) => `former paths ${spaceId}`,
  run: (ctx, { spaceId }, inTransaction) => keepFormerPlaces(ctx, spaceId, inTransaction),
})

/** Makes up for what was given up, and reads the history of spaces that are older than this room. */
export const catchUpPlaces = job({
  name: 'former-paths.catch-up',
  payload: Type.Object({}),
  at: { hour: 4, minute: 33 },
  atStart: true,
  run: async (ctx) => {
    for (const spaceId of await listSpacesBehind(ctx.db))
      await ctx.enqueue(followPlaces, { spaceId }, { key: spaceId })
  },
})
