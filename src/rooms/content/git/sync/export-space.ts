// The space into Git: a patch on what the branch holds, made of what was edited in the space, committed and pushed.
import { openDraft } from '../../../../engines/content/draft/draft.ts'
import { allEntries, diffMaps } from '../../../../engines/content/nodes/map.ts'
import { type RevisionView, readRevision } from '../../../../engines/content/nodes/revision.ts'
import {
  type ContentRef,
  type GitBlob,
  metaLinksOf,
  NOT_YET,
  type PageRecord,
} from '../../../../engines/content/records.ts'
import { conflictingFiles } from '../../../../engines/sync/report/conflicts.ts'
import { emptyReport } from '../../../../engines/sync/report/report.ts'
import type { Exported, TreeRead } from '../../../../engines/sync/types.ts'
import { baseOfUnrelatedHistories } from '../../../../engines/sync/unrelated-histories.ts'
import { avoidPathCollisions } from '../../../../engines/sync/write/avoid-path-collisions.ts'
import { fileChanges } from '../../../../engines/sync/write/changed-files.ts'
import { writtenMetaLinks } from '../../../../engines/sync/write/changed-heads.ts'
import { withFolders } from '../../../../engines/sync/write/follow-folders.ts'
import { patchFor } from '../../../../engines/sync/write/patch.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { GitRequest } from '../../../../kit/storage/tables/git.ts'
import { GitFailure } from '../../../../world/git/failure.ts'
import type { FileChange, GitCache, GitRemote } from '../../../../world/git/git.ts'
import { findUserNamed } from '../../../people/identity/users.ts'
import { linkersIn } from '../../pages/link-index/linkers.ts'
import { mergeInSpace } from '../../pages/merging/merge-content.ts'
import type { OperationRow, SyncRow } from '../store.ts'
import { finishExport, prepareExport } from './finish-export.ts'
import { broughtFiles, type GitOrigin, newBlobs, pagesAmong, readOrigin } from './origin.ts'
import { openHead, readCommit } from './read-commit.ts'
import { remoteOf } from './remotes.ts'
import { isSameBranch, isSameRepository } from './sync-base.ts'
import { SyncFailure, type SyncResult, type SyncWork } from './work.ts'

const AUTHOR = { name: 'Quire', email: 'quire@localhost' }

/** How often somebody else may be faster, on a branch that many push to. */
const MOST_PUSHES = 4

export async function exportSpace(work: SyncWork): Promise<SyncResult> {
  for (let push = 1; ; push++)
    try {
      return await exportOnce(work)
    } catch (error) {
      // The branch moved on between the fetch and the push: what came is merged like anything else.
      const isLate = error instanceof GitFailure && error.code === 'rejected'
      if (!isLate || push === MOST_PUSHES) throw error
    }
}

async function exportOnce(work: SyncWork): Promise<SyncResult> {
  const { ctx, operation, progress, sync } = work
  const { request } = operation
  await progress.begin('repo_fetch', 100)
  const cache = await ctx.git.open(request.cache)
  const remote = remoteOf(ctx, operation)
  const fetched = await cache.fetch(remote, progress.reach)
  await work.begin(fetched?.commit)
  // Pushed before the service stopped, which then did not come to write it down.
  if (fetched && operation.pushing?.commitId === fetched.commit) return finishExport(work, operation.pushing)
  const onto = { cache, remote, sync, tip: fetched?.commit ?? null }
  // A branch that is not there yet begins at the commit of the sync base, if the repository has it.
  if (!fetched && sync && isSameRepository(sync, request) && (await cache.has(sync.commitId)))
    try {
      return await exportOnto(work, { ...onto, parent: sync.commitId })
    } catch (error) {
      if (!(error instanceof GitFailure && error.code === 'unknown-parent')) throw error
    }
  return exportOnto(work, { ...onto, parent: onto.tip })
}

type Onto = {
  cache: GitCache
  remote: GitRemote
  sync: SyncRow | undefined
  parent: string | null
  /** Where the branch is; null when it is not there yet. */
  tip: string | null
}

async function exportOnto(work: SyncWork, { cache, remote, sync, parent, tip }: Onto): Promise<SyncResult> {
  const { ctx, operation, progress } = work
  const { request, spaceId } = operation
  const isMet = sync && parent !== null && hasMet(sync, request, parent)
  const head = await openHead(ctx, spaceId)
  const origin = isMet ? undefined : await readOrigin(work, { cache, parent, head })
  const read: TreeRead =
    origin ?? (await readCommit(work, { cache, commit: parent, head, sync: isMet ? sync : undefined }))
  const base = isMet || origin ? read.known : await baseOfUnrelatedHistories(head.view, read.content)
  const sides = { base, ours: head.view, theirs: read.content }
  const wanted = await withoutLostLinks(read.content, await mergedOf(ctx, operation, sides))
  const following = await withFolders(read, wanted, linkersIn(ctx, spaceId, wanted))
  const merged = await avoidPathCollisions(read.repository, read.content, following)
  if (!request.force) await refuseUnread(read, merged)
  const exported = await patchFor(ctx, read, merged)
  const settling = { cache, read, head, merged, exported }

  await progress.begin('finalize', 2)
  const edited = fileChanges(read.repository, exported)
  const brought = origin ? broughtFiles(origin, edited) : []
  const changes = [...edited, ...brought]
  if (changes.length === 0 && !request.force) {
    if (parent !== tip && parent !== null) await cache.push(remote, parent, tip)
    const summary = 'Nothing to commit: the repository and the space have the same content'
    const report = { ...emptyReport(), summary }
    const isAgreed = isMet && sync.commitId === parent && isSameBranch(sync, request) && merged === head.view
    if (parent === null || isAgreed) return { report, commitId: parent ?? undefined }
    return finishExport(work, await prepareExport(work, settling, parent, report))
  }
  if (changes.some(({ content }) => content && 'oid' in content))
    await cache.writeBlobs(newBlobs(ctx, exported, origin, brought))
  const { commit } = await cache.commit({
    parent,
    changes,
    message: request.message ?? 'Update the documentation',
    author: await authorOf(ctx, operation.requestedBy),
    at: ctx.clock.now(),
  })
  await progress.step(1)
  const push = await prepareExport(work, settling, commit, reportOf(exported, origin, brought))
  await cache.push(remote, commit, tip)
  return finishExport(work, push)
}

