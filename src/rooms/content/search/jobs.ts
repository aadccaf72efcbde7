import { Type } from 'typebox'
import { job, longJob } from '../../../kit/domain/jobs.ts'
import { indexSearch } from './index/index-pages.ts'
import { listOutdatedSpaces, listSpacesBehind } from './index/store-index.ts'

/** Pages that are indexed within a second or two. */
const FEW_PAGES = 100
const leaseOf = ({ spaceId }: { spaceId: string }) => `search ${spaceId}`

/** Spaces of many pages: what others change meanwhile does not wait until one of these is through. */
export const indexLargeSpace = longJob({
  name: 'search.index-large',
  payload: Type.Object({ spaceId: Type.String() }),
  atOnce: 2,
  lease: leaseOf,
  run: async (ctx, { spaceId }, inTransaction) => {
    await indexSearch(ctx, spaceId, inTransaction)
  },
})

/** What is found follows the content of a space right behind every change of it. */
export const followContent = longJob({
  name: 'search.index',
  payload: Type.Object({ spaceId: Type.String() }),
  atOnce: 3,
  lease: leaseOf,
  run: async (ctx, { spaceId }, inTransaction) => {
    const outcome = await indexSearch(ctx, spaceId, inTransaction, FEW_PAGES)
    if (outcome === 'too-many-pages')
      await inTransaction((ctx) => ctx.enqueue(indexLargeSpace, { spaceId }, { key: spaceId }))
  },
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
