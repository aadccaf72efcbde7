// What the room of comments does to a change request: it holds it, and keeps its count of open comments.
import type { WriteContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import { lockSpaceShared } from '../../content/spaces/heads.ts'
import { lockChangeRequestRow, type PlainChangeRequest, updateChangeRequest } from './store.ts'

/** The row as it is now, kept from changing. Unlike edits, comments may come after the merge. */
export async function lockForDiscussion(
  ctx: WriteContext,
  spaceId: string,
  id: string,
): Promise<PlainChangeRequest> {
  await lockSpaceShared(ctx, spaceId)
  const row = await lockChangeRequestRow(ctx.db, spaceId, id)
  if (!row) throw notFound('change request')
  return row
}

/** Adds to its open comments, or takes away; whoever calls it holds the row and hands it over as it is. */
export function countComments(ctx: WriteContext, { spaceId, id, comments }: PlainChangeRequest, by: number) {
  return updateChangeRequest(ctx.db, spaceId, id, { comments: comments + by })
}
