// Holding the place where people talk, so that its count of open comments is true whatever happens at once.
import type { Ctx } from '../../domain/context.ts'
import { notFound } from '../../domain/problems.ts'
import { countComments, holdForDiscussion } from '../change-requests/discussion.ts'
import { count, holdSpace } from '../spaces/heads.ts'
import type { Place } from './access.ts'

/**
 * The place as it is now; whoever posts, settles or removes a comment there takes turns. Ids are made in between, so
 * that they also sort in the order in which comments become visible: a list never shows one behind its cursor.
 */
export async function holdPlace<P extends Place>(ctx: Ctx, place: P): Promise<P> {
  const { space, changeRequest } = place
  if (!changeRequest) return { ...place, space: { ...space, ...(await holdSpace(ctx, space.id)) } }
  if (space.deletedAt) throw notFound('space')
  const row = await holdForDiscussion(ctx, space.id, changeRequest.id)
  return { ...place, changeRequest: { ...changeRequest, ...row } }
}

/** Counts an open comment more or less; whoever calls it holds the place. */
export async function countOpen(ctx: Ctx, { space, changeRequest }: Place, by: 1 | -1) {
  if (changeRequest) await countComments(ctx, changeRequest, by)
  else await count(ctx, space.id, { comments: by })
}

/** What an event tells of a comment. */
export function factsOf({ space, changeRequest }: Place, commentId: string) {
  const { organizationId, id: spaceId } = space
  return { organizationId, spaceId, ...(changeRequest && { changeRequestId: changeRequest.id }), commentId }
}
