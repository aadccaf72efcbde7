// What people say about a change request: reviews and comments in one list, oldest first.
import { type Html, html } from '../../engines/html/html.ts'
import type { Comment, Reply } from '../../rooms/review/comments/schema.ts'
import type { Review } from '../../rooms/review/reviews/schema.ts'
import { comparedAt } from '../addresses.ts'
import type { List } from '../api.ts'
import { goneView, readLinked, withLinked } from './linked.ts'
import { type Comments, readComments } from './read-comments.ts'
import type { RequestAsked } from './request-page.ts'
import { headView, openWriting, repliesView, type Thread, threadView, type Write } from './thread.ts'

const MOST = 100

/** `gone`: a link led here to what has been deleted. */
export type Conversation = Comments & { reviews: Review[]; gone?: Html }

export async function readConversation(asked: RequestAsked): Promise<Conversation> {
  const { api, path, space, request } = asked
  const [reviews, listed, linked] = await Promise.all([
    api.get<List<Review>>(`${path}/reviews`, { limit: MOST }),
    readComments(asked),
    readLinked(asked, { spaceId: space.id, changeRequestId: request.id }),
  ])
  const comments = withLinked(listed, linked)
  const gone = goneView(asked, linked)
  return { ...comments, gone, reviews: reviews.items, more: comments.more || reviews.next !== undefined }
}

export function conversationView(
  asked: RequestAsked,
  { reviews, comments, replies, more, linked }: Conversation,
): Html {
  const { words, space } = asked
  const { review } = words
  const write = openWriting()
  const ofReviews = new Set(reviews.flatMap(({ comment }) => (comment ? [comment.id] : [])))
  const entries = [
    ...reviews.map((one) => ({
      at: one.createdAt,
      view: reviewEntry(asked, one, (one.comment && replies.get(one.comment.id)) ?? [], write),
    })),
    ...comments
      .filter(({ id }) => !ofReviews.has(id))
      .map((comment) => ({
        at: comment.postedAt,
        view: commentEntry(asked, {
          comment,
          replies: replies.get(comment.id) ?? [],
          write,
          isUnfolded: comment.id === linked,
        }),
      })),
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
  replies: readonly Reply[],
  write: Write,
) {
  const { review } = asked.words
  const did = html`<span class="badge ${status}">${review.verdicts[status]}</span>${outdated && html` <span class="badge draft">${review.outdated}</span>`}`
  return html`<li class="panel" id="review-${id}">${headView(asked, reviewer, { at: createdAt, did })}
    ${outdated && html`<p class="quiet">${review.outdatedText}</p>`}${comment && html`<div id="comment-${comment.id}">${write(comment.body.markdown)}${repliesView(asked, comment, { replies, write })}</div>`}</li>`
}

function commentEntry(asked: RequestAsked, thread: Thread): Html {
  const { comment } = thread
  const where = whereView(asked, comment)
  return html`<li class="panel${comment.status === 'resolved' && ' resolved'}" id="comment-${comment.id}">${threadView(asked, { ...thread, where })}</li>`
}

/** What it is about: a block as it was then, on a page. */
function whereView({ words, home, request }: RequestAsked, { id, target }: Comment): Html | undefined {
  const { page } = target
  if (!page) return
  const href = `${comparedAt(home, request.number, page.id)}#comment-${id}`
  return html`<p class="where quiet"><a href="${href}">${page.title}</a>${page.outdated && html` <span class="badge draft">${words.review.gone}</span>`}</p>`
}
