import type { ReadContext } from '../../../kit/domain/context.ts'
import type { Links } from '../../../kit/domain/links.ts'
import { presentPerson } from '../change-requests/present.ts'
import { type CommentScope, type SeenComment, type SeenReply, wordAbilities } from './access.ts'
import { bodyAs } from './bodies.ts'
import type { Comment, Format, Reply } from './schema.ts'
import type { CommentRow } from './store.ts'
import type { ReactionRow } from './store-reactions.ts'
import type { ReplyRow } from './store-replies.ts'
import type { SeenPage } from './targets.ts'

type PresentContext = Pick<ReadContext, 'links' | 'actor'>

export function presentComment(
  context: PresentContext,
  comment: SeenComment,
  page: SeenPage | undefined,
  format: Format | undefined,
): Comment {
  const { place, resolvedAt } = comment
  const { view, edit, reply, delete: remove, resolve, apply } = wordAbilities(comment, place, context)
  return {
    object: 'comment',
    ...presentWords(context, comment, place, format),
    replies: comment.replies,
    target: presentTarget(comment, page),
    suggestion: presentSuggestion(comment, page, context.links),
    permissions: { view, edit, reply, delete: remove, resolve, apply },
    urls: { location: locationOf(context.links, place, comment.id) },
    status: resolvedAt ? 'resolved' : 'open',
    resolvedAt: resolvedAt?.toISOString(),
    resolvedBy: resolvedAt ? presentPerson(comment.resolver, context.links) : undefined,
  }
}

export function presentReply(context: PresentContext, reply: SeenReply, format: Format | undefined): Reply {
  const { place, id: commentId } = reply.comment
  return {
    object: 'comment-reply',
    ...presentWords(context, reply, place, format),
    urls: { location: `${locationOf(context.links, place, commentId)}/replies/${reply.id}` },
  }
}

/** What comments and replies have in common. */
function presentWords(
  context: PresentContext,
  row: CommentRow | ReplyRow,
  place: CommentScope,
  format: Format | undefined,
) {
  const { view, edit, reply, delete: remove } = wordAbilities(row, place, context)
  return {
    id: row.id,
    postedBy: presentPerson(row.author, context.links),
    postedAt: row.postedAt.toISOString(),
    editedAt: row.editedAt?.toISOString(),
    reactions: presentReactions(row.reactions, context.links),
    body: bodyAs(row.body, context.links, format),
    permissions: { view, edit, reply, delete: remove },
  }
}

function presentTarget(row: CommentRow, seen: SeenPage | undefined): Comment['target'] {
  const block = seen?.block
  const { nodeId, nodePreview } = row
  return {
    space: row.spaceId,
    revision: row.revisionId,
    changeRequest: row.changeRequestId ?? undefined,
    review: row.reviewId ?? undefined,
    page: seen && pageOf(seen),
    node:
      nodeId === null
        ? undefined
        : {
            id: block?.id ?? nodeId,
            preview: nodePreview ?? undefined,
            top: block?.top,
            isEdited: block?.isEdited ?? false,
          },
    quote: row.quote ?? undefined,
    tableCell: row.tableCell ?? undefined,
  }
}

function pageOf({ block: _, ...page }: SeenPage) {
  return page
}

function presentSuggestion(
  { suggestion, suggestionBefore, appliedAt, applier }: CommentRow,
  page: SeenPage | undefined,
  links: Links,
): Comment['suggestion'] {
  if (suggestion === null) return
  const isThere = page?.block !== undefined && !page.block.isEdited
  return {
    markdown: suggestion,
    before: suggestionBefore ?? '',
    status: appliedAt ? 'applied' : isThere ? 'open' : 'outdated',
    appliedAt: appliedAt?.toISOString(),
    appliedBy: appliedAt ? presentPerson(applier, links) : undefined,
  }
}

/** Rows come oldest first: an emoji stands where it was first used, written as it was then. */
function presentReactions(rows: ReactionRow[], links: Links): Comment['reactions'] {
  const byCode = new Map<string, Comment['reactions'][number]>()
  for (const { code, emoji, user, reactedAt } of rows) {
    const reaction = byCode.get(code) ?? { emoji, count: 0, users: [] }
    reaction.count++
    reaction.users.push({
      user: presentPerson(user, links),
      reactedAt: new Date(reactedAt).toISOString(),
    })
    byCode.set(code, reaction)
  }
  return [...byCode.values()]
}

function locationOf(links: Links, { space, changeRequest }: CommentScope, commentId: string) {
  const place = changeRequest
    ? links.changeRequest(space.organizationId, space.id, changeRequest)
    : links.space(space.organizationId, space.id)
  return `${place.location}/comments/${commentId}`
}
