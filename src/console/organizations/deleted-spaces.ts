// The trash of an organization: its deleted spaces, for whoever administers them.
import { emojiOf } from '../../engines/html/emoji-names.ts'
import { type Html, html } from '../../engines/html/html.ts'
import type { DeletedSpace, Space } from '../../rooms/content/spaces/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { deletedSpacesAt, organizationAt, pagesAt, pathOf } from '../addresses.ts'
import type { List } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { lead } from '../frame/page.ts'
import { timeView } from '../views/times.ts'
import { ORGANIZATION, organizationPage } from './organization-page.ts'

export const deletedSpacesPage = appPage({
  path: deletedSpacesAt(ORGANIZATION),
  async show(asked) {
    const { words } = asked
    const { trash } = words
    const shown = await organizationPage(asked, 'content', async ({ id }) => {
      const { items } = await asked.api.get<List<DeletedSpace>>(`/orgs/${id}/deleted-spaces`)
      return {
        body: html`<p>${trash.spacesText}</p>
          ${items.length === 0 ? html`<p class="empty">${trash.noSpaces}</p>` : html`<ul class="rows panel">${items.map((space) => html`<li>${rowView(asked, space)}</li>`)}</ul>`}`,
      }
    })
    const above = { title: shown.title, href: organizationAt(asked.params.organizationId ?? '') }
    return { ...shown, title: trash.spaces, trail: [...(shown.trail ?? []).slice(0, 1), above] }
  },
  async take({ api }, form) {
    const { urls } = await api.post<Space>(`/spaces/${encodeURIComponent(form.get('space'))}/restore`)
    return lead(pagesAt(pathOf(urls.app)))
  },
})

function rowView({ words, language, ctx }: OwnAsked, space: DeletedSpace): Html {
  const { trash } = words
  const { id, title, emoji, deletedAt, deletedBy, purgedAt } = space
  const now = ctx.clock.now()
  return html`<span class="sign" aria-hidden="true">${emojiOf(emoji)}</span><div class="grow"><span class="title">${title}</span>
    <p class="quiet">${deletedAt && timeView(language, now, deletedAt)}${deletedBy && html` · ${trash.by({ name: deletedBy.displayName })}`}${purgedAt && html` · ${trash.until({ time: dayAhead(language, now, purgedAt) })}`}</p></div>
    <form method="post"><button class="button plain small" name="space" value="${id}" aria-label="${trash.restoreTitle({ title })}">${trash.restore}</button></form>`
}

function dayAhead(language: string, now: Date, moment: string): string {
  const days = Math.max(0, Math.round((Date.parse(moment) - now.getTime()) / 86_400_000))
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
}
