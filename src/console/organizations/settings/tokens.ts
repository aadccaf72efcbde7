// API tokens that reach an organization: whose they are, what they may, and when somebody used them last.
import { type Html, html } from '../../../engines/html/html.ts'
import type { OrganizationToken } from '../../../rooms/people/organizations/schema-tokens.ts'
import { dayIn, type OwnAsked } from '../../account/account-page.ts'
import { tokenScopeName } from '../../account/tokens.ts'
import type { List } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { noticeView } from '../../frame/fields.ts'
import { lead } from '../../frame/page.ts'
import { pagerView, pagingOf } from '../../views/pager.ts'
import { timeView } from '../../views/times.ts'
import { ORGANIZATION, settingsOf } from '../organization-page.ts'
import { settingsPage } from './settings-parts.ts'

export const organizationTokensPage = appPage({
  path: `${settingsOf(ORGANIZATION)}/tokens`,
  help: 'connect/api',
  show: (asked) =>
    settingsPage(asked, 'tokens', async ({ id }, parts) => {
      const { api, words, url } = asked
      const text = words.organizationPages.token
      const tokens = await api.get<List<OrganizationToken>>(`/orgs/${id}/tokens`, {
        limit: 50,
        ...pagingOf(asked),
      })
      return {
        body: html`${parts}${noticeView(url.searchParams.has('saved') ? text.closed : undefined)}<p class="quiet">${text.intro}</p>
        ${tokens.items.length === 0 ? html`<p class="empty">${text.none}</p>` : html`<ul class="rows panel">${tokens.items.map((token) => html`<li>${tokenView(asked, token)}</li>`)}</ul>${pagerView(asked, tokens)}`}`,
      }
    }),
  async take({ api, params, url }, form) {
    await api.delete(`/orgs/${params.organizationId}/tokens/${encodeURIComponent(form.get('token'))}`)
    return lead(`${url.pathname}?saved`)
  },
})

function tokenView({ words, language, ctx }: OwnAsked, token: OrganizationToken): Html {
  const { account } = words
  const text = words.organizationPages.token
  const { id, label, owner, createdAt, lastUsedAt, expiresAt, scopes } = token
  const facts = [
    owner.displayName || owner.email,
    scopes ? tokenScopeName(words, scopes) : text.everything,
    account.created({ time: dayIn(language, new Date(createdAt)) }),
    expiresAt && account.expires({ time: dayIn(language, new Date(expiresAt)) }),
  ]
  return html`<div class="grow"><span class="title">${label}</span><p class="quiet">${facts.filter(Boolean).join(' · ')}</p>
    <p class="quiet">${lastUsedAt ? html`${words.site.lastUsed}: ${timeView(language, ctx.clock.now(), lastUsedAt)}` : account.neverUsed}</p></div>
    <details class="fold menu"><summary class="button plain small">${text.close}</summary><form method="post"><p>${text.closeText}</p><button class="button danger small" name="token" value="${id}">${text.close}</button></form></details>`
}
