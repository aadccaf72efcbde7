// Links of a space that lead nowhere, and the pages they are on.
import { type Html, html } from '../../engines/html/html.ts'
import type { LinkList, LinkUsage, Location } from '../../rooms/content/links/schema.ts'
import { linksAt, pageAt } from '../addresses.ts'
import { appPage } from '../frame/app-page.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { openSpacePage, SPACE, type SpaceAsked, spacePage } from './space-page.ts'

const SHOWN = 50

export const linksPage = appPage({
  path: linksAt(SPACE),
  async show(asked) {
    const opened = await openSpacePage(asked)
    const { api, words, space } = opened
    const list = await api.get<LinkList>(`/spaces/${space.id}/links`, {
      status: 'broken',
      limit: SHOWN,
      ...pagingOf(opened),
    })
    const { links } = words
    return spacePage(opened, 'pages', {
      title: links.title,
      body: html`${list.items.length === 0 ? html`<p class="empty">${links.none}</p>` : html`<p>${links.of({ total: list.stats.total })}</p><ul class="rows panel">${list.items.map((item) => html`<li>${usageView(opened, item)}</li>`)}</ul>${pagerView(opened, list)}`}`,
    })
  },
})

function usageView({ words, home }: SpaceAsked, { targetReference, locationReferences }: LinkUsage): Html {
  const on = locationReferences.flatMap(({ page }) => (page ? [page] : []))
  return html`<div class="grow"><span class="title">${nameOf(targetReference) || words.links.unknown}</span>
    <p class="quiet">${words.links.on} ${on.map(({ id, title }, at) => html`${at > 0 && ', '}<a href="${pageAt(home, id)}">${title}</a>`)}</p></div>`
}

function nameOf(target: Location | undefined): string {
  return target?.page?.title ?? target?.url ?? target?.space?.title ?? ''
}
