// Operations on their way: one at a time in a space, each from its start to a state that says how it ended.

import { LongWork } from '../../../../engines/content/long-work.ts'
import { emptyReport } from '../../../../engines/sync/report/report.ts'
import type { OutsideContext } from '../../../../kit/domain/context.ts'
import type { InTransaction } from '../../../../kit/domain/jobs.ts'
import { Problem } from '../../../../kit/domain/problems.ts'
import { isDatabaseGone } from '../../../../kit/storage/database/failures.ts'
import { LeaseLost } from '../../../../kit/storage/jobs/leases.ts'
import { GitFailure } from '../../../../world/git/failure.ts'
import { ThreadsClosed } from '../../../../world/threads/threads.ts'
import { spaceNow } from '../../spaces/heads.ts'
import { findNextOperation, findSync, type OperationRow, updateOperation } from '../store.ts'
import { exportSpace } from './export-space.ts'
import { importSpace } from './import-space.ts'
import { progressOf, type Steps } from './progress.ts'
import { SyncFailure, type SyncResult, type SyncWork } from './work.ts'

const MOST_ATTEMPTS = 3

/** The job that calls this holds the lease of the space: nobody else works on its operations. */
export async function runOperations(
  ctx: OutsideContext,
  spaceId: string,
  inTransaction: InTransaction,
): Promise<void> {
  for (;;) {
    const operation = await findNextOperation(ctx.db, spaceId)
    if (!operation) return
    await run(ctx, inTransaction, operation)
  }
}

async function run(ctx: OutsideContext, inTransaction: InTransaction, operation: OperationRow) {
  const space = await spaceNow(ctx, operation.spaceId)
  const { id: operationId, spaceId } = operation
  const organizationId = space?.organizationId ?? ''
  await inTransaction(async (ctx) => {
    const now = ctx.clock.now()
    const begun = { startedAt: now, updatedAt: now, attempts: operation.attempts + 1 }
    await updateOperation(ctx.db, operationId, { ...begun, stage: 'repo_fetch' })
  })
  const about = { organizationId, spaceId, operationId, revisionId: space?.revisionId }
  const begin = onceBegun((commitId) =>
    inTransaction((ctx) => ctx.emit('space.git_sync_started', { ...about, commitId })),
  )
  const progress = progressOf(ctx, operation)
  const result =
    operation.attempts >= MOST_ATTEMPTS
      ? givenUp(operation)
      : await attempt({ ctx, inTransaction, operation, progress, begin })
  await begin()
  await inTransaction(async (ctx) => {
    const now = ctx.clock.now()
    const { state, error = null, report, revisionId, commitId, tasks, tasksDone } = result
    await updateOperation(ctx.db, operationId, {
      state,
      error,
      report: report ? JSON.stringify(report) : null,
      revisionId: revisionId ?? null,
      commitId: commitId ?? null,
      tasks,
      tasksDone,
      secret: null,
      pushing: null,
      updatedAt: now,
      completedAt: now,
    })
    const outcome = { state, revisionId, commitId }
    await ctx.emit('space.git_sync_completed', { organizationId, spaceId, operationId, ...outcome })
  })
}

/** What never came as far as the branch is told too, before it is told how it ended. */
function onceBegun(tell: (commitId?: string) => Promise<void>) {
  let isTold = false
  return async (commitId?: string) => {
    if (isTold) return
    isTold = true
    await tell(commitId)
  }
}

type Result = Partial<SyncResult> & Partial<Steps> & { state: 'success' | 'failure'; error?: string }

function givenUp({ attempts }: OperationRow): Result {
  const error = `It started ${attempts} times, and the service stopped each time. See the server log, then try again`
  return { state: 'failure', error }
}

async function attempt(begun: Omit<SyncWork, 'sync'>): Promise<Result> {
  const { ctx, operation } = begun
  try {
    const sync = await findSync(ctx.db, operation.spaceId)
    const work: SyncWork = { ...begun, sync }
    const { force, standalone } = operation.request
    if (sync && !force && !standalone && operation.orderedAt < sync.orderedAt) {
      const newest = sync.orderedAt.toISOString()
      const summary = `Skipped: it is older than the last applied operation, of ${newest}`
      return { state: 'success', report: { ...emptyReport(), summary } }
    }
    const outcome = await (operation.direction === 'import' ? importSpace(work) : exportSpace(work))
    return { state: 'success', ...outcome, ...work.progress.completed() }
  } catch (error) {
    // To be done again, by whoever comes next.
    if (isDatabaseGone(error) || error instanceof LeaseLost) throw error
    if (error instanceof ThreadsClosed || error instanceof LongWork) {
      // The service stops in good order, or another process is to do it: that is no attempt that went wrong.
      await begun.inTransaction(({ db }) =>
        updateOperation(db, operation.id, { attempts: operation.attempts }),
      )
      throw error
    }
    if (error instanceof SyncFailure) return { state: 'failure', error: error.message, report: error.report }
    if (error instanceof GitFailure || error instanceof Problem)
      return { state: 'failure', error: error.message }
    ctx.log.error({ err: error, operation: operation.id }, 'git operation failed')
    return { state: 'failure', error: 'Internal error; see the server log' }
  }
}
