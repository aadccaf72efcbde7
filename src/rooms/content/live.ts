import type { Ctx } from '../../domain/context.ts'
import { openNodes, openRevision, writeRevision } from '../revisions/revisions.ts'
import type { SeenSpace } from '../spaces/access.ts'
import { holdSpace, moveHead, requireUnlocked } from '../spaces/heads.ts'
import { applyChanges } from './edits.ts'
import type { KeptFile } from './incoming-files.ts'
import type { ContentChange } from './schema-changes.ts'

export type Changes = { changes: ContentChange[]; files: KeptFile[][] }

/** Edits on the space itself: its readers see them at once. */
export async function editLive(ctx: Ctx, { id: spaceId }: SeenSpace, { changes, files }: Changes) {
  const space = await holdSpace(ctx, spaceId)
  requireUnlocked(space)
  const pool = openNodes(ctx)
  const { reading } = await openRevision(ctx, spaceId, space.revisionId, pool)
  const baseRevisionId = space.revisionId
  const edited = await applyChanges(ctx, { spaceId, reading, changes, files, baseRevisionId })
  const revisionId = await writeRevision(ctx, pool, {
    spaceId,
    root: edited.root,
    type: 'edits',
    parents: [space.revisionId],
  })
  await moveHead(ctx, space, revisionId)
  return { ...edited, revisionId }
}
