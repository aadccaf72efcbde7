// The versions of a page, newest first: each with what changed, and the way back.
import { type Html, html } from '../../../engines/html/html.ts'
import type { PageRevisionEntry } from '../../../rooms/content/history/schema.ts'
import { versionAt, versionsAt } from '../../addresses.ts'
import type { List } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { noticeView } from '../../frame/fields.ts'
import { lead } from '../../frame/page.ts'
import { pagerView, pagingOf } from '../../views/pager.ts'
import { timeView } from '../../views/times.ts'
import { openSpacePage, SPACE, type SpaceAsked, spacePage } from '../space-page.ts'

export const pageVersionsPage = appPage({
  path: versionsAt(SPACE, ':pageId'),
  async show(asked) {
    const opened = await openSpacePage(asked)
    const { api, words, space, url, params } = opened
    const at = `/spaces/${space.id}/content/page/${params.pageId}/revisions`
    const list = await api.get<List<PageRevisionEntry>>(at, pagingOf(opened))
    const [newest] = list.items
    return spacePage(opened, 'history', {
      title: newest?.page.after?.title ?? newest?.page.before?.title ?? words.compare.versions,
      body: html`${noticeView(url.searchParams.has('restored') ? words.compare.restoredPage : undefined)}<h2>${words.compare.versions}</h2>
        ${list.items.length === 0 && html`<p class="empty">${words.history.none}</p>`}
        ${list.items.length > 0 && html`<ol class="rows panel timeline">${list.items.map((entry, at) => html`<li>${entryView(opened, entry, at === 0 && !url.searchParams.has('page'))}</li>`)}</ol>`}${pagerView(opened, list)}`,
    })
  },
  async take(asked, form) {
    const { api, space, home, params } = await openSpacePage(asked)
    const page = encodeURIComponent(params.pageId ?? '')
    const revision = encodeURIComponent(form.get('revision'))
    const expectedRevision = form.get('current')
    await api.post(`/spaces/${space.id}/revisions/${revision}/page/${page}/restore`, { expectedRevision })
    return lead(`${versionsAt(home, page)}?restored`)
  },
})

const KINDS = { created: 'added', edited: 'edited', deleted: 'removed' } as const

function entryView(
  asked: SpaceAsked,
  { id, page, createdAt, createdBy }: PageRevisionEntry,
  isCurrent: boolean,
): Html {
  const { words, language, ctx, space, home, params } = asked
  const { history, review, compare } = words
  const kind = KINDS[page.change]
  return html`<div class="grow"><a class="title" href="${versionAt(home, id, params.pageId ?? '')}">${compare.changedThen}</a> <span class="badge ${kind}">${review.kinds[kind]}</span>
    <p class="quiet">${createdBy?.displayName ?? history.byNobody} · ${timeView(language, ctx.clock.now(), createdAt)}</p></div>
    ${isCurrent ? html`<span class="badge">${history.current}</span>` : space.permissions.edit && page.after && restorePageView(asked, id, versionsAt(home, params.pageId ?? ''))}`
}

/** A form of the page with all versions. */
export function restorePageView({ words, space }: SpaceAsked, revision: string, action: string): Html {
  const { history, compare } = words
  return html`<details class="fold"><summary class="button plain small">${history.restore}</summary><form method="post" action="${action}">
    <input type="hidden" name="revision" value="${revision}"><input type="hidden" name="current" value="${space.revision}">
    <button class="button small">${compare.restorePage}</button></form></details>`
}
