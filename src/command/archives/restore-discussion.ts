import type { RestoredComments } from '../../rooms/review/comments/restore-comments.ts'
import type { CommentEntry } from './format.ts'
import type { People } from './people.ts'

type DiscussionScope = {
  spaceId: string
  changeRequestId: string | null
  /** The content there as it is now, and one that is older. */
  now: string
  before: string
  /** New ids of reviews by their old ones. */
  reviews: Map<string, string>
}

/** Adds the rows of comments; reactions that two people gave for whom one stands in now are one. */
export function addComments(
  into: RestoredComments,
  place: DiscussionScope,
  comments: CommentEntry[],
  people: People,
) {
  const { spaceId, changeRequestId, reviews } = place
  for (const entry of comments) {
    const { id, page, node, tableCell, review, quote, suggestion } = entry
    const { id: pageId = null, body: pageBody = null, ...kept } = page ?? {}
    into.comments.push({
      spaceId,
      id,
      changeRequestId,
      reviewId: review === null ? null : (reviews.get(review) ?? null),
      revisionId: entry.isCurrent ? place.now : place.before,
      pageId,
      page: page ? JSON.stringify(kept) : null,
      pageBody,
      nodeId: node?.id ?? null,
      nodePreview: node?.preview ?? null,
      tableCell: tableCell ? JSON.stringify(tableCell) : null,
      quote: quote ?? null,
      suggestion: suggestion?.markdown ?? null,
      suggestionBefore: suggestion?.before ?? null,
      appliedAt: suggestion?.appliedAt ? new Date(suggestion.appliedAt) : null,
      appliedBy: suggestion ? people.somebody(suggestion.appliedBy) : null,
      body: entry.body,
      postedBy: people.somebody(entry.by),
      postedAt: new Date(entry.at),
      editedAt: entry.editedAt ? new Date(entry.editedAt) : null,
      resolvedAt: entry.resolvedAt ? new Date(entry.resolvedAt) : null,
      resolvedBy: people.somebody(entry.resolvedBy),
    })
    addReactions(entry.reactions, id, null)
    for (const reply of entry.replies) {
      into.replies.push({
        spaceId,
        commentId: id,
        id: reply.id,
        body: reply.body,
        postedBy: people.somebody(reply.by),
        postedAt: new Date(reply.at),
        editedAt: reply.editedAt ? new Date(reply.editedAt) : null,
      })
      addReactions(reply.reactions, id, reply.id)
    }
  }

  function addReactions(reactions: CommentEntry['reactions'], commentId: string, replyId: string | null) {
    const given = new Set<string>()
    for (const { id, by, emoji, code, at } of reactions) {
      const userId = people.idOf(by)
      if (given.has(`${code} ${userId}`)) continue
      given.add(`${code} ${userId}`)
      into.reactions.push({ spaceId, commentId, replyId, id, userId, emoji, code, reactedAt: new Date(at) })
    }
  }
}
