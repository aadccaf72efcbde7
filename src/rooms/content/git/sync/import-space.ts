// Git into the space. The content of the commit is worked out beside everything; only the last step touches the space.
import type { Merging as Sides } from '../../../../engines/content/merge/revisions.ts'
import type { RevisionView } from '../../../../engines/content/nodes/revision.ts'
import { conflictingFiles } from '../../../../engines/sync/report/conflicts.ts'
import { ownPages, pagesLost, replacesPages } from '../../../../engines/sync/report/replaced-pages.ts'
import { emptyReport } from '../../../../engines/sync/report/report.ts'
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import type { GitRequest } from '../../../../kit/storage/tables/git.ts'
import { GitFailure } from '../../../../world/git/failure.ts'
import type { GitCache } from '../../../../world/git/git.ts'
import { mergeInSpace } from '../../pages/merging/merge-content.ts'
import { lockSpace, moveHead } from '../../spaces/heads.ts'
import { openRevision, writeRevision } from '../../spaces/revisions/revisions.ts'
import { type CommitRead, openHead, readCommit } from './read-commit.ts'
import { remoteOf } from './remotes.ts'
import { isSameBranch, isSameRepository, saveSyncBase } from './sync-base.ts'
import { SyncFailure, type SyncResult, type SyncWork } from './work.ts'

export async function importSpace(work: SyncWork): Promise<SyncResult> {
  const { ctx, operation, progress, sync } = work
  const { request, spaceId } = operation
  const remote = remoteOf(ctx, operation)
  const isAgreement = sync && isSameBranch(sync, request) && !request.force && !request.standalone
  // Asked for first: where nothing is new, our copy does not even have to be opened.
  if (isAgreement && (await ctx.git.tip(remote)) === sync.commitId) {
    await ctx.git.touch(request.cache)
    await work.begin(sync.commitId)
    const report = { ...emptyReport(), summary: 'Nothing to do: this commit is already imported' }
    return { report, commitId: sync.commitId }
  }
  const mayReplace = request.force || request.standalone
  if (!sync && !mayReplace) await requireNoPages(ctx, spaceId)
  await progress.begin('repo_fetch', 100)
  const cache = await ctx.git.open(request.cache)
  const fetched = await cache.fetch(remote, progress.reach)
  if (!fetched) throw new GitFailure('bad-ref', `The repository has no branch ${request.ref}`)
  const { commit } = fetched
  await work.begin(commit)
  const head = await openHead(ctx, spaceId)
  // Also after another branch: what was edited here since is told by its difference to the sync base.
  const read = await readCommit(work, { cache, commit, head, sync })
  if (sync && !mayReplace && !isSameRepository(sync, request)) await requireNoLoss(read)
  // Asked for here: nobody is to wait for git while the space is held.
  const git = await gitInfoOf(cache, commit, request, false)
  if (request.standalone) return keepAlone(work, read, git)
  return bringIn(work, read, git)
}

async function requireNoPages(ctx: ReadContext, spaceId: string) {
  const { view } = await openHead(ctx, spaceId)
  const own = await ownPages(view)
  if (own.count > 0) throw new SyncFailure(replacesPages(own), emptyReport())
}

/** A repository that moved has the pages of the old one; another one lacks them. */
async function requireNoLoss({ known, content, report }: CommitRead) {
  const lost = await pagesLost(known, content)
  if (lost.count > 0) throw new SyncFailure(replacesPages(lost), report)
}

type GitInfo = Awaited<ReturnType<typeof gitInfoOf>>

async function keepAlone(
  { inTransaction, operation }: SyncWork,
  read: CommitRead,
  git: GitInfo,
): Promise<SyncResult> {
  const { spaceId, requestedBy: createdBy } = operation
  const revisionId = await inTransaction(async (ctx) => {
    const space = await lockSpace(ctx, spaceId)
    const written = { spaceId, type: 'edits' as const, git, createdBy }
    return writeRevision(ctx, read.nodes, { ...written, root: read.root, parents: [space.revisionId] })
  })
  return { report: read.report, revisionId, commitId: read.commit }
}

/** The only step that readers see. */
async function bringIn(
  { inTransaction, operation, progress }: SyncWork,
  read: CommitRead,
  git: GitInfo,
): Promise<SyncResult> {
  const { request, spaceId, requestedBy: createdBy } = operation
  await progress.begin('finalize', 1)
  return inTransaction(async (ctx) => {
    const space = await lockSpace(ctx, spaceId)
    const head = await openRevision(ctx, spaceId, space.revisionId, read.nodes)
    const parents = [space.revisionId]
    const written = { spaceId, type: 'edits' as const, git, createdBy }
    const commitRevision = await writeRevision(ctx, read.nodes, { ...written, root: read.root, parents })
    const revisionId =
      head.row.root === read.knownRoot
        ? commitRevision
        : await writeRevision(ctx, read.nodes, {
            ...written,
            root: await mergedRoot(ctx, { spaceId, read, request, head: head.view }),
            parents: [...parents, commitRevision],
          })
    await moveHead(ctx, space, revisionId)
    const { prefix } = read.repository
    await saveSyncBase(ctx, space, operation, { revisionId: commitRevision, commitId: read.commit, prefix })
    return { report: read.report, revisionId, commitId: read.commit }
  })
}

export async function gitInfoOf(
  cache: GitCache,
  commit: string,
  request: GitRequest,
  createdByService: boolean,
) {
  const { message } = await cache.describe(commit)
  const url = request.commitUrl && `${request.commitUrl.replace(/\/+$/, '')}/${commit}`
  return { oid: commit, message, createdByService, url, ref: request.ref }
}

type Merging = { spaceId: string; read: CommitRead; request: GitRequest; head: RevisionView }

/** The space was edited since: both sides are merged. Forced, the repository has its way where they disagree. */
async function mergedRoot(ctx: WriteContext, { spaceId, read, request, head }: Merging) {
  const base = read.known
  const sides: Omit<Sides, 'base'> = request.force
    ? { ours: read.content, theirs: head, published: 'theirs', repository: 'ours', isForced: true }
    : { ours: head, theirs: read.content, published: 'ours', repository: 'theirs' }
  const { root, conflicts } = await mergeInSpace(ctx, spaceId, { base, ...sides })
  if (conflicts.length > 0 && !request.force) {
    const files = await conflictingFiles(conflicts, [read.content, base, head])
    throw new SyncFailure(
      `The space and the repository both changed ${files.join(', ')}. Nothing was imported. Undo the edit on one side, or choose a side: import with force keeps the content of the repository, export with force that of the space`,
      { ...read.report, conflicts: files },
    )
  }
  return root
}
