// Holding the place where people talk, so that its count of open comments is true whatever happens at once.
import type { WriteContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import { count, lockSpace } from '../../content/spaces/heads.ts'
import { countComments, lockForDiscussion } from '../change-requests/discussion.ts'
import type { CommentScope } from './access.ts'

/**
 * The place as it is now; whoever posts, resolves or removes a comment there takes turns. Ids are made in between, so
 * that they also sort in the order in which comments become visible: a list never shows one behind its cursor.
 */
export async function lockPlace<P extends CommentScope>(ctx: WriteContext, place: P): Promise<P> {
  const { space, changeRequest } = place
  if (!changeRequest) return { ...place, space: { ...space, ...(await lockSpace(ctx, space.id)) } }
  if (space.deletedAt) throw notFound('space')
  const row = await lockForDiscussion(ctx, space.id, changeRequest.id)
  return { ...place, changeRequest: { ...changeRequest, ...row } }
}

/** Counts an open comment more or less; whoever calls it holds the place. */
export async function countOpen(ctx: WriteContext, { space, changeRequest }: CommentScope, by: 1 | -1) {
  if (changeRequest) await countComments(ctx, changeRequest, by)
  else await count(ctx, space.id, { comments: by })
}

/** The fields of an event about a comment. */
export function factsOf({ space, changeRequest }: CommentScope, commentId: string) {
  const { organizationId, id: spaceId } = space
  return { organizationId, spaceId, ...(changeRequest && { changeRequestId: changeRequest.id }), commentId }
}
