// What people said, with who said it by e-mail and name.
import type { CommentEntry } from './format.ts'
import type { Gathered } from './gather.ts'

/** About a change request, or about the space; `revisionId` is the content there as it is now. */
export function commentEntries(gathered: Gathered, changeRequestId: string | null, revisionId: string) {
  return gathered.comments(changeRequestId).map((row): CommentEntry => {
    const { id, postedBy, postedAt, editedAt, resolvedAt, resolvedBy, body, reviewId, pageId, page } = row
    return {
      id,
      by: gathered.somebody(postedBy),
      at: postedAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
      resolvedAt: resolvedAt?.toISOString() ?? null,
      resolvedBy: gathered.somebody(resolvedBy),
      body,
      review: reviewId,
      isCurrent: row.revisionId === revisionId,
      page: pageId === null || page === null ? null : { id: pageId, ...page, body: row.pageBody },
      node: row.nodeId === null ? null : { id: row.nodeId, preview: row.nodePreview },
      tableCell: row.tableCell,
      ...(row.quote !== null && { quote: row.quote }),
      ...(row.suggestion !== null && {
        suggestion: {
          markdown: row.suggestion,
          before: row.suggestionBefore ?? '',
          appliedAt: row.appliedAt?.toISOString() ?? null,
          appliedBy: gathered.somebody(row.appliedBy),
        },
      }),
      reactions: reactionEntries(gathered, id),
      replies: gathered.replies(id).map((reply) => ({
        id: reply.id,
        by: gathered.somebody(reply.postedBy),
        at: reply.postedAt.toISOString(),
        editedAt: reply.editedAt?.toISOString() ?? null,
        body: reply.body,
        reactions: reactionEntries(gathered, reply.id),
      })),
    }
  })
}

function reactionEntries({ reactions, personOf }: Gathered, to: string) {
  return reactions(to).map(({ id, userId, emoji, code, reactedAt }) => ({
    id,
    by: personOf(userId),
    emoji,
    code,
    at: reactedAt.toISOString(),
  }))
}
