import { Type } from 'typebox'
import { job, longJob } from '../../domain/jobs.ts'
import { isDatabaseGone } from '../../storage/failures.ts'
import { ThreadsClosed } from '../../world/threads.ts'
import { indexSearch } from './indexing.ts'
import { listSpacesBehind } from './store-index.ts'

/** What is found follows the content of a space right behind every change of it. */
export const followContent = job({
  name: 'search.index',
  payload: Type.Object({ spaceId: Type.String() }),
  run: (ctx, { spaceId }) => indexSearch(ctx, spaceId),
})

/** Behind a release that makes the index in another way there is nothing in it; all is brought back then. */
export const catchUp = longJob({
  name: 'search.catch-up',
  payload: Type.Object({}),
  atStart: true,
  atOnce: 1,
  run: async (ctx, _, inTransaction) => {
    const failures: unknown[] = []
    for (const spaceId of await listSpacesBehind(ctx.db))
      await inTransaction((ctx) => indexSearch(ctx, spaceId)).catch((error) => {
        if (isDatabaseGone(error) || error instanceof ThreadsClosed) throw error
        ctx.log.error({ err: error, spaceId }, 'a space could not be indexed')
        failures.push(error)
      })
    if (failures.length > 0) throw failures[0]
  },
})
