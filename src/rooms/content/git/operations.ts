import { notFound } from '../../../kit/domain/problems.ts'
import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { space } from '../spaces/access.ts'
import { GitSync } from '../spaces/schema.ts'
import { gitOperation } from './access.ts'
import { presentOperation } from './present.ts'
import { readRemote, requestExport, requestImport } from './requests.ts'
import { ExportRequest, GitOperation, ImportRequest } from './schema.ts'
import { listOperations } from './store.ts'

const FOLLOW = 'Runs in the background: `GET …/git/operations` returns its progress and its result.'

export const operations = [
  operation({
    id: 'importGitRepository',
    route: 'POST /v1/spaces/{spaceId}/git/import',
    summary: 'Import a branch into the space',
    description: `${FOLLOW} Edits in the space since the last import or export are merged; on a conflict the import fails and lists the files. If the space has pages and was never synchronized with the repository, the request fails with 409 and lists the pages that would be replaced, unless force is set.`,
    on: space,
    needs: 'triggerGitSync',
    body: ImportRequest,
    example: { url: 'https://git.example.org/team/docs.git', ref: 'refs/heads/main' },
    status: 204,
    refuses: { 409: 'The space has pages that the import would replace: set `force`' },
    before: ({ ctx, body }) => readRemote(ctx, body),
    run: ({ ctx, subject: space, body, brought }) => requestImport(ctx, space, body, brought),
  }),
  operation({
    id: 'exportToGitRepository',
    route: 'POST /v1/spaces/{spaceId}/git/export',
    summary: 'Commit the changes in the space to a branch',
    description: `${FOLLOW} Only edited content changes in the repository. New commits on the branch are merged; on a conflict the export fails, pushes nothing, and lists the files.`,
    on: space,
    needs: 'triggerGitSync',
    body: ExportRequest,
    example: {
      url: 'https://git.example.org/team/docs.git',
      ref: 'refs/heads/main',
      commitMessage: 'Explain the installer',
    },
    status: 204,
    before: ({ ctx, body }) => readRemote(ctx, body),
    run: ({ ctx, subject: space, body, brought }) => requestExport(ctx, space, body, brought),
  }),
  operation({
    id: 'getSpaceGitInfo',
    route: 'GET /v1/spaces/{spaceId}/git/info',
    summary: 'Get the repository that the space is synchronized with',
    on: space,
    needs: 'view',
    returns: GitSync,
    run: ({ subject: space }) => {
      if (!space.gitSync) throw notFound('repository')
      return space.gitSync
    },
  }),
  operation({
    id: 'listGitOperations',
    route: 'GET /v1/spaces/{spaceId}/git/operations',
    summary: 'List the imports and exports of a space, newest first',
    on: space,
    needs: 'view',
    query: Paging,
    returns: ListOf(GitOperation),
    run: async ({ ctx, subject: space, query }) =>
      listOf(await listOperations(ctx.db, space.id, query), presentOperation),
  }),
  operation({
    id: 'getGitOperation',
    route: 'GET /v1/spaces/{spaceId}/git/operations/{operationId}',
    summary: 'Get the progress, result and problems of an import or export',
    on: gitOperation,
    needs: 'view',
    returns: GitOperation,
    run: ({ subject: { row } }) => presentOperation(row),
  }),
]
