// What people say about the content of a space that readers see, next to its pages.
import { type Html, html } from '../../engines/html/html.ts'
import type { Comment } from '../../rooms/review/comments/schema.ts'
import { commentsAt, readAt } from '../addresses.ts'
import { missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { lead } from '../frame/page.ts'
import { openSpacePage, SPACE, type SpaceAsked, spacePage } from '../spaces/space-page.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { goneView, readLinked, withLinked } from './linked.ts'
import { readComments } from './read-comments.ts'
import { talk } from './talk-actions.ts'
import { openWriting, threadView } from './thread.ts'

const STATES = ['open', 'resolved'] as const

export const commentsPage = appPage({
  path: commentsAt(SPACE),
  async show(asked) {
    const opened = await openSpacePage(asked)
    const { words, space, home, url } = opened
    const targetPage = url.searchParams.get('about') ?? undefined
    const place = { ...opened, path: `/spaces/${space.id}` }
    const linked = await readLinked(place, { spaceId: space.id })
    const led = linked === 'gone' ? undefined : linked?.comment
    const status = STATES.find((state) => state === url.searchParams.get('status')) ?? led?.status ?? 'open'
    const listed = await readComments(place, { status, targetPage, ...pagingOf(opened) })
    const list = withLinked(listed, linked)
    const isApart = list.comments.length > listed.comments.length
    const others = new URL(url)
    others.searchParams.delete('linked')
    others.searchParams.set('status', status)
    const titles = { open: words.changes.states.open, resolved: words.review.resolved }
    const filter = (state: (typeof STATES)[number]) => {
      const search = new URLSearchParams({ status: state, ...(targetPage && { about: targetPage }) })
      return html`<li><a href="${commentsAt(home)}?${search.toString()}"${state === status && html` aria-current="true"`}>${titles[state]}</a></li>`
    }
    const write = openWriting()
    const threads = (comments: readonly Comment[]) =>
      comments.length > 0 &&
      html`<ol class="talk">${comments.map(
        (comment) =>
          html`<li class="panel" id="comment-${comment.id}">${threadView(place, { comment, replies: list.replies.get(comment.id) ?? [], where: whereView(opened, comment), write, isUnfolded: comment.id === led?.id })}</li>`,
      )}</ol>`
    return spacePage(opened, 'comments', {
      body: html`<nav class="filters" aria-label="${words.compare.comments}"><ul>${STATES.map(filter)}</ul></nav>
        ${goneView(opened, linked)}
        ${isApart && html`<section><h2>${words.review.linked}</h2>${threads(list.comments.slice(-1))}</section>`}
        ${list.comments.length === 0 && html`<p class="empty">${words.compare.noComments}</p>`}
        ${threads(listed.comments)}${pagerView({ words, url: others }, { items: listed.comments, next: listed.next })}
        ${
          space.permissions.comment &&
          html`<form method="post" class="panel say">${targetPage && html`<input type="hidden" name="page" value="${targetPage}">`}<div class="field"><label for="comment">${targetPage ? words.compare.sayPage : words.review.comment}</label>
          <textarea id="comment" name="comment" rows="3" maxlength="15000" required></textarea><p class="hint">${words.review.markdown}</p></div>
          <button class="button" name="action" value="comment">${words.review.comment}</button></form>`
        }`,
    })
  },
  async take(asked, form) {
    const opened = await openSpacePage(asked)
    const place = await talk({ ...opened, path: `/spaces/${opened.space.id}` }, form)
    if (place === undefined) throw missing()
    return lead(`${commentsAt(opened.home)}${opened.url.search}${place}`)
  },
})

function whereView({ words, home }: SpaceAsked, { target }: Comment): Html | undefined {
  const { page } = target
  if (!page) return
  return html`<p class="where quiet"><a href="${readAt(home, page.path)}">${page.title}</a>${page.outdated && html` <span class="badge draft">${words.review.gone}</span>`}</p>`
}
