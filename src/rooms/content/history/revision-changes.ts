// What a revision changed.
import { readRevision } from '../../../engines/content/nodes/revision.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { mergedFromOf } from '../../review/change-requests/changes.ts'
import { semanticChanges } from '../../review/change-requests/semantic-changes.ts'
import type { SeenContent } from '../pages/access.ts'
import { openView } from '../spaces/revisions/revisions.ts'

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
