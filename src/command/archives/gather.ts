// What an export needs of the database, all of one moment. Content is not among it: it never changes, and is read later.
import { groupBy } from '../../engines/content/groups.ts'
import type { ReadContext } from '../../kit/domain/context.ts'
import { notFound } from '../../kit/domain/problems.ts'
import type { ArchivedPerson } from './format.ts'
import {
  findSpaceToExport,
  holdMoment,
  listChangeRequestsOf,
  listCommentsOf,
  listConflictsOf,
  listContributorsOf,
  listPeople,
  listReactionsOf,
  listRepliesOf,
  listReviewersOf,
  listReviewsOf,
  listRoots,
} from './store.ts'

export type Gathered = Awaited<ReturnType<typeof gatherSpace>>

/** In a transaction of its own, in which nothing was read before. */
export async function gatherSpace(ctx: ReadContext, spaceId: string) {
  const { db } = ctx
  await holdMoment(db)
  const space = await findSpaceToExport(db, spaceId)
  if (!space) throw notFound('space')
  const changeRequests = await listChangeRequestsOf(db, spaceId)
  const conflicts = await listConflictsOf(db, spaceId)
  const reviewers = await listReviewersOf(db, spaceId)
  const reviews = await listReviewsOf(db, spaceId)
  const contributors = await listContributorsOf(db, spaceId)
  const comments = await listCommentsOf(db, spaceId)
  const replies = await listRepliesOf(db, spaceId)
  const reactions = await listReactionsOf(db, spaceId)
  const roots = await listRoots(db, spaceId, [
    space.revisionId,
    ...changeRequests.flatMap(({ revisionId, revisionAncestor }) => [revisionId, revisionAncestor]),
  ])
  const userIds = new Set<string | null>([
    ...changeRequests.map(({ createdBy }) => createdBy),
    ...reviewers.flatMap(({ userId, requestedBy }) => [userId, requestedBy]),
    ...reviews.flatMap(({ reviewerId, requestedBy }) => [reviewerId, requestedBy]),
    ...contributors.map(({ userId }) => userId),
    ...comments.flatMap(({ postedBy, resolvedBy }) => [postedBy, resolvedBy]),
    ...replies.map(({ postedBy }) => postedBy),
    ...reactions.map(({ userId }) => userId),
  ])
  const people = await listPeople(
    db,
    [...userIds].filter((id) => id !== null),
  )
  return {
    space,
    changeRequests,
    conflicts: byKey(conflicts, ({ changeRequestId }) => changeRequestId),
    reviewers: byKey(reviewers, ({ changeRequestId }) => changeRequestId),
    reviews: byKey(reviews, ({ changeRequestId }) => changeRequestId),
    contributors: byKey(contributors, ({ changeRequestId }) => changeRequestId),
    comments: byKey(comments, ({ changeRequestId }) => changeRequestId),
    replies: byKey(replies, ({ commentId }) => commentId),
    reactions: byKey(reactions, ({ commentId, replyId }) => replyId ?? commentId),
    roots,
    personOf: (id: string): ArchivedPerson => people.get(id) ?? { name: '', email: id },
    somebody: (id: string | null): ArchivedPerson | null => (id === null ? null : (people.get(id) ?? null)),
  }
}

function byKey<T, Key>(rows: T[], keyOf: (row: T) => Key) {
  const groups = groupBy(rows, keyOf)
  return (key: Key) => groups.get(key) ?? []
}
