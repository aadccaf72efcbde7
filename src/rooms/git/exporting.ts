// The space into Git: a patch on what the branch holds, made of what was edited in the space, committed and pushed.
import { openDraft } from '../../content/draft.ts'
import { allEntries, diffMaps, findEntries } from '../../content/map.ts'
import type { FileRecord, Hash, PageRecord } from '../../content/records.ts'
import { findPages, findReusable, type Reading, readRevision } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { mergeRevisions } from '../content/merging.ts'
import { findUserNamed } from '../identity/users.ts'
import { openRevision, writeRevision } from '../revisions/revisions.ts'
import { holdSpace, moveHead, spaceNow } from '../spaces/heads.ts'
import { agreeOn } from './agreement.ts'
import { type Exported, fileChanges } from './changed-files.ts'
import { conflictingFiles } from './conflicts.ts'
import { type CommitRead, gitInfoOf, readCommit } from './importing.ts'
import { patchFor } from './patch.ts'
import { remoteOf } from './remotes.ts'
import { emptyReport } from './report.ts'
import { type Outcome, SyncFailure, type Work } from './running.ts'
import { findSync } from './store.ts'

const AUTHOR = { name: 'Quire', email: 'quire@localhost' }

export async function exportSpace(work: Work): Promise<Outcome> {
  const { ctx, operation, progress } = work
  const { request, spaceId } = operation
  await progress.begin('repo_fetch', 100)
  const cache = await ctx.git.open(request.cache)
  const remote = remoteOf(ctx, operation)
  const fetched = await cache.fetch(remote, progress.reach)
  const sync = await findSync(ctx.db, spaceId)
  // A branch that is not there yet begins where the space stands.
  const begin = sync && !fetched && (await cache.has(sync.commitId)) ? sync.commitId : null
  const parent = fetched?.commit ?? begin
  const read = await readCommit(work, cache, parent, parent ? sync : undefined)
  const head = await openHead(ctx, spaceId, read)
  const merged = await withoutLostLinks(
    read.content,
    await mergedWith(ctx, spaceId, read, head.reading, request.force),
  )
  const exported = await patchFor(ctx, read, merged)

  await progress.begin('finalize', 2)
  const changes = fileChanges(read.repository, exported)
  if (changes.length === 0 && !request.force) {
    if (begin) await cache.push(remote, begin, null)
    const isSettled = !parent || (sync?.commitId === parent && merged === head.reading)
    const revisionId = isSettled ? undefined : await settle(work, read, head, merged, exported, parent)
    const summary = 'Nothing to commit: the repository holds what the space holds'
    return { report: { ...emptyReport(), summary }, revisionId, commitId: parent ?? undefined }
  }
  const { commit } = await cache.commit({
    parent,
    changes,
    message: request.message ?? 'Update the documentation',
    author: await authorOf(ctx, operation.requestedBy),
    at: ctx.clock.now(),
  })
  await progress.step(1)
  await cache.push(remote, commit, fetched?.commit ?? null)
  const revisionId = await settle(work, read, head, merged, exported, commit)
  return { report: reportOf(exported), revisionId, commitId: commit }
}

type Head = { id: string; reading: Reading }

async function openHead(ctx: Ctx, spaceId: string, { pool }: CommitRead): Promise<Head> {
  const space = await spaceNow(ctx, spaceId)
  const { row, reading } = await openRevision(ctx, spaceId, space?.revisionId ?? '', pool)
  return { id: row.id, reading }
}

/** What the space has, with what came into the branch meanwhile. Forced, the space has its way where they disagree. */
async function mergedWith(ctx: Ctx, spaceId: string, read: CommitRead, head: Reading, force: boolean) {
  const { agreed, content, pool } = read
  if (agreed === content) return head
  const sides = { base: agreed, ours: head, theirs: content, published: 'ours' as const }
  const { root, conflicts } = await mergeRevisions(ctx, spaceId, sides)
  if (conflicts.length > 0 && !force) {
    const files = await conflictingFiles(conflicts, [head, content, agreed])
    throw new SyncFailure(
      `The branch moved on, and both sides changed the same thing in ${files.join(', ')}. Nothing was pushed. Import first and settle it in the space, or export with force to overwrite these files`,
      { ...emptyReport(), conflicts: files },
    )
  }
  return readRevision(pool, root)
}

