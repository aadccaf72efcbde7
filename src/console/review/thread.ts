// A comment with its replies, and what can be done with them, wherever it stands.
import { emojiOf } from '../../engines/html/emoji-names.ts'
import { type Html, html } from '../../engines/html/html.ts'
import { openProse } from '../../engines/html/prose.ts'
import type { Comment, Reply } from '../../rooms/review/comments/schema.ts'
import { initialOf } from '../frame/frame.ts'
import { timeView } from '../views/times.ts'
import type { TalkAsked } from './talk-actions.ts'

/** Longer texts are shown as they were typed: a page has many of them. */
const LONGEST_FORMATTED = 5_000
const EMOJIS = ['1f44d', '2764', '1f389', '1f440', '1f604', '1f615']

export type Write = (markdown?: string) => Html

export function openWriting(): Write {
  const write = openProse()
  return (markdown = '') =>
    markdown.length > LONGEST_FORMATTED
      ? html`<div class="prose typed" dir="auto">${markdown}</div>`
      : html`<div class="prose" dir="auto">${write(markdown)}</div>`
}

export function headView(
  { language, ctx }: TalkAsked,
  { displayName }: { displayName: string },
  { at, did }: { at: string; did?: Html | string },
): Html {
  return html`<p class="who"><span class="initial" aria-hidden="true">${initialOf(displayName)}</span>
    <strong>${displayName}</strong> ${did} <span class="quiet">${timeView(language, ctx.clock.now(), at)}</span></p>`
}

/** `where`: what it is about, where that is not beside it. `isUnfolded`: also once it is resolved. */
export type Thread = {
  comment: Comment
  replies: readonly Reply[]
  where?: Html | false
  write: Write
  isUnfolded?: boolean
}

/** Inside an element with the id `comment-…`. */
export function threadView(asked: TalkAsked, thread: Thread): Html {
  const { comment, where, write, isUnfolded } = thread
  const { review, compare } = asked.words
  const { postedBy, postedAt, editedAt, status, resolvedBy, target } = comment
  const isResolved = status === 'resolved'
  const marks = html`${isResolved && html`<span class="badge">${review.resolved}</span>`}${editedAt && html` <span class="quiet">${compare.edited}</span>`}`
  const head = headView(asked, postedBy, { at: postedAt, did: marks })
  const quote = target.quote ?? (where ? target.node?.preview : undefined)
  const inside = html`${where}${quote && html`<blockquote dir="auto">${quote}</blockquote>`}${write(comment.body.markdown)}${suggestionView(asked, comment)}
    ${reactionsView(asked, comment, { id: comment.id })}
    ${repliesView(asked, comment, thread)}
    ${answerView(asked, comment)}`
  return isResolved
    ? html`<details${isUnfolded && html` open`}><summary>${head}${resolvedBy && html`<span class="quiet">${review.resolvedBy({ name: resolvedBy.displayName })}</span>`}</summary>${inside}</details>`
    : html`${head}${inside}`
}

export function repliesView(
  asked: TalkAsked,
  { id }: { id: string },
  { replies, write }: Pick<Thread, 'replies' | 'write'>,
): Html[] {
  return replies.map((reply) => replyView(asked, id, reply, write))
}

function replyView(asked: TalkAsked, id: string, reply: Reply, write: Write): Html {
  const { compare } = asked.words
  const named = { id, reply: reply.id }
  const did = reply.editedAt && html`<span class="quiet">${compare.edited}</span>`
  return html`<div class="reply" id="reply-${reply.id}">${headView(asked, reply.postedBy, { at: reply.postedAt, did: did || undefined })}
    ${write(reply.body.markdown)}${reactionsView(asked, reply, named)}<div class="answer">${ownView(asked, reply, named)}</div></div>`
}

/** What a form says of what it is about. */
type Named = { id: string; reply?: string }

function namedFields({ id, reply }: Named): Html {
  return html`<input type="hidden" name="id" value="${id}">${reply && html`<input type="hidden" name="reply" value="${reply}">`}`
}

