import { Type } from 'typebox'
import { job, longJob } from '../../../kit/domain/jobs.ts'
import { readChangelog } from './changelog.ts'
import { processSource } from './process-source.ts'
import { listSpecsToRefresh } from './store.ts'

const MINUTE = 60_000
/** Those that were asked less than this ago are not due; the rest of the hour is what they are spread over. */
const ASKED_AGAIN_AFTER = 45 * MINUTE
const SPREAD_OVER = 50 * MINUTE
const MOST_AN_HOUR = 5_000

/** Reads the source of a specification, and keeps what it says. */
export const processSpec = longJob({
  name: 'openapi.process',
  payload: Type.Object({ specId: Type.String() }),
  lease: ({ specId }) => `openapi ${specId}`,
  run: (ctx, { specId }, inTransaction) => processSource(ctx, specId, inTransaction),
})

/** Every address is asked once an hour whether there is something new, not all at the same moment. */
export const refreshSpecs = job({
  name: 'openapi.refresh',
  payload: Type.Object({}),
  at: { minute: 17 },
  run: async (ctx) => {
    const now = ctx.clock.now().getTime()
    const due = await listSpecsToRefresh(ctx.db, new Date(now - ASKED_AGAIN_AFTER), MOST_AN_HOUR)
    for (const [at, { id }] of due.entries()) {
      const startAfter = new Date(now + (SPREAD_OVER * at) / due.length)
      await ctx.enqueue(processSpec, { specId: id }, { key: id, startAfter })
    }
  },
})

/** What changed is worked out before somebody asks for it. */
export const compareNewest = longJob({
  name: 'openapi.compare',
  payload: Type.Object({ organizationId: Type.String(), slug: Type.String() }),
  run: async (ctx, { organizationId, slug }) => {
    await readChangelog(ctx, organizationId, slug, { limit: 1 })
  },
})