/** The table of contents may list a page several times: with the page all of its entries go. */
export async function withoutLostLinks(before: Reading, after: Reading): Promise<Reading> {
  const changes = await diffMaps<PageRecord>(after.pool, before.root.pages, after.root.pages)
  const gone = new Set(changes.filter((change) => !change.after).map(({ id }) => id))
  if (gone.size === 0) return after
  const pages = await allEntries<PageRecord>(after.pool, after.root.pages)
  const lost = pages.filter(({ target }) => target && 'page' in target && gone.has(target.page ?? ''))
  if (lost.length === 0) return after
  const draft = openDraft(after)
  for (const link of lost) await draft.removePage(link)
  return readRevision(after.pool, await draft.finish())
}

/** Both sides agree now: the space gets what came from the branch, and learns where its pages lie. */
async function settle(
  work: Work,
  read: CommitRead,
  head: Head,
  merged: Reading,
  exported: Exported,
  commit: string,
) {
  const { inTransaction, operation } = work
  const { spaceId, request } = operation
  const agreedRoot = await settledContent(merged, exported)
  const agreed = await readRevision(read.pool, agreedRoot)
  const git = await gitInfoOf(read.repository.cache, commit, request, true)
  return inTransaction(async (ctx) => {
    const space = await holdSpace(ctx, spaceId)
    const parents = [space.revisionId]
    const written = { spaceId, type: 'edits' as const, git }
    const agreedId = await writeRevision(ctx, read.pool, { ...written, root: agreedRoot, parents })
    let revisionId = agreedId
    if (space.revisionId !== head.id) {
      // Edited while we were at it: that is merged on top, and waits for the next export.
      const now = (await openRevision(ctx, spaceId, space.revisionId, read.pool)).reading
      const sides = { base: head.reading, ours: now, theirs: agreed, published: 'ours' as const }
      const { root } = await mergeRevisions(ctx, spaceId, sides)
      revisionId = await writeRevision(ctx, read.pool, { ...written, root, parents: [...parents, agreedId] })
    }
    await moveHead(ctx, space, revisionId)
    await agreeOn(ctx, space, operation, { revisionId: agreedId, commitId: commit })
    return revisionId
  })
}

/** The content with the names that its files have in the repository. */
export async function settledContent(merged: Reading, { pages, assets, reusables }: Exported): Promise<Hash> {
  const { pool, root } = merged
  const draft = openDraft(merged)
  const git = ({ oid, path }: { oid: string; path: string }) => ({ oid, path })
  const records = await findPages(merged, pages.keys())
  for (const [id, written] of pages) {
    const page = records.get(id)
    if (!page) continue
    draft.putPage(id, { ...page, git: git(written), body: pool.putText(written.body) })
    draft.putPath(written.path, { id: written.path, page: id })
  }
  const files = await findEntries<FileRecord>(pool, root.files, assets.keys())
  for (const [id, written] of assets) {
    const file = files.get(id)
    if (file) draft.putFileRecord(id, { ...file, git: git(written) })
  }
  for (const [id, written] of reusables) {
    const reusable = await findReusable(merged, id)
    if (reusable) draft.putReusable(id, { ...reusable, git: git(written) })
  }
  return draft.finish()
}

async function authorOf(ctx: Ctx, userId: string | null) {
  const user = userId === null ? undefined : await findUserNamed(ctx, userId)
  return user ? { name: user.displayName, email: user.email } : AUTHOR
}

function reportOf({ files, pages }: Exported) {
  const report = emptyReport()
  const written = [...files.values()].filter((bytes) => bytes !== null).length
  report.pages.changed = pages.size
  report.files.changed = written
  report.files.deleted = files.size - written
  const deleted = report.files.deleted === 0 ? '' : `, ${report.files.deleted} deleted`
  report.summary = `${written} ${written === 1 ? 'file' : 'files'} written${deleted}`
  return report
}
