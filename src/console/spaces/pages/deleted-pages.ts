// The trash of a space: pages that were deleted lately, and the way back.
import { type Html, html } from '../../../engines/html/html.ts'
import type { DeletedPage } from '../../../rooms/content/history/schema.ts'
import { historyAt, trashAt } from '../../addresses.ts'
import type { List } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { noticeView } from '../../frame/fields.ts'
import { lead } from '../../frame/page.ts'
import { timeView } from '../../views/times.ts'
import { openSpacePage, SPACE, type SpaceAsked, spacePage } from '../space-page.ts'

export const deletedPagesPage = appPage({
  path: trashAt(SPACE),
  async show(asked) {
    const opened = await openSpacePage(asked)
    const { api, words, space, url, home } = opened
    const { trash } = words
    const { items } = await api.get<List<DeletedPage>>(`/spaces/${space.id}/deleted-pages`)
    const restored = url.searchParams.get('restored')
    return spacePage(opened, 'pages', {
      title: trash.pages,
      body: html`${noticeView(restored === null ? undefined : trash.restored({ title: restored }))}
        <p>${trash.pagesText} <a href="${historyAt(home)}">${words.space.history}</a></p>
        ${items.length === 0 ? html`<p class="empty">${trash.noPages}</p>` : html`<ul class="rows panel">${items.map((page) => html`<li>${rowView(opened, page)}</li>`)}</ul>`}`,
    })
  },
  async take(asked, form) {
    const { api, space, home } = await openSpacePage(asked)
    const at = `/spaces/${space.id}/revisions/${encodeURIComponent(form.get('revision'))}`
    await api.post(`${at}/page/${encodeURIComponent(form.get('page'))}/restore`, { below: true })
    return lead(`${trashAt(home)}?${new URLSearchParams({ restored: form.get('title').slice(0, 255) })}`)
  },
})

function rowView({ words, language, ctx, space }: SpaceAsked, page: DeletedPage): Html {
  const { trash } = words
  const { id, title, below, revision, deletedAt, deletedBy } = page
  return html`<div class="grow"><span class="title">${title}</span>
    <p class="quiet">${timeView(language, ctx.clock.now(), deletedAt)}${deletedBy && html` · ${trash.by({ name: deletedBy.displayName })}`}${below > 0 && html` · ${trash.below({ count: below })}`}</p></div>
    ${
      space.permissions.edit &&
      html`<form method="post"><input type="hidden" name="page" value="${id}"><input type="hidden" name="revision" value="${revision}"><input type="hidden" name="title" value="${title}">
      <button class="button plain small" aria-label="${trash.restoreTitle({ title })}">${trash.restore}</button></form>`
    }`
}