/** Whether the agreement says what the branch held before: it is with this branch, or about this very commit. */
function hasMet(sync: SyncRow, request: GitRequest, commit: string) {
  return isSameBranch(sync, request) || (sync.commitId === commit && sync.directory === request.directory)
}

type Merging = { base: RevisionView; ours: RevisionView; theirs: RevisionView }

/** What the space has, with what came into the branch meanwhile. Forced, the space has its way where they disagree. */
async function mergedOf(
  ctx: ReadContext,
  { spaceId, request }: OperationRow,
  { base, ours, theirs }: Merging,
) {
  if (base === theirs) return ours
  const whose = { published: 'ours', repository: 'theirs' } as const
  const sides = { base, ours, theirs, ...whose, isForced: request.force }
  const { root, conflicts } = await mergeInSpace(ctx, spaceId, sides)
  if (conflicts.length > 0 && !request.force) {
    const files = await conflictingFiles(conflicts, [theirs, base, ours])
    throw new SyncFailure(
      `The branch and the space both changed ${files.join(', ')}. Nothing was pushed. Undo the edit on one side, or choose a side: export with force keeps the content of the space, import with force that of the branch`,
      { ...emptyReport(), conflicts: files },
    )
  }
  return readRevision(ours.nodes, root)
}

/** A file that could not be read is not overwritten with an edit of what it was before. */
async function refuseUnread({ content, repository }: TreeRead, wanted: RevisionView) {
  const changes = await diffMaps<PageRecord>(wanted.nodes, content.root.pages, wanted.root.pages)
  const isUnread = ({ oid, path }: GitBlob) => (repository.files.get(path)?.oid ?? oid) !== oid
  const files = changes.flatMap(({ before }) =>
    before?.git && before.git.oid !== NOT_YET && isUnread(before.git) ? [before.git.path] : [],
  )
  if (files.length === 0) return
  throw new SyncFailure(
    `The branch has texts that could not be read yet, in ${files.join(', ')}. Nothing was pushed. Import with force to read them again, or export with force to overwrite them`,
    { ...emptyReport(), conflicts: files },
  )
}

/** With a page all its entries in the table of contents go. Heads that name it lead to nothing, as they are written. */
export async function withoutLostLinks(before: RevisionView, after: RevisionView): Promise<RevisionView> {
  const changes = await diffMaps<PageRecord>(after.nodes, before.root.pages, after.root.pages)
  const gone = new Set(changes.filter((change) => !change.after).map(({ id }) => id))
  if (gone.size === 0) return after
  const pages = await allEntries<PageRecord>(after.nodes, after.root.pages)
  const isLost = (ref: ContentRef | undefined) => ref?.kind === 'page' && gone.has(ref.page)
  const lost = pages.filter(({ target }) => target && 'page' in target && gone.has(target.page ?? ''))
  const naming = pages.filter((page) => metaLinksOf(page).some(isLost))
  if (lost.length + naming.length === 0) return after
  const draft = openDraft(after)
  for (const link of lost) await draft.removePage(link)
  await after.nodes.fetch(naming.map(({ git }) => git?.head))
  for (const page of naming) {
    const written = writtenMetaLinks(after.nodes, page)
    const asWritten = (ref: ContentRef, url: string | null | undefined): ContentRef | undefined => {
      if (!isLost(ref)) return ref
      return typeof url === 'string' ? { kind: 'url', url } : undefined
    }
    const canonical = page.canonical && asWritten(page.canonical, written.canonical)
    const isListed = page.alternates?.length === written.alternates?.length
    const alternates = page.alternates?.flatMap(
      (ref, at) => asWritten(ref, isListed ? written.alternates?.[at] : undefined) ?? [],
    )
    draft.putPage(page.id, { ...page, canonical, alternates })
  }
  return readRevision(after.nodes, await draft.finish())
}

async function authorOf(ctx: ReadContext, userId: string | null) {
  const user = userId === null ? undefined : await findUserNamed(ctx, userId)
  return user ? { name: user.displayName, email: user.email } : AUTHOR
}

function reportOf({ files, pages, config }: Exported, origin: GitOrigin | undefined, brought: FileChange[]) {
  const report = emptyReport()
  const kept = [...files.values()].filter((content) => content !== null).length
  const written = kept + brought.length + (config ? 1 : 0)
  report.pages.changed = pages.size + (origin ? pagesAmong(origin, brought) : 0)
  report.files.changed = written
  report.files.deleted = origin ? 0 : files.size - kept
  const deleted = report.files.deleted === 0 ? '' : `, ${report.files.deleted} deleted`
  const { missing = [] } = origin?.repository.cache ?? {}
  const left = missing.length === 0 ? '' : `, without ${missing.length} that were too much to be kept`
  report.summary = `${written} ${written === 1 ? 'file' : 'files'} written${deleted}${left}`
  return report
}
