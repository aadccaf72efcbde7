// What happened to a space, newest first, and the way back to how it was.
import { type Html, html } from '../../engines/html/html.ts'
import type { RevisionEntry } from '../../rooms/content/history/schema.ts'
import { historyAt, pathOf, revisionAt, versionsAt } from '../addresses.ts'
import type { List } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { noticeView } from '../frame/fields.ts'
import { lead } from '../frame/page.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { timeView } from '../views/times.ts'
import { openSpacePage, SPACE, type SpaceAsked, spacePage } from './space-page.ts'

export const historyPage = appPage({
  path: historyAt(SPACE),
  help: 'review/history',
  async show(asked) {
    const opened = await openSpacePage(asked)
    const { api, words, space, url } = opened
    const list = await api.get<List<RevisionEntry>>(`/spaces/${space.id}/revisions`, pagingOf(opened))
    return spacePage(opened, 'history', {
      body: html`${noticeView(url.searchParams.has('restored') ? words.history.restored : undefined)}
        ${list.items.length === 0 && html`<p class="empty">${words.history.none}</p>`}
        ${list.items.length > 0 && html`<ol class="rows panel timeline">${list.items.map((entry) => html`<li>${entryView(opened, entry)}</li>`)}</ol>`}${pagerView(opened, list)}`,
    })
  },
  async take(asked, form) {
    const { api, space, home } = await openSpacePage(asked)
    const revision = encodeURIComponent(form.get('revision'))
    const expectedRevision = form.get('current')
    await api.post(`/spaces/${space.id}/revisions/${revision}/restore`, { expectedRevision })
    return lead(`${historyAt(home)}?restored`)
  },
})

function entryView(asked: SpaceAsked, entry: RevisionEntry): Html {
  const { words, language, ctx, space } = asked
  const { history } = words
  const { id, type, parents, createdAt, createdBy, mergedFrom, summary, urls } = entry
  const isCurrent = id === space.revision
  const counts = countsIn(asked, summary)
  const pages = summary.highlights.map(
    ({ page }, at) => html`${at > 0 && ', '}<a href="${versionsAt(asked.home, page.id)}">${page.title}</a>`,
  )
  const isFirst = parents.length === 0
  const changed = html`<a class="button plain small" href="${revisionAt(asked.home, id)}">${words.compare.changedThen}</a>`
  const what = mergedFrom
    ? html`<a class="title" href="${pathOf(mergedFrom.urls.app)}/~review">${mergedFrom.subject || words.changes.untitled}</a>`
    : html`<span class="title">${isFirst ? history.first : history.types[type]}</span>`
  return html`<div class="grow">${what}
    <p class="quiet">${createdBy?.displayName ?? history.byNobody} · ${timeView(language, ctx.clock.now(), createdAt)}${counts && ` · ${counts}`}</p>
    ${pages.length > 0 && html`<p class="quiet">${pages}</p>`}</div>
    <div class="row-actions">${!isFirst && changed}${isCurrent ? html`<span class="badge">${history.current}</span>` : html`<a class="button plain small" href="${pathOf(urls.app)}">${history.look}</a>${space.permissions.edit && restoreView(asked, id)}`}</div>`
}

function countsIn({ words }: SpaceAsked, { pages, files }: RevisionEntry['summary']): string {
  const { history } = words
  const sum = ({ created, edited, deleted }: { created: number; edited: number; deleted: number }) =>
    created + edited + deleted
  const parts: string[] = []
  const ofPages = sum(pages) + pages.moved
  if (ofPages > 0) parts.push(history.pages({ count: ofPages }))
  if (sum(files) > 0) parts.push(history.files({ count: sum(files) }))
  return parts.join(', ')
}

function restoreView({ words, space }: SpaceAsked, revision: string): Html {
  const { history } = words
  return html`<details class="fold"><summary class="button plain small">${history.restore}</summary><form method="post">
    <p class="quiet">${history.restoreText}</p><input type="hidden" name="revision" value="${revision}"><input type="hidden" name="current" value="${space.revision}">
    <button class="button small">${history.restoreConfirm}</button></form></details>`
}
