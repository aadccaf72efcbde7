import { Type } from 'typebox'
import { job, longJob } from '../../../kit/domain/jobs.ts'
import { indexLinks } from './index-links.ts'
import { listSpacesBehind } from './store.ts'

/** Links follow the content of a space right behind every change of it. */
export const followLinks = longJob({
  name: 'content.links',
  payload: Type.Object({ spaceId: Type.String() }),
  atOnce: 3,
  lease: ({ spaceId }) => `links ${spaceId}`,
  run: (ctx, { spaceId }, inTransaction) => indexLinks(ctx, spaceId, inTransaction),
})

/** Makes up for what was given up, or never asked for. */
export const catchUpLinks = job({
  name: 'content.links-catch-up',
  payload: Type.Object({}),
  at: { hour: 4, minute: 13 },
  atStart: true,
  run: async (ctx) => {
    for (const spaceId of await listSpacesBehind(ctx.db))
      await ctx.enqueue(followLinks, { spaceId }, { key: spaceId })
  },
})
