// Git into the space. The content of the commit is worked out beside everything; only the last step touches the space.
import { putRoot, type Reading, readRevision } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import type { GitReport, GitRequest } from '../../storage/tables.ts'
import type { GitCache } from '../../world/git.ts'
import { GitFailure } from '../../world/git-failure.ts'
import { mergeRevisions } from '../content/merging.ts'
import { openNodes, openRevision, storeNodes, writeRevision } from '../revisions/revisions.ts'
import { holdSpace, moveHead, spaceNow } from '../spaces/heads.ts'
import { agreeOn } from './agreement.ts'
import { buildContent } from './build-content.ts'
import { conflictingFiles } from './conflicts.ts'
import { remoteOf } from './remotes.ts'
import { countChanges, emptyReport, inWords, withProblems } from './report.ts'
import { openRepository, type Repository } from './repository.ts'
import { type Outcome, SyncFailure, type Work } from './running.ts'
import { findSync, type SyncRow } from './store.ts'

export async function importSpace(work: Work): Promise<Outcome> {
  const { ctx, operation, progress } = work
  const { request, spaceId } = operation
  await progress.begin('repo_fetch', 100)
  const cache = await ctx.git.open(request.cache)
  const fetched = await cache.fetch(remoteOf(ctx, operation), progress.reach)
  if (!fetched) throw new GitFailure('bad-ref', `There is no branch ${request.ref} in the repository`)
  const { commit } = fetched
  const sync = await findSync(ctx.db, spaceId)
  const isKnown = sync?.commitId === commit && sync.directory === request.directory
  if (isKnown && !request.force && !request.standalone)
    return {
      report: { ...emptyReport(), summary: 'Nothing to do: this commit is imported' },
      commitId: commit,
    }
  const read = await readCommit(work, cache, commit, sync)
  if (request.standalone) return keepAlone(work, read)
  return bringIn(work, read)
}

export type CommitRead = Awaited<ReturnType<typeof readCommit>>

/** What a commit holds, as content; stored as far as nodes go, but in no revision yet. */
export async function readCommit(work: Work, cache: GitCache, commit: string | null, sync?: SyncRow) {
  const { ctx, operation, progress, inTransaction } = work
  const { request, spaceId } = operation
  await progress.begin('config_check')
  const repository = await openRepository(cache, commit, request.directory)
  const pool = openNodes(ctx)
  const space = await spaceNow(ctx, spaceId)
  const current = (await openRevision(ctx, spaceId, space?.revisionId ?? '', pool)).reading
  const agreed = sync
    ? (await openRevision(ctx, spaceId, sync.revisionId, pool)).reading
    : await readRevision(pool, null)
  const built = await buildContent({
    ctx,
    pool,
    repository,
    agreed,
    current,
    renames: await renamesFor(repository, sync),
    store: () => inTransaction((ctx) => storeNodes(ctx, pool)),
    onCount: (tasks) => progress.begin('content_process', tasks),
    onRead: progress.step,
  })
  // What was agreed on stays so, also where a table of contents can not say all of it.
  const isAgreed = sync?.commitId === commit && sync?.directory === request.directory
  const content = isAgreed ? agreed : await readRevision(pool, built.root)
  const changes = await countChanges(agreed, content)
  const report: GitReport = {
    ...withProblems(emptyReport(), built.problems),
    summary: inWords(changes),
    ...changes,
    redirects: repository.redirects,
  }
  report.pages.unlisted = built.unlisted.size
  report.pages.total = built.pageAt.size
  report.files.total = built.fileCount
  const root = isAgreed ? putRoot(pool, agreed.root) : built.root
  return { ...built, root, repository, commit: commit ?? '', content, agreed, sync, pool, report }
}

/** Paths of Git are those of the repository, ours those of the space. */
async function renamesFor({ cache, commit, prefix }: Repository<GitCache>, sync?: SyncRow) {
  if (!sync || sync.commitId === commit || !(await cache.has(sync.commitId))) return new Map<string, string>()
  const renames = await cache.renames(sync.commitId, commit)
  const inside = [...renames].filter(([to, from]) => to.startsWith(prefix) && from.startsWith(prefix))
  return new Map(inside.map(([to, from]) => [to.slice(prefix.length), from.slice(prefix.length)]))
}

async function keepAlone({ inTransaction, operation }: Work, read: CommitRead): Promise<Outcome> {
  const revisionId = await inTransaction(async (ctx) => {
    const space = await holdSpace(ctx, operation.spaceId)
    return writeContent(ctx, read, operation.request, [space.revisionId], operation.spaceId)
  })
  return { report: read.report, revisionId, commitId: read.commit }
}

/** The only step that readers see. */
async function bringIn({ inTransaction, operation, progress }: Work, read: CommitRead): Promise<Outcome> {
  const { request, spaceId } = operation
  await progress.begin('finalize', 1)
  return inTransaction(async (ctx) => {
    const space = await holdSpace(ctx, spaceId)
    const head = await openRevision(ctx, spaceId, space.revisionId, read.pool)
    const parents = [space.revisionId]
    const commitRevision = await writeContent(ctx, read, request, parents, spaceId)
    const isUntouched = !read.sync || head.row.root === (await rootOf(ctx, spaceId, read.sync))
    const revisionId = isUntouched
      ? commitRevision
      : await mergeIn(ctx, {
          spaceId,
          read,
          request,
          head: head.reading,
          parents: [...parents, commitRevision],
        })
    await moveHead(ctx, space, revisionId)
    await agreeOn(ctx, space, operation, { revisionId: commitRevision, commitId: read.commit })
    return { report: read.report, revisionId, commitId: read.commit }
  })
}

async function rootOf(ctx: Ctx, spaceId: string, { revisionId }: SyncRow) {
  return (await openRevision(ctx, spaceId, revisionId)).row.root
}

async function writeContent(
  ctx: Ctx,
  { pool, root, commit, repository }: CommitRead,
  request: GitRequest,
  parents: string[],
  spaceId: string,
) {
  const git = await gitInfoOf(repository.cache, commit, request, false)
  return writeRevision(ctx, pool, { spaceId, root, type: 'edits', parents, git })
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

type Merging = {
  spaceId: string
  read: CommitRead
  request: GitRequest
  head: Reading
  parents: string[]
}

/** The space was edited since: both sides are merged. Forced, the repository has its way where they disagree. */
async function mergeIn(ctx: Ctx, { spaceId, read, request, head, parents }: Merging) {
  const base = read.agreed
  const sides = request.force
    ? { ours: read.content, theirs: head, published: 'theirs' as const }
    : { ours: head, theirs: read.content, published: 'ours' as const }
  const { root, conflicts } = await mergeRevisions(ctx, spaceId, { base, ...sides })
  if (conflicts.length > 0 && !request.force) {
    const files = await conflictingFiles(conflicts, [head, read.content, base])
    throw new SyncFailure(
      `The space and the repository both changed the same thing in ${files.join(', ')}. Export or undo the edits in the space, or import with force to take what the repository has`,
      { ...read.report, conflicts: files },
    )
  }
  const git = await gitInfoOf(read.repository.cache, read.commit, request, false)
  return writeRevision(ctx, read.pool, { spaceId, root, type: 'edits', parents, git })
}
