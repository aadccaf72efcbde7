import { Type } from 'typebox'
import { job, longJob } from '../../../kit/domain/jobs.ts'
import { deleteOldOperations, findNextOperation, listUnfinishedSpaces } from './store.ts'
import { runOperations } from './sync/run-operations.ts'

/** Runs the operations of a space, one after the other. */
export const syncSpace = longJob({
  name: 'git.sync',
  payload: Type.Object({ spaceId: Type.String() }),
  lease: ({ spaceId }) => `git ${spaceId}`,
  lostItsProcess: async (ctx, { spaceId }) => {
    const operation = await findNextOperation(ctx.db, spaceId)
    return operation !== undefined && operation.attempts > 0
  },
  run: (ctx, { spaceId }, inTransaction) => runOperations(ctx, spaceId, inTransaction),
})

/** A process that dies leaves its operation behind; it is done again from the start, as if nothing had been. */
export const resumeSyncs = job({
  name: 'git.resume',
  payload: Type.Object({}),
  at: {},
  atStart: true,
  run: async (ctx) => {
    for (const spaceId of await listUnfinishedSpaces(ctx.db))
      await ctx.enqueue(syncSpace, { spaceId }, { key: spaceId })
  },
})

const KEPT_OPERATIONS = 200
const KEPT_COPIES = 30 * 24 * 60 * 60 * 1000

/** Copies of repositories may hold private content, so they are deleted once nothing needs them. */
export const forgetCopies = longJob({
  name: 'git.forget-copies',
  payload: Type.Object({}),
  at: { hour: 3, minute: 53 },
  atOnce: 1,
  run: (ctx) => ctx.git.forgetUnused(new Date(ctx.clock.now().getTime() - KEPT_COPIES)),
})

export const forgetOperations = job({
  name: 'git.forget',
  payload: Type.Object({}),
  at: { hour: 3, minute: 41 },
  run: (ctx) => deleteOldOperations(ctx.db, KEPT_OPERATIONS),
})
