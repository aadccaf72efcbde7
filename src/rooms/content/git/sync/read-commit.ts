// What a commit holds, as content; stored as far as nodes go, but in no revision yet.
import { putRoot, type RevisionView, readRevision } from '../../../../engines/content/nodes/revision.ts'
import type { Hash } from '../../../../engines/content/records.ts'
import { buildContent } from '../../../../engines/sync/read/build-content.ts'
import { openRepository } from '../../../../engines/sync/read/repository.ts'
import {
  countChanges,
  emptyReport,
  inWords,
  otherChanges,
  withProblems,
} from '../../../../engines/sync/report/report.ts'
import type { GitReport, Repository } from '../../../../engines/sync/types.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { GitCache } from '../../../../world/git/git.ts'
import { spaceNow } from '../../spaces/heads.ts'
import { openRevision, storeNodes } from '../../spaces/revisions/revisions.ts'
import type { SyncRow } from '../store.ts'
import { neighbourFolders } from './neighbours.ts'
import { isSameRepository } from './sync-base.ts'
import { syncTools } from './tools.ts'
import { SyncFailure, type SyncWork } from './work.ts'

/** What readers see when an operation begins. */
export type Head = { id: string; root: Hash | null; view: RevisionView }

export async function openHead(ctx: ReadContext, spaceId: string): Promise<Head> {
  const space = await spaceNow(ctx, spaceId)
  const { row, view } = await openRevision(ctx, spaceId, space?.revisionId ?? '')
  return { id: row.id, root: row.root, view }
}

export type CommitRead = Awaited<ReturnType<typeof readCommit>>

type Reads = {
  cache: GitCache
  /** Null is a branch without any. */
  commit: string | null
  head: Head
  /** What is known already; without it pages are known by where they lie in the space, and all of them are read. */
  sync?: SyncRow
}

export async function readCommit(work: SyncWork, { cache, commit, head, sync }: Reads) {
  const { ctx, operation, progress, inTransaction } = work
  const { direction, request, spaceId } = operation
  await progress.begin('config_check')
  const repository = await openRepository(ctx, cache, commit, request.directory)
  if (direction === 'import') requireFolder(repository)
  const { nodes } = head.view
  const base = sync && (await openRevision(ctx, spaceId, sync.revisionId, nodes))
  const known = base?.view ?? head.view
  const isForced = direction === 'import' && request.force
  const before = sync && !isForced ? await commitBefore(repository, request, sync) : undefined
  const built = await buildContent({
    tools: syncTools(ctx),
    nodes,
    repository,
    syncBase: known,
    current: head.view,
    restoresSlugs: true,
    rereads: !sync ? 'everything' : isForced ? 'pages' : undefined,
    ...before,
    renames: before?.renames ?? new Map(),
    neighbours: await neighbourFolders(ctx, operation, repository),
    store: () => inTransaction((ctx) => storeNodes(ctx, nodes)),
    onCount: (tasks) => progress.begin('content_process', tasks),
    onRead: progress.step,
  })
  // The sync base stays as it is, also where a table of contents can not say all of it.
  const isAgreed = sync?.commitId === commit && sync?.directory === request.directory && !isForced
  const content = isAgreed ? known : await readRevision(nodes, built.root)
  const changes = await countChanges(known, content)
  const report: GitReport = {
    ...withProblems(emptyReport(), built.problems),
    summary: inWords(changes, await otherChanges(known, content)),
    ...changes,
    redirects: repository.config?.redirects.length ?? 0,
  }
  report.pages.unlisted = built.unlisted.size
  report.pages.total = built.pageAt.size
  report.files.total = built.fileCount
  return {
    ...built,
    root: isAgreed ? putRoot(nodes, known.root) : built.root,
    repository,
    commit: commit ?? '',
    content,
    /** What the content was built upon: the last agreement, or else what the space held. */
    known,
    knownRoot: base ? base.row.root : head.root,
    nodes,
    report,
  }
}

/** A folder that is not there is a mistake in a name, not a space that lost all its pages. */
function requireFolder({ prefix, taken }: Repository) {
  if (prefix === '' || taken.size > 0) return
  throw new SyncFailure(
    `The folder ${prefix.replace(/\/$/, '')} is not in the repository. Nothing was imported. It is named by the request (repoProjectDirectory) and by \`root\` in .gitbook.yaml`,
    emptyReport(),
  )
}

/** What came and moved since the commit of the sync base. Paths of Git are those of the repository, ours of the space. */
async function commitBefore(
  { cache, commit, prefix }: Repository<GitCache>,
  request: Pick<SyncWork['operation']['request'], 'url' | 'ref' | 'directory'>,
  sync: SyncRow,
) {
  if (!isSameRepository(sync, request) || commit === '' || !(await cache.has(sync.commitId))) return
  const renames = new Map<string, string>()
  const added = new Set<string>()
  if (sync.commitId === commit) return { renames, added }
  for (const [path, before] of await cache.arrivals(sync.commitId, commit)) {
    if (!path.startsWith(prefix)) continue
    added.add(path.slice(prefix.length))
    if (before?.startsWith(prefix)) renames.set(path.slice(prefix.length), before.slice(prefix.length))
  }
  return { renames, added }
}
