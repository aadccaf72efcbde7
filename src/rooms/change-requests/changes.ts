import { readRevision } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import type { SeenContent } from '../content/access.ts'
import { openNodes, openRevision, type RevisionRow } from '../revisions/revisions.ts'
import type { SeenChangeRequest } from './access.ts'
import { presentChangeRequest } from './present.ts'
import { semanticChanges } from './semantic-changes.ts'
import { findChangeRequest } from './store.ts'

/** The change request that a revision merged. */
export async function mergedFromOf(ctx: Ctx, { type, changeRequestId, spaceId }: RevisionRow) {
  if (type !== 'merge' || changeRequestId === null) return
  const row = await findChangeRequest(ctx.db, spaceId, changeRequestId)
  return row && presentChangeRequest(row, ctx.links)
}

/** Against the revision before it. */
export async function changesOfRevision(ctx: Ctx, { space, revision, reading }: SeenContent, limit: number) {
  const [parent] = revision.parents
  const { pool } = reading
  const before = parent
    ? (await openRevision(ctx, space.id, parent, pool)).reading
    : await readRevision(pool, null)
  const changes = await semanticChanges({ ctx, spaceId: space.id, before, after: reading }, limit)
  return { ...changes, mergedFrom: await mergedFromOf(ctx, revision) }
}

/** Against what it was opened on, or last updated from. */
export async function changesOfChangeRequest(ctx: Ctx, seen: SeenChangeRequest, limit: number) {
  const { spaceId } = seen
  const pool = openNodes(ctx)
  const before = (await openRevision(ctx, spaceId, seen.revisionAncestor, pool)).reading
  const after = (await openRevision(ctx, spaceId, seen.revisionId, pool)).reading
  return semanticChanges({ ctx, spaceId, before, after }, limit)
}
