import { Type } from 'typebox'
import { job } from '../../../kit/domain/jobs.ts'
import { indexJob, type SpaceIndex } from '../spaces/indexes/jobs.ts'
import { indexSearch } from './index/index-pages.ts'
import { listOutdatedSpaces, searchIndexStates } from './index/store-index.ts'

/** Pages that are indexed within a second or two. */
const FEW_PAGES = 100

/** Spaces of many pages: what others change meanwhile does not wait until one of these is through. */
export const indexLargeSpace = indexJob('search.index-large', {
  atOnce: 2,
  lease: 'search',
  run: async (ctx, spaceId, inTransaction) => {
    await indexSearch(ctx, spaceId, inTransaction)
  },
})

export const searchIndex: SpaceIndex = {
  follow: indexJob('search.index', {
    atOnce: 3,
    lease: 'search',
    async run(ctx, spaceId, inTransaction) {
      const outcome = await indexSearch(ctx, spaceId, inTransaction, FEW_PAGES)
      if (outcome === 'too-many-pages')
        await inTransaction((ctx) => ctx.enqueue(indexLargeSpace, { spaceId }, { key: spaceId }))
    },
  }),
  listBehind: searchIndexStates.listBehind,
}

/** What a page shows of an API is found in the words of its last version. */
export const followSpecs = job({
  name: 'search.follow-specs',
  payload: Type.Object({ organizationId: Type.String(), slug: Type.String() }),
  run: async (ctx, { organizationId, slug }) => {
    for (const spaceId of await listOutdatedSpaces(ctx.db, organizationId, slug))
      await ctx.enqueue(searchIndex.follow, { spaceId }, { key: spaceId })
  },
})
