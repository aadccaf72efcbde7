// Back to how it was: a new revision on top that has what an earlier one had. Nothing is rewritten.
import { changedPageFields } from '../../../engines/content/diff/changes.ts'
import { placeAmong } from '../../../engines/content/draft/place-among.ts'
import {
  findPage,
  findPages,
  type RevisionView,
  readRevision,
  siblingsAt,
  withAncestors,
} from '../../../engines/content/nodes/revision.ts'
import type { PageRecord } from '../../../engines/content/records.ts'
import type { WriteContext } from '../../../kit/domain/context.ts'
import { conflict, notFound } from '../../../kit/domain/problems.ts'
import type { SeenContent } from '../pages/access.ts'
import { editLive } from '../pages/live.ts'
import type { ContentChange } from '../pages/schema-changes.ts'
import { lockSpace, moveHead, requireUnlocked } from '../spaces/heads.ts'
import {
  isInHistory,
  openNodes,
  openRevision,
  openView,
  writeRevision,
} from '../spaces/revisions/revisions.ts'
import { rootOnTop } from './earlier-content.ts'
import { entryOf } from './history.ts'

/** The whole space. Where it has that content already, nothing is done. */
export async function restoreRevision(ctx: WriteContext, content: SeenContent, expectedRevision?: string) {
  const spaceId = content.space.id
  const space = await lockForRestoring(ctx, content, expectedRevision)
  const nodes = openNodes(ctx)
  const head = await openRevision(ctx, spaceId, space.revisionId, nodes)
  const earlier = await readRevision(nodes, content.revision.root)
  const root = await rootOnTop(ctx, spaceId, { earlier, head: head.view })
  if ([root, content.revision.root].includes(head.row.root)) return entryOf(ctx, spaceId, space.revisionId)
  const parents = [space.revisionId, content.revision.id]
  const revisionId = await writeRevision(ctx, nodes, { spaceId, root, type: 'rollback', parents })
  await moveHead(ctx, space, revisionId)
  return entryOf(ctx, spaceId, revisionId)
}

/** One page: its text, its fields and its place. One that was deleted since comes back. */
export async function restorePage(
  ctx: WriteContext,
  content: SeenContent,
  pageId: string,
  { expectedRevision, below = false }: { expectedRevision?: string; below?: boolean },
) {
  const { space: seen, revision, view } = content
  const old = await findPage(view, pageId)
  if (!old) throw notFound('page')
  const space = await lockForRestoring(ctx, content, expectedRevision)
  const head = await openView(ctx, seen.id, space.revisionId, view.nodes)
  const now = await findPage(head, pageId)
  const lost = below ? await lostBelow(head, view, pageId) : []
  if (now && lost.length === 0 && old.parent === now.parent && changedPageFields(old, now).length === 0)
    return entryOf(ctx, seen.id, space.revisionId)
  const changes = [pageId, ...lost].map(
    (page): ContentChange => ({ operation: 'revert_page', page, revision: revision.id }),
  )
  const move = now && (await moveBack(head, view, now, old))
  if (move) changes.unshift(move)
  const { revisionId } = await editLive(ctx, seen, { changes, files: [] })
  return entryOf(ctx, seen.id, revisionId)
}

/** Pages that were below one and are gone, each after the one above it. */
async function lostBelow(head: RevisionView, earlier: RevisionView, pageId: string) {
  const lost: string[] = []
  for (const above = [pageId]; above.length > 0; ) {
    const ids = await idsBelow(earlier, above.pop() ?? pageId)
    const known = await findPages(head, ids)
    lost.push(...ids.filter((id) => !known.has(id)))
    above.push(...ids)
  }
  return lost
}

/** Where that can not be, as the page above is gone or is below it now, it stays where it is. */
async function moveBack(
  head: RevisionView,
  earlier: RevisionView,
  now: PageRecord,
  { id, parent: into }: PageRecord,
): Promise<ContentChange | undefined> {
  if (into === now.parent) return
  const above = into === null ? undefined : await withAncestors(head, [into])
  const parent = into === null ? undefined : above?.get(into)
  const canHold = parent?.type === 'document' || parent?.type === 'group'
  if (into !== null && (!canHold || above?.has(id))) return
  const [old, siblings] = [await idsBelow(earlier, into), await idsBelow(head, into)]
  return { operation: 'update_page', page: id, into, at: placeAmong(old, siblings, id) }
}

async function idsBelow(view: RevisionView, parent: string | null) {
  const list = parent === null ? view.root.top : (await findPage(view, parent))?.children
  return (await siblingsAt(view.nodes, list ?? null)).map(({ id }) => id)
}

/** As for every edit that readers see at once. */
async function lockForRestoring(
  ctx: WriteContext,
  { space: seen, revision }: SeenContent,
  expectedRevision?: string,
) {
  if (!(await isInHistory(ctx, revision, seen.revisionId)))
    throw conflict('This revision was never published in this space: restore one from its history', {
      revision: revision.id,
    })
  const space = await lockSpace(ctx, seen.id)
  requireUnlocked(space)
  if (expectedRevision !== undefined && expectedRevision !== space.revisionId)
    throw conflict('This space has changed since: reload its history', { revision: space.revisionId })
  return space
}
