// What people say about a change request: reviews and comments in one list, oldest first.

import { emojiOf } from '../../engines/html/emoji-names.ts'
import { type Html, html } from '../../engines/html/html.ts'
import { openProse } from '../../engines/html/prose.ts'
import type { Comment, Reply } from '../../rooms/review/comments/schema.ts'
import type { Review } from '../../rooms/review/reviews/schema.ts'
import { readAt } from '../addresses.ts'
import type { List } from '../api.ts'
import { initialOf } from '../frame.ts'
import { timeView } from '../views/times.ts'
import type { RequestAsked } from './request-page.ts'

const MOST = 100
/** Longer texts are shown as they were typed: a page has many of them. */
const LONGEST_FORMATTED = 5_000

export type Conversation = {
  reviews: Review[]
  comments: Comment[]
  replies: Map<string, Reply[]>
  more: boolean
}

export async function readConversation({ api, path }: RequestAsked): Promise<Conversation> {
  const [reviews, comments] = await Promise.all([
    api.get<List<Review>>(`${path}/reviews`, { limit: MOST }),
    api.get<List<Comment>>(`${path}/comments`, { limit: MOST, order: 'desc' }),
  ])
  const answered = comments.items.filter(({ replies }) => replies > 0)
  const replies = await Promise.all(
    answered.map(async ({ id }) => {
      const { items } = await api.get<List<Reply>>(`${path}/comments/${id}/replies`, { limit: MOST })
      return [id, items] as const
    }),
  )
  return {
    reviews: reviews.items,
    comments: comments.items,
    replies: new Map(replies),
    more: comments.next !== undefined || reviews.next !== undefined,
  }
}

export function conversationView(
  asked: RequestAsked,
  { reviews, comments, replies, more }: Conversation,
): Html {
  const { words, space } = asked
  const { review } = words
  const write = openProse()
  const text = (markdown = '') =>
    markdown.length > LONGEST_FORMATTED
      ? html`<div class="prose typed" dir="auto">${markdown}</div>`
      : html`<div class="prose" dir="auto">${write(markdown)}</div>`
  const ofReviews = new Set(reviews.flatMap(({ comment }) => (comment ? [comment.id] : [])))
  const entries = [
    ...reviews.map((one) => ({ at: one.createdAt, view: reviewEntry(asked, one, text) })),
    ...comments
      .filter(({ id }) => !ofReviews.has(id))
      .map((one) => ({ at: one.postedAt, view: commentEntry(asked, one, replies.get(one.id) ?? [], text) })),
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

type Write = (markdown?: string) => Html

function headView(
  { language, ctx }: RequestAsked,
  { displayName }: { displayName: string },
  { at, did }: { at: string; did?: Html | string },
): Html {
  return html`<p class="who"><span class="initial" aria-hidden="true">${initialOf(displayName)}</span>
    <strong>${displayName}</strong> ${did} <span class="quiet">${timeView(language, ctx.clock.now(), at)}</span></p>`
}

function reviewEntry(
  asked: RequestAsked,
  { id, reviewer, status, outdated, comment, createdAt }: Review,
  text: Write,
) {
  const { review } = asked.words
  const did = html`<span class="badge ${status}">${review.verdicts[status]}</span>${outdated && html` <span class="badge draft">${review.outdated}</span>`}`
  return html`<li class="panel" id="review-${id}">${headView(asked, reviewer, { at: createdAt, did })}
    ${outdated && html`<p class="quiet">${review.outdatedText}</p>`}${comment && text(comment.body.markdown)}</li>`
}

function commentEntry(asked: RequestAsked, comment: Comment, replies: readonly Reply[], text: Write): Html {
  const { words, space } = asked
  const { review } = words
  const { id, postedBy, postedAt, body, status, resolvedBy } = comment
  const isResolved = status === 'resolved'
  const inside = html`${whereView(asked, comment)}${text(body.markdown)}${reactionsView(comment)}
    ${replies.map(
      (reply) =>
        html`<div class="reply" id="reply-${reply.id}">${headView(asked, reply.postedBy, { at: reply.postedAt })}${text(reply.body.markdown)}${reactionsView(reply)}</div>`,
    )}
    ${space.permissions.comment && answerView(asked, comment)}`
  const head = headView(asked, postedBy, {
    at: postedAt,
    did: isResolved ? html`<span class="badge">${review.resolved}</span>` : undefined,
  })
  return html`<li class="panel${isResolved && ' resolved'}" id="comment-${id}">${
    isResolved
      ? html`<details><summary>${head}${resolvedBy && html`<span class="quiet">${review.resolvedBy({ name: resolvedBy.displayName })}</span>`}</summary>${inside}</details>`
      : html`${head}${inside}`
  }</li>`
}

/** What it is about: a block as it was then, on a page. */
function whereView({ words, home, request }: RequestAsked, { target }: Comment): Html | undefined {
  const { page, node } = target
  if (!page) return
  const href = readAt(home, page.path, request.number)
  return html`<p class="where quiet"><a href="${href}">${page.title}</a>${page.outdated && html` <span class="badge draft">${words.review.gone}</span>`}</p>
    ${node?.preview && html`<blockquote>${node.preview}</blockquote>`}`
}

function reactionsView({ reactions }: Pick<Comment, 'reactions'>): Html | undefined {
  if (reactions.length === 0) return
  return html`<p class="reactions">${reactions.map(
    ({ emoji, count, users }) =>
      html`<span class="count" title="${users.map(({ user }) => user.displayName).join(', ')}">${emojiOf(emoji)} ${count}</span>`,
  )}</p>`
}

function answerView({ words, space }: RequestAsked, { id, status, permissions }: Comment): Html {
  const { review } = words
  const resolve = status === 'resolved' ? 'reopen' : 'resolve'
  return html`<div class="answer"><details class="fold"><summary>${review.reply}</summary><form method="post">
    <input type="hidden" name="id" value="${id}"><div class="field"><label for="reply-to-${id}">${review.addReply}</label>
    <textarea id="reply-to-${id}" name="comment" rows="2" maxlength="15000" required></textarea></div>
    <button class="button small" name="action" value="reply">${review.reply}</button></form></details>
    ${
      (permissions.edit || space.permissions.edit) &&
      html`<form method="post"><input type="hidden" name="id" value="${id}"><button class="link" name="action" value="${resolve}">${review[resolve]}</button></form>`
    }
    ${
      permissions.delete &&
      html`<details class="fold"><summary>${words.app.delete}</summary><form method="post"><input type="hidden" name="id" value="${id}">
      <button class="button danger small" name="action" value="delete-comment">${review.deleteComment}</button></form></details>`
    }</div>`
}
