// What people say about a change request: reviews and comments in one list, oldest first.
import { type Html, html } from '../../engines/html/html.ts'
import type { Comment, Reply } from '../../rooms/review/comments/schema.ts'
import type { Review } from '../../rooms/review/reviews/schema.ts'
import { comparedAt } from '../addresses.ts'
import type { List } from '../api.ts'
import type { RequestAsked } from './request-page.ts'
import type { TalkAsked } from './talk-actions.ts'
import { headView, openWriting, threadView, type Write } from './thread.ts'

const MOST = 100

export type Conversation = Comments & { reviews: Review[] }
export type Comments = { comments: Comment[]; replies: Map<string, Reply[]>; more: boolean }

export async function readConversation(asked: RequestAsked): Promise<Conversation> {
  const [reviews, comments] = await Promise.all([
    asked.api.get<List<Review>>(`${asked.path}/reviews`, { limit: MOST }),
    readComments(asked),
  ])
  return { ...comments, reviews: reviews.items, more: comments.more || reviews.next !== undefined }
}

type Filter = { targetPage?: string; status?: string; page?: string }

/** The newest, with their replies. */
export async function readComments({ api, path }: TalkAsked, filter: Filter = {}) {
  const list = await api.get<List<Comment>>(`${path}/comments`, { limit: MOST, order: 'desc', ...filter })
  const answered = list.items.filter(({ replies }) => replies > 0)
  const replies = await Promise.all(
    answered.map(async ({ id }) => {
      const { items } = await api.get<List<Reply>>(`${path}/comments/${id}/replies`, { limit: MOST })
      return [id, items] as const
    }),
  )
  return { comments: list.items, replies: new Map(replies), more: list.next !== undefined, next: list.next }
}

export function conversationView(
  asked: RequestAsked,
  { reviews, comments, replies, more }: Conversation,
): Html {
  const { words, space } = asked
  const { review } = words
  const write = openWriting()
  const ofReviews = new Set(reviews.flatMap(({ comment }) => (comment ? [comment.id] : [])))
  const entries = [
    ...reviews.map((one) => ({ at: one.createdAt, view: reviewEntry(asked, one, write) })),
    ...comments
      .filter(({ id }) => !ofReviews.has(id))
      .map((one) => ({ at: one.postedAt, view: commentEntry(asked, one, replies.get(one.id) ?? [], write) })),
  ].sort((one, other) => one.at.localeCompare(other.at))
  return html`<section id="conversation"><h2>${review.conversation}</h2>
    ${more && html`<p class="quiet">${review.older}</p>`}
    ${entries.length === 0 && html`<p class="quiet">${review.nothingSaid}</p>`}
    ${entries.length > 0 && html`<ol class="talk">${entries.map(({ view }) => view)}</ol>`}
    ${
      space.permissions.comment &&
      html`<form method="post" class="panel say"><div class="field"><label for="comment">${review.addComment}</label>
        <textarea id="comment" name="comment" rows="3" maxlength="15000" required></textarea><p class="hint">${review.markdown}</p></div>
        <button class="button" name="action" value="comment">${review.comment}</button></form>`
    }</section>`
}

function reviewEntry(
  asked: RequestAsked,
  { id, reviewer, status, outdated, comment, createdAt }: Review,
  write: Write,
) {
  const { review } = asked.words
  const did = html`<span class="badge ${status}">${review.verdicts[status]}</span>${outdated && html` <span class="badge draft">${review.outdated}</span>`}`
  return html`<li class="panel" id="review-${id}">${headView(asked, reviewer, { at: createdAt, did })}
    ${outdated && html`<p class="quiet">${review.outdatedText}</p>`}${comment && write(comment.body.markdown)}</li>`
}

function commentEntry(asked: RequestAsked, comment: Comment, replies: readonly Reply[], write: Write): Html {
  const where = whereView(asked, comment)
  return html`<li class="panel${comment.status === 'resolved' && ' resolved'}" id="comment-${comment.id}">${threadView(asked, { comment, replies, where, write })}</li>`
}

/** What it is about: a block as it was then, on a page. */
function whereView({ words, home, request }: RequestAsked, { id, target }: Comment): Html | undefined {
  const { page } = target
  if (!page) return
  const href = `${comparedAt(home, request.number, page.id)}#comment-${id}`
  return html`<p class="where quiet"><a href="${href}">${page.title}</a>${page.outdated && html` <span class="badge draft">${words.review.gone}</span>`}</p>`
}
