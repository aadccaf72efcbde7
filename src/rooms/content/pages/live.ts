import type { WriteContext } from '../../../kit/domain/context.ts'
import type { SeenSpace } from '../spaces/access.ts'
import { lockSpace, moveHead, requireUnlocked } from '../spaces/heads.ts'
import { openNodes, openView, writeRevision } from '../spaces/revisions/revisions.ts'
import { applyOnHead } from './editing/edit-base.ts'
import type { StoredUpload } from './editing/incoming-files.ts'
import type { ContentChange } from './schema-changes.ts'

export type LiveChanges = { changes: ContentChange[]; files: StoredUpload[][] }

/** Edits on the space itself: its readers see them at once. */
export async function editLive(
  ctx: WriteContext,
  { id: spaceId }: SeenSpace,
  { changes, files }: LiveChanges,
) {
  const space = await lockSpace(ctx, spaceId)
  requireUnlocked(space)
  const nodes = openNodes(ctx)
  const view = await openView(ctx, spaceId, space.revisionId, nodes)
  const edit = { spaceId, view, changes, files, baseRevisionId: space.revisionId }
  const edited = await applyOnHead(ctx, edit, space.revisionId)
  const revisionId = await writeRevision(ctx, nodes, {
    spaceId,
    root: edited.root,
    type: 'edits',
    parents: [space.revisionId],
  })
  await moveHead(ctx, space, revisionId)
  return { ...edited, revisionId }
}
