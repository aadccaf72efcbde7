// What the space and the repository agree on, after an import or an export.
import type { WriteContext } from '../../../../kit/domain/context.ts'
import type { GitRequest, GitSyncInfo } from '../../../../kit/storage/tables/git.ts'
import { nameRepository } from '../../spaces/heads.ts'
import type { SpaceRow } from '../../spaces/store.ts'
import { type OperationRow, type SyncRow, upsertSync } from '../store.ts'

type Agreement = { revisionId: string; commitId: string; prefix: string }

export async function saveSyncBase(
  ctx: WriteContext,
  space: SpaceRow,
  operation: OperationRow,
  agreement: Agreement,
) {
  const { id: spaceId } = space
  const { request, orderedAt } = operation
  const { url, ref, directory } = request
  const updatedAt = ctx.clock.now()
  await upsertSync(ctx.db, { spaceId, ...agreement, url, ref, directory, orderedAt, updatedAt })
  const info: GitSyncInfo = {
    repoName: nameOf(request.repositoryUrl ?? request.url),
    installationProvider: request.provider,
    url: request.repositoryUrl ?? request.treeUrl ?? request.url,
    updatedAt: updatedAt.toISOString(),
  }
  await nameRepository(ctx, space, info)
}

type Target = Pick<GitRequest, 'url' | 'ref' | 'directory'>

/** Whether it was reached with this very branch. What another one lacks was never deleted from it. */
export function isSameBranch(sync: SyncRow, target: Target) {
  return isSameRepository(sync, target) && sync.ref === target.ref
}

export function isSameRepository(sync: SyncRow, { url, directory }: Target) {
  return sync.url === url && sync.directory === directory
}

/** Where hosts of repositories show a branch: behind the name of the repository. */
const BRANCH_PAGES = ['blob', 'tree', 'src', 'raw']

/** The last two parts of the address of a repository, as in owner/docs. */
function nameOf(url: string) {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  const [repository = ''] = path.split('/-/')
  const parts = repository
    .replace(/\.git\/?$/, '')
    .split(/[/:]/)
    .filter((part) => part !== '')
  const [owner, name, page = ''] = parts
  if (parts.length > 3 && BRANCH_PAGES.includes(page)) return `${owner}/${name}`
  return parts.slice(-2).join('/')
}