function suggestionView({ words }: TalkAsked, { id, suggestion, permissions }: Comment): Html | undefined {
  if (!suggestion) return
  const { compare } = words
  const { markdown, before, status } = suggestion
  return html`<div class="suggestion"><p class="quiet">${compare.suggestion}</p>
    <pre class="lines" tabindex="0">${before !== '' && html`<del>${before}</del>`}${markdown !== '' && html`<ins>${markdown}</ins>`}</pre>
    ${status === 'open' && permissions.apply && html`<form method="post">${namedFields({ id })}<button class="button small" name="action" value="apply">${compare.apply}</button></form>`}
    ${status !== 'open' && html`<p class="quiet">${compare.suggestions[status]}</p>`}</div>`
}

function reactionsView(
  { words, person }: TalkAsked,
  { reactions, permissions }: Comment | Reply,
  named: Named,
): Html | undefined {
  const { compare } = words
  const names = (users: Comment['reactions'][number]['users']) =>
    users.map(({ user }) => user.displayName).join(', ')
  const given = reactions.map(({ emoji, count, users }) => {
    const isMine = users.some(({ user }) => user.id === person.id)
    const text = html`${emojiOf(emoji)} ${count}`
    if (!permissions.reply) return html`<span class="reaction" title="${names(users)}">${text}</span>`
    return html`<form method="post">${namedFields(named)}<input type="hidden" name="emoji" value="${emoji}">
      <button class="reaction" name="action" value="${isMine ? 'unreact' : 'react'}" aria-pressed="${String(isMine)}" title="${names(users)}">${text}</button></form>`
  })
  if (!permissions.reply && given.length === 0) return
  return html`<div class="reactions">${given}${
    permissions.reply &&
    html`<details class="fold react"><summary aria-label="${compare.react}" title="${compare.react}">☺</summary><form method="post"><input type="hidden" name="action" value="react">${namedFields(named)}
    ${EMOJIS.map((emoji) => html`<button class="reaction" name="emoji" value="${emoji}">${emojiOf(emoji)}</button>`)}</form></details>`
  }</div>`
}

function answerView(asked: TalkAsked, comment: Comment): Html | undefined {
  const { words } = asked
  const { review } = words
  const { id, status, permissions } = comment
  const resolve = status === 'resolved' ? 'reopen' : 'resolve'
  if (!permissions.reply && !permissions.delete) return
  return html`<div class="answer">${
    permissions.reply &&
    html`<details class="fold"><summary>${review.reply}</summary><form method="post">${namedFields({ id })}
    <div class="field"><label for="reply-to-${id}">${review.addReply}</label>
    <textarea id="reply-to-${id}" name="comment" rows="2" maxlength="15000" required></textarea></div>
    <button class="button small" name="action" value="reply">${review.reply}</button></form></details>`
  }
    ${permissions.resolve && html`<form method="post">${namedFields({ id })}<button class="link" name="action" value="${resolve}">${review[resolve]}</button></form>`}
    ${ownView(asked, comment, { id })}</div>`
}

/** Of who said it: another text, and none. */
function ownView({ words }: TalkAsked, said: Comment | Reply, named: Named): Html | undefined {
  const { review, app, compare, save } = words
  const { edit, delete: remove } = said.permissions
  if (!edit && !remove) return
  return html`${
    edit &&
    html`<details class="fold"><summary>${compare.edit}</summary><form method="post">${namedFields(named)}
    <div class="field"><label for="text-of-${said.id}">${review.comment}</label>
    <textarea id="text-of-${said.id}" name="comment" rows="4" maxlength="20000" required>${said.body.markdown}</textarea></div>
    <button class="button small" name="action" value="edit-said">${save}</button></form></details>`
  }${
    remove &&
    html`<details class="fold"><summary>${app.delete}</summary><form method="post">${namedFields(named)}
    <button class="button danger small" name="action" value="delete-comment">${named.reply ? compare.deleteReply : review.deleteComment}</button></form></details>`
  }`
}
