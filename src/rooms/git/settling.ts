// The end of an export: what was pushed is what both sides have now.
import { openDraft } from '../../content/draft.ts'
import { type Changed, diffMaps, findEntries } from '../../content/map.ts'
import type { FileRecord, Hash, PageRecord } from '../../content/records.ts'
import { findPages, findReusable, type Reading, readRevision, siblingsAt } from '../../content/revision.ts'
import type { GitReport } from '../../storage/tables.ts'
import type { GitCache } from '../../world/git.ts'
import { mergeRevisions } from '../content/merging.ts'
import { openRevision, storeNodes, writeRevision } from '../revisions/revisions.ts'
import { holdSpace, moveHead } from '../spaces/heads.ts'
import { agreeOn } from './agreement.ts'
import { buildContent } from './build-content.ts'
import type { Exported } from './changed-files.ts'
import { conflictingFiles } from './conflicts.ts'
import { gitInfoOf } from './importing.ts'
import type { CommitRead, Head } from './read-commit.ts'
import { openRepository } from './repository.ts'
import type { Work } from './running.ts'

type Settling = { read: CommitRead; head: Head; merged: Reading; exported: Exported }

/** Both sides agree now: the space gets what came from the branch, and learns where its pages lie. */
export async function settle(work: Work, settling: Settling, commit: string, report: GitReport) {
  const { inTransaction, operation } = work
  const { spaceId, request } = operation
  const { read, head, merged, exported } = settling
  const root = await settledContent(merged, exported)
  const settled = await readRevision(read.pool, root)
  const agreedRoot = (await saysLess(read, settled))
    ? await readBack(work, read.repository.cache, settled, commit)
    : root
  const git = await gitInfoOf(read.repository.cache, commit, request, true)
  return inTransaction(async (ctx) => {
    const space = await holdSpace(ctx, spaceId)
    const parents = [space.revisionId]
    const written = { spaceId, type: 'edits' as const, git }
    const agreedId = await writeRevision(ctx, read.pool, { ...written, root: agreedRoot, parents })
    if (space.revisionId === head.id) {
      const isAll = agreedRoot === root
      const headId = isAll
        ? agreedId
        : await writeRevision(ctx, read.pool, { ...written, root, parents: [agreedId] })
      await moveHead(ctx, space, headId)
      await agreeOn(ctx, space, operation, { revisionId: agreedId, commitId: commit })
      return { revisionId: headId, report }
    }
    // Edited while we were at it: that is merged on top, and waits for the next export.
    const now = (await openRevision(ctx, spaceId, space.revisionId, read.pool)).reading
    const sides = { base: head.reading, ours: now, theirs: settled, published: 'ours' as const }
    const { root: mergedRoot, conflicts } = await mergeRevisions(ctx, spaceId, sides)
    const revisionId = await writeRevision(ctx, read.pool, {
      ...written,
      root: mergedRoot,
      parents: [...parents, agreedId],
    })
    await moveHead(ctx, space, revisionId)
    // In dispute, the older agreement stays: by its difference to that the next export sees both changes again.
    if (conflicts.length > 0) {
      const files = await conflictingFiles(conflicts, [now, settled, head.reading])
      const summary = `${report.summary}. Edits made meanwhile disagree with the branch in ${files.join(', ')}`
      return { revisionId, report: { ...report, summary, conflicts: files } }
    }
    await agreeOn(ctx, space, operation, { revisionId: agreedId, commitId: commit })
    return { revisionId, report }
  })
}

/**
 * Folders tell neither an order nor the title of a group, so pages that are not listed stand in another place as soon as
 * somebody moves them or the page above them; and no table of contents has a page behind a group. What the repository
 * does not say is the space's own.
 */
async function saysLess({ repository, unlisted, content }: CommitRead, settled: Reading) {
  if (!repository.summary || (await hasPagesBehindGroups(settled))) return true
  return unlisted.size > 0 && (await hasOtherPlaces(content, settled))
}

async function hasOtherPlaces(before: Reading, after: Reading) {
  const pages = await diffMaps<PageRecord>(after.pool, before.root.pages, after.root.pages)
  const isElsewhere = ({ before, after }: Changed<PageRecord>) =>
    before?.parent !== after?.parent || before?.children !== after?.children
  return before.root.top !== after.root.top || pages.some(isElsewhere)
}

async function hasPagesBehindGroups(reading: Reading) {
  const top = await siblingsAt(reading.pool, reading.root.top)
  const pages = await findPages(
    reading,
    top.map(({ id }) => id),
  )
  const shown = top.map(({ id }) => pages.get(id)).filter((page) => page && !page.hidden)
  const first = shown.findIndex((page) => page?.type === 'group')
  return first >= 0 && shown.slice(first).some((page) => page?.type !== 'group')
}

/** What an import would read now. */
async function readBack(
  { ctx, operation, inTransaction }: Work,
  cache: GitCache,
  settled: Reading,
  commit: string,
) {
  const { pool } = settled
  const repository = await openRepository(ctx, cache, commit, operation.request.directory)
  const known = { agreed: settled, current: settled, renames: new Map(), added: new Set<string>() }
  const store = () => inTransaction((ctx) => storeNodes(ctx, pool))
  const quiet = { onCount: async () => {}, onRead: async () => {} }
  return (await buildContent({ ctx, pool, repository, store, ...known, ...quiet })).root
}

/** The content with the names that its files have in the repository. */
export async function settledContent(merged: Reading, { pages, assets, reusables }: Exported): Promise<Hash> {
  const { pool, root } = merged
  const draft = openDraft(merged)
  const git = ({ oid, path }: { oid: string; path: string }) => ({ oid, path })
  const records = await findPages(merged, pages.keys())
  for (const [id, { path }] of pages) {
    const before = records.get(id)?.git?.path
    if (before !== undefined && before !== path) draft.putPath(before, null)
  }
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
