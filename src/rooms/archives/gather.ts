// What an export needs of the database, all of one moment. Content is not among it: it never changes, and is read later.
import type { Ctx } from '../../domain/context.ts'
import { notFound } from '../../domain/problems.ts'
import type { Person } from './format.ts'
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
export async function gatherSpace(ctx: Ctx, spaceId: string) {
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
    conflicts: groupBy(conflicts, ({ changeRequestId }) => changeRequestId),
    reviewers: groupBy(reviewers, ({ changeRequestId }) => changeRequestId),
    reviews: groupBy(reviews, ({ changeRequestId }) => changeRequestId),
    contributors: groupBy(contributors, ({ changeRequestId }) => changeRequestId),
    comments: groupBy(comments, ({ changeRequestId }) => changeRequestId),
    replies: groupBy(replies, ({ commentId }) => commentId),
    reactions: groupBy(reactions, ({ commentId, replyId }) => replyId ?? commentId),
    roots,
    personOf: (id: string): Person => people.get(id) ?? { name: '', email: id },
    somebody: (id: string | null): Person | null => (id === null ? null : (people.get(id) ?? null)),
  }
}

function groupBy<T, Key>(rows: T[], keyOf: (row: T) => Key) {
  const groups = new Map<Key, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return (key: Key) => groups.get(key) ?? []
}
