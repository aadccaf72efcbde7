// Conflicts that an update left are resolved by choosing a side. Until then the content has ours, and whatever one side
// had deleted and the other still wanted.
import { openDraft } from '../../../../engines/content/draft/draft.ts'
import { withTexts } from '../../../../engines/content/draft/with-texts.ts'
import { followingTexts } from '../../../../engines/content/links/relink.ts'
import type { NodeSession } from '../../../../engines/content/nodes/nodes.ts'
import { readRevision } from '../../../../engines/content/nodes/revision.ts'
import type { WriteContext } from '../../../../kit/domain/context.ts'
import { conflict, invalid, notFound } from '../../../../kit/domain/problems.ts'
import { linkersIn } from '../../../content/pages/link-index/linkers.ts'
import { hunksOf } from '../../../content/pages/merging/hunks.ts'
import { openNodes, openView, writeRevision } from '../../../content/spaces/revisions/revisions.ts'
import type { SeenChangeRequest } from '../access.ts'
import { addContribution, lockForEditing } from '../change-requests.ts'
import type { ConflictChoice } from '../schema.ts'
import { updateChangeRequest } from '../store.ts'
import { type ConflictRow, deleteConflicts, listConflicts } from './store-conflicts.ts'
import { type SideChoice, takeSide } from './take-side.ts'

/** Resolves all that is torn about one page, file, order or variable. */
export async function chooseSide(ctx: WriteContext, seen: SeenChangeRequest, wanted: ConflictChoice) {
  const { kind, id, choose } = wanted
  const { spaceId, organizationId } = seen
  const row = await lockForEditing(ctx, seen)
  const torn = (await listConflicts(ctx.db, row.id)).filter(
    (conflict) => conflict.kind === kind && conflict.subjectId === id,
  )
  if (torn.length === 0) throw notFound('conflict')
  const nodes = openNodes(ctx)
  const choice = await choiceOf(nodes, wanted, torn)
  await deleteConflicts(ctx.db, row.id, kind, [id])
  const isOurs = [choose, ...choice.hunks.values()].every((side) => side === 'ours')
  if (isOurs && torn.every(stands)) {
    await ctx.emit('change_request.changed', { organizationId, spaceId, changeRequestId: row.id })
    return
  }
  const view = await openView(ctx, spaceId, row.revisionId, nodes)
  // Theirs is what was pulled last.
  const theirs = await openView(ctx, spaceId, row.revisionAncestor, nodes)
  const draft = openDraft(view)
  for (const conflict of torn) await takeSide({ draft, theirs, choice }, conflict)
  const chosen = await readRevision(nodes, await draft.finish())
  const texts = await followingTexts({
    before: view,
    after: chosen,
    findLinkers: linkersIn(ctx, spaceId, view),
    origins: new Map(),
  })
  const { root } = await withTexts(chosen, texts)
  const revisionId = await writeRevision(ctx, nodes, {
    spaceId,
    root,
    type: 'edits',
    parents: [row.revisionId],
    changeRequestId: row.id,
  })
  await updateChangeRequest(ctx.db, spaceId, row.id, { revisionId, updatedAt: ctx.clock.now() })
  await addContribution(ctx, row, 'edit')
  await ctx.emit('change_request.edited', { organizationId, spaceId, changeRequestId: row.id, revisionId })
}

/** Whether what ours has is what the content has already. */
function stands({ field, ours }: ConflictRow) {
  return field !== 'existence' || ours !== null
}

/** A choice about lines that are no longer there, or are others now, is not guessed at. */
async function choiceOf(
  nodes: NodeSession,
  { choose, hunks = [] }: ConflictChoice,
  torn: ConflictRow[],
): Promise<SideChoice> {
  const known = new Set<string>()
  for (const row of hunks.length > 0 ? torn : [])
    for (const hunk of await hunksOf(nodes, row)) known.add(hunk.id)
  const at = hunks.findIndex(({ id }) => !known.has(id))
  if (at >= 0) {
    const field = `body.hunks.${at}.id`
    throw conflict(`${field}: these lines are not in conflict; list the conflicts again`, { field })
  }
  return { choose, hunks: new Map(hunks.map((hunk, at) => [hunk.id, chosenIn(hunk, `body.hunks.${at}`)])) }
}

function chosenIn({ choose, markdown }: NonNullable<ConflictChoice['hunks']>[number], field: string) {
  if (markdown === undefined && choose !== undefined) return choose
  if (markdown !== undefined && choose === undefined) return { own: markdown }
  throw invalid(`${field} must have either choose or markdown`, { field })
}
