import { Type } from 'typebox'
import { job, longJob } from '../../domain/jobs.ts'
import { indexSearch } from './indexing.ts'
import { listOutdatedSpaces, listSpacesBehind } from './store-index.ts'

/** What is found follows the content of a space right behind every change of it. */
export const followContent = longJob({
  name: 'search.index',
  payload: Type.Object({ spaceId: Type.String() }),
  atOnce: 3,
  lease: ({ spaceId }) => `search ${spaceId}`,
  run: (ctx, { spaceId }, inTransaction) => indexSearch(ctx, spaceId, inTransaction),
})

/**
 * Behind a release that makes the index in another way there is nothing in it; all is brought back then. Also makes up
 * for what was given up.
 */
export const catchUp = job({
  name: 'search.catch-up',
  payload: Type.Object({}),
  at: { hour: 4, minute: 23 },
  atStart: true,
  run: async (ctx) => {
    for (const spaceId of await listSpacesBehind(ctx.db))
      await ctx.enqueue(followContent, { spaceId }, { key: spaceId })
  },
})

/** What a page shows of an API is found in the words of its last version. */
export const followSpecs = job({
  name: 'search.follow-specs',
  payload: Type.Object({ organizationId: Type.String(), slug: Type.String() }),
  run: async (ctx, { organizationId, slug }) => {
    for (const spaceId of await listOutdatedSpaces(ctx.db, organizationId, slug))
      await ctx.enqueue(followContent, { spaceId }, { key: spaceId })
  },
})
