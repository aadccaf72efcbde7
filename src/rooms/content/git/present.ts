import type { GitOperation } from './schema.ts'
import type { OperationRow } from './store.ts'

export function presentOperation(row: OperationRow): GitOperation {
  const { id, direction, state, stage, request } = row
  return {
    object: 'git-operation',
    id,
    direction,
    state,
    stage,
    ref: request.ref,
    url: request.url,
    dispatchedTasks: row.tasks,
    completedTasks: row.tasksDone,
    requestedAt: row.requestedAt.toISOString(),
    startedAt: (row.startedAt ?? row.requestedAt).toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    completedAt: row.completedAt?.toISOString(),
    error: row.error ?? undefined,
    commit: row.commitId ?? undefined,
    revision: row.revisionId ?? undefined,
    report: row.report ?? undefined,
  }
}
