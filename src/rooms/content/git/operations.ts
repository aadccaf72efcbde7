import { notFound } from '../../../kit/domain/problems.ts'
import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { space } from '../spaces/access.ts'
import { GitSync } from '../spaces/schema.ts'
import { gitOperation } from './access.ts'
import { presentOperation } from './present.ts'
import { readRemote, requestExport, requestImport } from './requests.ts'
import { ExportRequest, GitOperation, ImportRequest } from './schema.ts'
import { listOperations } from './store.ts'

const FOLLOW = 'It goes on in the background: `GET …/git/operations` tells how far it is and how it ended.'

export const operations = [
  operation({
    id: 'importGitRepository',
    route: 'POST /v1/spaces/{spaceId}/git/import',
    summary: 'Bring the content of a branch into the space',
    description: `${FOLLOW} What was edited in the space since the last import or export is merged; where both sides changed the same thing it fails, and says where. A space that has pages and was never synchronized with the repository is left alone unless force is set: the answer is 409, and says what would go.`,
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
    summary: 'Commit what changed in the space to a branch',
    description: `${FOLLOW} Only what was edited is changed in the repository. When the branch moved on meanwhile both sides are merged; where they changed the same thing it fails, pushes nothing, and says where.`,
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
    summary: 'Get an import or export: how far it is, how it ended, what it found',
    on: gitOperation,
    needs: 'view',
    returns: GitOperation,
    run: ({ subject: { row } }) => presentOperation(row),
  }),
]
