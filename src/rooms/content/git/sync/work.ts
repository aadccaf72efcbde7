import type { GitReport } from '../../../../engines/sync/types.ts'
import type { OutsideContext } from '../../../../kit/domain/context.ts'
import type { InTransaction } from '../../../../kit/domain/jobs.ts'
import type { OperationRow, SyncRow } from '../store.ts'
import type { Progress } from './progress.ts'

/** What an operation works with. */
export type SyncWork = {
  ctx: OutsideContext
  inTransaction: InTransaction
  operation: OperationRow
  /** The sync base: what the space and the repository last agreed on. */
  sync: SyncRow | undefined
  progress: Progress
  /** Tells that it began, once: as soon as it is known which commit the branch has. */
  begin: (commitId?: string) => Promise<void>
}

export type SyncResult = { report: GitReport; revisionId?: string; commitId?: string }

/** It ended without doing what was asked; the message says why, the report where. */
export class SyncFailure extends Error {
  override readonly name = 'SyncFailure'
  readonly report: GitReport
  constructor(message: string, report: GitReport) {
    super(message)
    this.report = report
  }
}
