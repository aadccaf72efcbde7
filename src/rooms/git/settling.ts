// The end of an export: what was pushed is what both sides have now.
import { openDraft } from '../../content/draft/draft.ts'
import { type Changed, diffMaps, findEntries } from '../../content/nodes/map.ts'
import {
  findPages,
  findReusable,
  type Reading,
  readRevision,
  siblingsAt,
} from '../../content/nodes/revision.ts'
import type { ContentRef, FileRecord, Hash, PageRecord } from '../../content/records.ts'
import type { Ctx } from '../../domain/context.ts'
import type { GitPush, GitReport } from '../../storage/tables.ts'
import type { GitCache } from '../../world/git.ts'
import { mergeInSpace } from '../content/merging.ts'
import { openRevision, storeNodes, writeRevision } from '../revisions/revisions.ts'
import { holdSpace, moveHead } from '../spaces/heads.ts'
import { agreeOn } from './agreement.ts'
import { buildContent } from './build-content.ts'
import type { Exported, Written } from './changed-files.ts'
import { conflictingFiles } from './conflicts.ts'
import { gitInfoOf } from './importing.ts'
import { keptAfter } from './kept-after.ts'
import { keptTexts } from './kept-texts.ts'
import { isToldBy } from './kept-tree.ts'
import type { Head, TreeRead } from './read-commit.ts'
import { openRepository } from './repository.ts'
import type { Outcome, Work } from './running.ts'
import { updateOperation } from './store.ts'

type Settling = { cache: GitCache; read: TreeRead; head: Head; merged: Reading; exported: Exported }

/** What both sides will hold when the commit is pushed. Kept with the operation, for whoever has to end it. */
export async function prepare(
  work: Work,
  settling: Settling,
  commitId: string,
  report: GitReport,
): Promise<GitPush> {
  const { inTransaction, operation } = work
  const { spaceId, request } = operation
  const { cache, read, head, merged, exported } = settling
  const root = await settledContent(work.ctx, { merged, exported, read })
  const settled = await readRevision(read.pool, root)
  const agreedRoot = (await saysLess(read, settled)) ? await readBack(work, cache, settled, commitId) : root
  const git = await gitInfoOf(cache, commitId, request, true)
  const written = { spaceId, type: 'edits' as const, git, createdBy: operation.requestedBy }
  return inTransaction(async (ctx) => {
    const agreedId = await writeRevision(ctx, read.pool, { ...written, root: agreedRoot, parents: [head.id] })
    const settledId =
      agreedRoot === root
        ? agreedId
        : await writeRevision(ctx, read.pool, { ...written, root, parents: [head.id, agreedId] })
    const { prefix } = read.repository
    const push = { commitId, headId: head.id, settledId, agreedId, prefix, report }
    await updateOperation(ctx.db, operation.id, { pushing: JSON.stringify(push) })
    return push
  })
}

/** Both sides agree now: the space gets what came from the branch, and learns where its pages lie. */
export function settle({ inTransaction, operation }: Work, push: GitPush): Promise<Outcome> {
  const { spaceId } = operation
  const { commitId, headId, settledId, agreedId, prefix, report } = push
  const agreement = { revisionId: agreedId, commitId, prefix }
  return inTransaction(async (ctx) => {
    const space = await holdSpace(ctx, spaceId)
    if (space.revisionId === headId) {
      await moveHead(ctx, space, settledId)
      await agreeOn(ctx, space, operation, agreement)
      return { commitId, revisionId: settledId, report }
    }
    // Edited while we were at it: that is merged on top, and waits for the next export.
    const { reading: now } = await openRevision(ctx, spaceId, space.revisionId)
    const { pool } = now
    const { reading: before } = await openRevision(ctx, spaceId, headId, pool)
    const { reading: settled, row } = await openRevision(ctx, spaceId, settledId, pool)
    const whose = { published: 'ours', repository: 'theirs' } as const
    const sides = { base: before, ours: now, theirs: settled, ...whose }
    const { root, conflicts } = await mergeInSpace(ctx, spaceId, sides)
    const parents = [space.revisionId, agreedId]
    const { git, createdBy } = row
    const merged = { spaceId, type: 'edits' as const, git, createdBy, root, parents }
    const revisionId = await writeRevision(ctx, pool, merged)
    await moveHead(ctx, space, revisionId)
    // In dispute, the older agreement stays: by its difference to that the next export sees both changes again.
    if (conflicts.length > 0) {
      const files = await conflictingFiles(conflicts, [settled, before, now])
      const summary = `${report.summary}. Edits made meanwhile disagree with the branch in ${files.join(', ')}`
      return { commitId, revisionId, report: { ...report, summary, conflicts: files } }
    }
    await agreeOn(ctx, space, operation, agreement)
    return { commitId, revisionId, report }
  })
}

/**
 * Folders tell neither an order nor the title of a group, so pages that are not listed stand in another place as soon as
 * somebody moves them or the page above them; and no table of contents has a page behind a group. What the repository
 * does not say is the space's own.
 */
async function saysLess({ repository, unlisted, content }: TreeRead, settled: Reading) {
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

type Patch = Pick<Settling, 'merged' | 'exported'> & { read: Pick<TreeRead, 'repository' | 'content'> }

/** The content with the names that its files have in the repository. */
export async function settledContent(
  ctx: Pick<Ctx, 'blobs'>,
  { merged, exported, read }: Patch,
): Promise<Hash> {
  const { pages, assets, reusables } = exported
  const told = new Set<string>()
  const { pool, root } = merged
  const draft = openDraft(merged)
  const git = ({ oid, path, head }: Written) => ({
    oid,
    path,
    ...(head !== undefined && { head: pool.putText(head) }),
  })
  const records = await findPages(merged, pages.keys())
  for (const [id, { path }] of pages) {
    const before = records.get(id)?.git?.path
    if (before !== undefined && before !== path) draft.putPath(before, null)
  }
  for (const [id, written] of pages) {
    const page = records.get(id)
    if (!page) continue
    const alternates = spelledNow(page.alternates, written.alternates)
    if (isToldBy({ ...written, title: page.title }, written.oid)) told.add(written.path)
    draft.putPage(id, { ...page, git: git(written), body: pool.putText(written.body), alternates })
    draft.putPath(written.path, { id: written.path, page: id })
  }
  const files = await findEntries<FileRecord>(pool, root.files, assets.keys())
  for (const [id, written] of assets) {
    const file = files.get(id)
    if (!file) continue
    draft.putFileRecord(id, { ...file, git: git(written) })
    told.add(written.path)
  }
  for (const [id, written] of reusables) {
    const reusable = await findReusable(merged, id)
    if (!reusable) continue
    draft.putReusable(id, { ...reusable, git: git(written) })
    await pool.fetch([reusable.body])
    const text = { head: written.head, title: reusable.title, body: pool.text(reusable.body) }
    if (isToldBy(text, written.oid)) told.add(written.path)
  }
  const tree = await keptAfter({ ctx, pool }, read, exported, told)
  draft.putKept({ ...keptTexts(pool, read.repository, exported), tree })
  return draft.finish()
}

/** What leads above the space is told from where the file lies now. */
function spelledNow(refs: ContentRef[] | undefined, written: string[] = []) {
  return refs?.map((ref, at): ContentRef => {
    const url = written[at]
    return ref.kind === 'url' && url !== undefined ? { kind: 'url', url } : ref
  })
}
