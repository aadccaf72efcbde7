import { readRevision } from '../../../engines/content/nodes/revision.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { SeenContent } from '../../content/pages/access.ts'
import { openNodes, openView, type RevisionRow } from '../../content/revisions/revisions.ts'
import type { SeenChangeRequest } from './access.ts'
import { presentChangeRequest } from './present.ts'
import { semanticChanges } from './semantic-changes.ts'
import { findChangeRequest } from './store.ts'

/** The change request that a revision merged. */
export async function mergedFromOf(ctx: ReadContext, { type, changeRequestId, spaceId }: RevisionRow) {
  if (type !== 'merge' || changeRequestId === null) return
  const row = await findChangeRequest(ctx.db, spaceId, changeRequestId)
  return row && presentChangeRequest(row, ctx.links)
}

/** Against another revision of the space, or the one before it: only then it says what that merged. */
export async function changesOfRevision(
  ctx: ReadContext,
  content: SeenContent,
  { limit, against }: { limit: number; against?: string },
) {
  const { space, revision, view: after } = content
  const before = (await openBefore(ctx, content, against))?.view ?? (await readRevision(after.nodes, null))
  const changes = await semanticChanges({ ctx, spaceId: space.id, before, after }, limit)
  return against === undefined ? { ...changes, mergedFrom: await mergedFromOf(ctx, revision) } : changes
}

/** What a revision is compared with; nothing when it is the first one. */
export async function openBefore(ctx: ReadContext, { space, revision, view }: SeenContent, against?: string) {
  const id = against ?? revision.parents[0]
  if (id === undefined) return
  return { revision: id, view: await openView(ctx, space.id, id, view.nodes) }
}

/** Against what it was opened on, or last updated from. */
export async function changesOfChangeRequest(ctx: ReadContext, seen: SeenChangeRequest, limit: number) {
  const { spaceId } = seen
  const nodes = openNodes(ctx)
  const before = await openView(ctx, spaceId, seen.revisionAncestor, nodes)
  const after = await openView(ctx, spaceId, seen.revisionId, nodes)
  return semanticChanges({ ctx, spaceId, before, after }, limit)
}
