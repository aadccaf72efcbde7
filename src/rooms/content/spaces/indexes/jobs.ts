import { Type } from 'typebox'
import type { OutsideContext } from '../../../../kit/domain/context.ts'
import { listen } from '../../../../kit/domain/events.ts'
import { type InTransaction, type Job, job, longJob } from '../../../../kit/domain/jobs.ts'
import type { Db } from '../../../../kit/storage/db.ts'

/** An index of what readers see, which follows every change of a space. */
export type SpaceIndex = {
  follow: Job<{ spaceId: string }>
  listBehind: (db: Db) => Promise<string[]>
}

type Indexing = {
  atOnce: number
  /** Jobs of one index and one space run one at a time. */
  lease: string
  run: (ctx: OutsideContext, spaceId: string, inTransaction: InTransaction) => Promise<void>
}

export function indexJob(name: string, { atOnce, lease, run }: Indexing) {
  return longJob({
    name,
    payload: Type.Object({ spaceId: Type.String() }),
    atOnce,
    lease: ({ spaceId }) => `${lease} ${spaceId}`,
    run: (ctx, { spaceId }, inTransaction) => run(ctx, spaceId, inTransaction),
  })
}

export function followContent({ follow }: SpaceIndex) {
  return listen('space.content_changed', follow, { isOnceASpace: true })
}

/** Makes up for what was given up, or never asked for: there are spaces that are older than an index, or than its form. */
export function catchUpIndexes(indexes: SpaceIndex[]) {
  return job({
    name: 'spaces.catch-up-indexes',
    payload: Type.Object({}),
    at: { hour: 4, minute: 13 },
    atStart: true,
    run: async (ctx) => {
      for (const { follow, listBehind } of indexes)
        for (const spaceId of await listBehind(ctx.db))
          await ctx.enqueue(follow, { spaceId }, { key: spaceId })
    },
  })
}
