// Spaces that are synchronized with a Git repository, and their imports and exports.
import type { ColumnType, Generated } from 'kysely'
import type { GitReport } from '../../../engines/sync/types.ts'
import type { Json } from '../json-column.ts'

export type GitTables = {
  gitSyncs: GitSyncsTable
  gitOperations: GitOperationsTable
}

type GitSyncsTable = {
  spaceId: string
  revisionId: string
  commitId: string
  url: Generated<string>
  ref: Generated<string>
  directory: string
  /** The directory with the root that the configuration names: empty, or ends in a slash. */
  prefix: string
  orderedAt: Date
  updatedAt: Date
}

/** A commit of ours on its way, and what both sides hold once it is there. */
export type GitPush = {
  commitId: string
  /** What the space held when it was made. */
  headId: string
  /** The same with what came from the branch, and with the places of files. */
  settledId: string
  /** What an import would read. */
  agreedId: string
  /** As of the repository. */
  prefix: string
  report: GitReport
}

type GitOperationsTable = {
  id: string
  spaceId: string
  direction: 'import' | 'export'
  state: 'running' | 'success' | 'failure'
  stage: 'repo_fetch' | 'config_check' | 'content_process' | 'finalize'
  request: Json<GitRequest>
  secret: string | null
  tasks: Generated<number>
  tasksDone: Generated<number>
  attempts: Generated<number>
  error: string | null
  report: ColumnType<GitReport | null, string | null, string | null>
  pushing: ColumnType<GitPush | null, string | null | undefined, string | null>
  revisionId: string | null
  commitId: string | null
  requestedBy: string | null
  requestedAt: Date
  orderedAt: Date
  startedAt: Date | null
  updatedAt: Date
  completedAt: Date | null
}

/** The URL of the repository that readers of the space see. */
export type GitSyncInfo = {
  repoName?: string
  installationProvider?: 'github' | 'gitlab' | 'github-legacy'
  integration?: string
  url?: string
  updatedAt?: string
}

/** An import or export as requested. */
export type GitRequest = {
  url: string
  ref: string
  directory: string
  cache: string
  treeUrl?: string
  commitUrl?: string
  provider?: 'github' | 'gitlab'
  repositoryUrl?: string
  force: boolean
  standalone: boolean
  message?: string
}
