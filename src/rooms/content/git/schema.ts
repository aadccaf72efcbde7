import { type Static, Type } from 'typebox'
import { Address, OneOf, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'

const Ref = Type.String({
  maxLength: 255,
  pattern: '^refs/heads/.+$',
  description: 'The branch, in the form refs/heads/<branch>',
  examples: ['refs/heads/main'],
})

const Repository = {
  url: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description:
      'URL of the repository; can contain credentials, as in https://user:token@git.example.org/docs',
  }),
  ref: Ref,
  repoCacheID: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Which copy of the repository to use again' }),
  ),
  repoTreeURL: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'Where its files are shown to people' }),
  ),
  repoCommitURL: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'Where its commits are shown to people' }),
  ),
  repoProjectDirectory: Type.Optional(
    Type.String({ maxLength: 500, description: 'The folder of this space in the repository' }),
  ),
  timestamp: Type.Optional({
    ...Timestamp,
    description: 'Orders operations: one that is older than the last one applied is skipped',
  } as typeof Timestamp),
  gitInfo: Type.Optional(
    Type.Object(
      {
        provider: OneOf(['github', 'gitlab'], { description: 'Which kind of host it is' }),
        url: Told(Address, 'Where people see the repository'),
      },
      { description: 'The host of the repository, shown with the space' },
    ),
  ),
}

export type ImportRequest = Static<typeof ImportRequest>
export const ImportRequest = Type.Object({
  ...Repository,
  force: Type.Optional(
    Type.Boolean({
      description:
        'Import even if nothing is new. In conflicts, Git wins, and the first import replaces the pages of the space',
    }),
  ),
  standalone: Type.Optional(
    Type.Boolean({ description: 'Create a revision without changing the published content' }),
  ),
})

export type ExportRequest = Static<typeof ExportRequest>
export const ExportRequest = Type.Object({
  ...Repository,
  commitMessage: Type.String({ minLength: 1, maxLength: 10_000, description: 'The message of the commit' }),
  force: Type.Optional(
    Type.Boolean({
      description: 'Commit even if nothing changed. In conflicts, the space wins',
    }),
  ),
})

const Count = Type.Integer({ minimum: 0 })

const Report = Type.Object(
  {
    summary: Type.String(),
    pages: Type.Object({
      created: Count,
      changed: Count,
      deleted: Count,
      moved: Count,
      unlisted: Count,
      total: Count,
    }),
    files: Type.Object({ created: Count, changed: Count, deleted: Count, total: Count }),
    redirects: Count,
    counts: Type.Record(Type.String(), Count, { description: 'The number of problems by kind' }),
    problems: Type.Array(
      Type.Object({
        file: Type.String(),
        line: Type.Optional(Type.Integer()),
        kind: Type.String(),
        message: Type.String(),
      }),
      { description: 'Damaged or unsupported content, kept unchanged. At most 1,000' },
    ),
    conflicts: Type.Array(Type.String(), { description: 'Files that both sides changed' }),
  },
  { title: 'GitReport' },
)

export type GitOperation = Static<typeof GitOperation>
export const GitOperation = Type.Object(
  {
    object: Type.Literal('git-operation'),
    id: Type.String(),
    direction: OneOf(['import', 'export']),
    state: OneOf(['running', 'success', 'failure']),
    stage: OneOf(['repo_fetch', 'config_check', 'content_process', 'finalize']),
    ref: Type.String(),
    url: Type.String({ description: 'Of the repository, without credentials' }),
    dispatchedTasks: Type.Integer({ description: 'Steps of the stage' }),
    completedTasks: Type.Integer(),
    requestedAt: Timestamp,
    startedAt: Timestamp,
    updatedAt: Timestamp,
    completedAt: Type.Optional(Timestamp),
    error: Type.Optional(Type.String()),
    commit: Type.Optional(Type.String()),
    revision: Type.Optional(Type.String()),
    report: Type.Optional(Report),
  },
  { title: 'GitOperation' },
)
