// Integrations of an organization: what is installed, and what could be.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Installation } from '../../../rooms/integrations/installations/schema.ts'
import type { Integration } from '../../../rooms/integrations/integrations/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt } from '../../addresses.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { lead } from '../../frame/page.ts'
import { allOf } from '../../views/all-of.ts'
import { integrationsAt, ORGANIZATION, organizationPage } from '../organization-page.ts'

export type Installed = { installation: Installation; integration: Integration }

export const integrationsPage = appPage({
  path: integrationsAt(ORGANIZATION),
  help: 'connect/integrations',
  show: (asked) =>
    organizationPage(asked, 'integrations', async ({ id, permissions }) => {
      if (!permissions.installIntegration) throw missing()
      const { api, words } = asked
      const text = words.organizationPages.integration
      const [installed, known, own] = await Promise.all([
        allOf<Installed>(api, `/orgs/${id}/installations`),
        api.get<List<Integration>>('/integrations', { limit: 100 }),
        api.get<List<Integration>>(`/orgs/${id}/integrations`, { limit: 100 }),
      ])
      const names = new Set(installed.map(({ integration }) => integration.name))
      const others = new Map([...known.items, ...own.items].map((one) => [one.name, one]))
      const available = [...others.values()].filter(({ name }) => !names.has(name))
      const home = integrationsAt(organizationAt(id))
      const installedRow = ({ installation, integration }: Installed) =>
        html`<li><div class="grow"><a class="title" href="${home}/${integration.name}/${installation.id}">${integration.title}</a><p class="quiet">${integration.description}</p></div>
        ${installation.requestedScopes.length > 0 && html`<span class="badge merged">${text.asks}</span>`}<span class="badge ${installation.status !== 'active' && 'draft'}">${text.statuses[installation.status]}</span></li>`
      return {
        title: words.organizationPages.tabs.integrations,
        body: html`${installed.length > 0 && html`<section><h2>${text.installed}</h2><ul class="rows panel">${installed.map(installedRow)}</ul></section>`}
          ${available.length > 0 && html`<section><h2>${text.available}</h2><ul class="rows panel">${available.map((one) => html`<li>${availableView(asked, one)}</li>`)}</ul></section>`}
          ${installed.length + available.length === 0 && html`<p class="empty">${text.none}</p>`}`,
      }
    }),
  async take({ api, params, url }, form) {
    const { organizationId: organization } = params
    const name = encodeURIComponent(form.get('integration'))
    const { id } = await api.post<Installation>(`/integrations/${name}/installations`, { organization })
    return lead(`${url.pathname}/${name}/${id}`)
  },
})

/** What it may do is said before somebody lets it. */
function availableView(
  { words }: OwnAsked,
  { name, title, description, scopes, permissions }: Integration,
): Html {
  const text = words.organizationPages.integration
  return html`<div class="grow"><span class="title">${title}</span><p class="quiet">${description}</p></div>
    ${
      permissions.install &&
      html`<details class="fold menu"><summary class="button plain small">${text.install}</summary><form method="post"><input type="hidden" name="integration" value="${name}">
      ${scopes.length > 0 && html`<p>${text.may}</p><ul class="plain-list">${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul>`}<button class="button">${text.install}</button></form></details>`
    }`
}
