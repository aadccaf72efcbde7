// One integration of an organization: what it may do, how it is set up, where it works, and what it was told.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Installation } from '../../../rooms/integrations/installations/schema.ts'
import type { Integration } from '../../../rooms/integrations/integrations/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../app-page.ts'
import { noticeView } from '../../fields.ts'
import { type Form, lead } from '../../page.ts'
import { integrationsAt, ORGANIZATION, organizationPage } from '../organization-page.ts'
import { configurationIn, configurationView, fieldsOf } from './configuration.ts'

type Delivery = { id: string; createdAt: string; status: string; payload: { type?: string } }

export const installationPage = appPage({
  path: `${integrationsAt(ORGANIZATION)}/:integrationName/:installationId`,
  help: 'connect/integrations',
  async show(asked) {
    const { integration, installation } = await installationOf(asked)
    const { words, url } = asked
    return organizationPage(asked, 'integrations', async () => ({
      title: integration.title,
      body: html`${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}
        ${scopesView(asked, installation)}${configurationView(asked, integration, installation)}${placesView(asked, installation)}
        ${integration.permissions.admin && (await logView(asked, integration))}${removeView(asked)}`,
    }))
  },
  async take(asked, form) {
    const { integration, installation } = await installationOf(asked)
    await perform(asked, form, { integration, installation })
    const { pathname } = asked.url
    return lead(
      form.get('action') === 'uninstall' ? pathname.split('/').slice(0, -2).join('/') : `${pathname}?saved`,
    )
  },
})

function pathOf({ params }: OwnAsked) {
  const name = encodeURIComponent(params.integrationName ?? '')
  return `/integrations/${name}/installations/${encodeURIComponent(params.installationId ?? '')}`
}

async function installationOf(asked: OwnAsked) {
  const { api, params } = asked
  const [integration, installation] = await Promise.all([
    api.get<Integration>(`/integrations/${encodeURIComponent(params.integrationName ?? '')}`),
    api.get<Installation>(pathOf(asked)),
  ])
  if (installation.target.organization !== params.organizationId) throw missing()
  return { integration, installation }
}

type Both = { integration: Integration; installation: Installation }

async function perform(asked: OwnAsked, form: Form, { integration, installation }: Both): Promise<unknown> {
  const { api } = asked
  const path = pathOf(asked)
  switch (form.get('action')) {
    case 'configure': {
      const configuration = configurationIn(form, fieldsOf(integration), installation.configuration)
      return api.patch(path, { configuration })
    }
    case 'places':
      return api.patch(path, { site_selection: form.get('sites'), space_selection: form.get('spaces') })
    case 'approve':
      return api.post(`${path}/scopes/approve`, { scopes: installation.requestedScopes })
    case 'uninstall':
      return api.delete(path)
    default:
      throw missing()
  }
}

function scopesView({ words }: OwnAsked, { scopes, requestedScopes, status }: Installation): Html {
  const text = words.organizationPages.integration
  const list = (names: readonly string[]) =>
    html`<ul class="plain-list">${names.map((name) => html`<li><code>${name}</code></li>`)}</ul>`
  return html`<section class="panel"><h2>${text.may} <span class="badge ${status !== 'active' && 'draft'}">${text.statuses[status]}</span></h2>${list(scopes)}
    ${requestedScopes.length > 0 && html`<h3>${text.asks}</h3>${list(requestedScopes)}<form method="post"><button class="button" name="action" value="approve">${text.approve}</button></form>`}</section>`
}

function placesView({ words }: OwnAsked, { site_selection, space_selection }: Installation): Html {
  const text = words.organizationPages.integration
  const choice = (name: string, all: string, current: string) =>
    html`<div class="field"><label for="${name}">${words.organization[name === 'sites' ? 'sites' : 'spaces']}</label><select id="${name}" name="${name}"><option value="all"${current === 'all' && html` selected`}>${all}</option><option value="selected"${current === 'selected' && html` selected`}>${text.selected}</option></select></div>`
  return html`<section class="panel"><h2>${text.places}</h2><form method="post" class="narrow-panel">${choice('sites', text.allSites, site_selection)}${choice('spaces', text.allSpaces, space_selection)}<button class="button" name="action" value="places">${words.save}</button></form></section>`
}

async function logView({ api, words }: OwnAsked, { name }: Integration): Promise<Html> {
  const text = words.organizationPages.integration
  const { items } = await api.get<List<Delivery>>(`/integrations/${encodeURIComponent(name)}/events`, {
    limit: 20,
  })
  return html`<section class="panel"><h2>${text.log}</h2>${items.length === 0 ? html`<p class="quiet">${text.noLog}</p>` : html`<ul class="rows">${items.map((delivery) => html`<li><details class="fold grow"><summary><code>${delivery.payload.type ?? delivery.id}</code></summary><pre class="sample" dir="ltr">${JSON.stringify(delivery, null, 2).slice(0, 8_000)}</pre></details></li>`)}</ul>`}</section>`
}

function removeView({ words }: OwnAsked): Html {
  const text = words.organizationPages.integration
  return html`<section class="panel"><h2>${text.uninstall}</h2><p>${text.uninstallText}</p><details class="fold"><summary class="button plain">${text.uninstall}</summary><form method="post"><button class="button danger" name="action" value="uninstall">${text.uninstall}</button></form></details></section>`
}
