// The end of an export: what was pushed is what both sides have now.
import { type RevisionView, readRevision } from '../../../../engines/content/nodes/revision.ts'
import { buildContent } from '../../../../engines/sync/read/build-content.ts'
import { openRepository } from '../../../../engines/sync/read/repository.ts'
import { conflictingFiles } from '../../../../engines/sync/report/conflicts.ts'
import type { Exported, GitReport, TreeRead } from '../../../../engines/sync/types.ts'
import { isLossyExport } from '../../../../engines/sync/write/lossy-export.ts'
import { settledContent } from '../../../../engines/sync/write/settled-content.ts'
import type { GitPush } from '../../../../kit/storage/tables/git.ts'
import type { GitCache } from '../../../../world/git/git.ts'
import { mergeInSpace } from '../../pages/merging/merge-content.ts'
import { lockSpace, moveHead } from '../../spaces/heads.ts'
import { openRevision, openView, storeNodes, writeRevision } from '../../spaces/revisions/revisions.ts'
import { updateOperation } from '../store.ts'
import { gitInfoOf } from './import-space.ts'
import type { Head } from './read-commit.ts'
import { saveSyncBase } from './sync-base.ts'
import { syncTools } from './tools.ts'
import type { SyncResult, SyncWork } from './work.ts'

type Settling = { cache: GitCache; read: TreeRead; head: Head; merged: RevisionView; exported: Exported }

/** What both sides will hold when the commit is pushed. Kept with the operation, for whoever has to end it. */
export async function prepareExport(
  work: SyncWork,
  settling: Settling,
  commitId: string,
  report: GitReport,
): Promise<GitPush> {
  const { inTransaction, operation } = work
  const { spaceId, request } = operation
  const { cache, read, head, merged, exported } = settling
  const root = await settledContent(work.ctx, { merged, exported, read })
  const settled = await readRevision(read.nodes, root)
  const syncBaseRoot = (await isLossyExport(read, settled))
    ? await readBack(work, cache, settled, commitId)
    : root
  const git = await gitInfoOf(cache, commitId, request, true)
  const written = { spaceId, type: 'edits' as const, git, createdBy: operation.requestedBy }
  return inTransaction(async (ctx) => {
    const agreedId = await writeRevision(ctx, read.nodes, {
      ...written,
      root: syncBaseRoot,
      parents: [head.id],
    })
    const settledId =
      syncBaseRoot === root
        ? agreedId
        : await writeRevision(ctx, read.nodes, { ...written, root, parents: [head.id, agreedId] })
    const { prefix } = read.repository
    const push = { commitId, headId: head.id, settledId, agreedId, prefix, report }
    await updateOperation(ctx.db, operation.id, { pushing: JSON.stringify(push) })
    return push
  })
}

/** Both sides agree now: the space gets what came from the branch, and learns where its pages lie. */
export function finishExport({ inTransaction, operation }: SyncWork, push: GitPush): Promise<SyncResult> {
  const { spaceId } = operation
  const { commitId, headId, settledId, agreedId, prefix, report } = push
  const agreement = { revisionId: agreedId, commitId, prefix }
  return inTransaction(async (ctx) => {
    const space = await lockSpace(ctx, spaceId)
    if (space.revisionId === headId) {
      await moveHead(ctx, space, settledId)
      await saveSyncBase(ctx, space, operation, agreement)
      return { commitId, revisionId: settledId, report }
    }
    // Edited while we were at it: that is merged on top, and waits for the next export.
    const now = await openView(ctx, spaceId, space.revisionId)
    const { nodes } = now
    const before = await openView(ctx, spaceId, headId, nodes)
    const { view: settled, row } = await openRevision(ctx, spaceId, settledId, nodes)
    const whose = { published: 'ours', repository: 'theirs' } as const
    const sides = { base: before, ours: now, theirs: settled, ...whose }
    const { root, conflicts } = await mergeInSpace(ctx, spaceId, sides)
    const parents = [space.revisionId, agreedId]
    const { git, createdBy } = row
    const merged = { spaceId, type: 'edits' as const, git, createdBy, root, parents }
    const revisionId = await writeRevision(ctx, nodes, merged)
    await moveHead(ctx, space, revisionId)
    // In dispute, the older agreement stays: by its difference to that the next export sees both changes again.
    if (conflicts.length > 0) {
      const files = await conflictingFiles(conflicts, [settled, before, now])
      const summary = `${report.summary}. Edits made in the meantime conflict with the branch in ${files.join(', ')}`
      return { commitId, revisionId, report: { ...report, summary, conflicts: files } }
    }
    await saveSyncBase(ctx, space, operation, agreement)
    return { commitId, revisionId, report }
  })
}

/** What an import would read now. */
async function readBack(
  { ctx, operation, inTransaction }: SyncWork,
  cache: GitCache,
  settled: RevisionView,
  commit: string,
) {
  const { nodes } = settled
  const repository = await openRepository(ctx, cache, commit, operation.request.directory)
  const known = { syncBase: settled, current: settled, renames: new Map(), added: new Set<string>() }
  const store = () => inTransaction((ctx) => storeNodes(ctx, nodes))
  const quiet = { onCount: async () => {}, onRead: async () => {} }
  return (await buildContent({ tools: syncTools(ctx), nodes, repository, store, ...known, ...quiet })).root
}
