// One integration of an organization: what it may do, how it is set up, where it works, and what it was told.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Installation } from '../../../rooms/integrations/installations/schema.ts'
import type { Integration } from '../../../rooms/integrations/integrations/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { noticeView } from '../../frame/fields.ts'
import { type Form, lead } from '../../frame/page.ts'
import { timeView } from '../../views/times.ts'
import { integrationsAt, ORGANIZATION, organizationPage } from '../organization-page.ts'
import { configurationIn, configurationView, fieldsOf } from './configuration.ts'
import { installationPathOf, placesView, statusBadge, switchView } from './places.ts'

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
        ${stateView(asked, installation)}${configurationView(asked, integration.configurations?.account, installation.configuration)}${await placesView(asked, integration, installation)}
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

export async function installationOf(asked: OwnAsked) {
  const { api, params } = asked
  const [integration, installation] = await Promise.all([
    api.get<Integration>(`/integrations/${encodeURIComponent(params.integrationName ?? '')}`),
    api.get<Installation>(installationPathOf(asked)),
  ])
  if (installation.target.organization !== params.organizationId) throw missing()
  return { integration, installation }
}

type Both = { integration: Integration; installation: Installation }

async function perform(asked: OwnAsked, form: Form, { integration, installation }: Both): Promise<unknown> {
  const { api } = asked
  const path = installationPathOf(asked)
  switch (form.get('action')) {
    case 'configure': {
      const configuration = configurationIn(
        form,
        fieldsOf(integration.configurations?.account),
        installation.configuration,
      )
      return api.patch(path, { configuration })
    }
    case 'places':
      return api.patch(path, { site_selection: form.get('sites'), space_selection: form.get('spaces') })
    case 'pause':
    case 'resume':
      return api.patch(path, { status: form.get('action') === 'pause' ? 'paused' : 'active' })
    case 'add-sites':
      return api.post(`${path}/sites`, { siteId: form.get('place') })
    case 'add-spaces':
      return api.post(`${path}/spaces`, { space: form.get('place') })
    case 'approve':
      return api.post(`${path}/scopes/approve`, { scopes: installation.requestedScopes })
    case 'uninstall':
      return api.delete(path)
    default:
      throw missing()
  }
}

function stateView(asked: OwnAsked, installation: Installation): Html {
  const { scopes, requestedScopes } = installation
  const text = asked.words.organizationPages.integration
  const list = (names: readonly string[]) =>
    html`<ul class="plain-list">${names.map((name) => html`<li><code>${name}</code></li>`)}</ul>`
  return html`<section class="panel"><div class="panel-head"><h2>${text.may} ${statusBadge(asked, installation)}</h2>${switchView(asked, installation)}</div>${installation.status === 'paused' && html`<p>${text.pausedText}</p>`}${list(scopes)}
    ${requestedScopes.length > 0 && html`<h3>${text.asks}</h3>${list(requestedScopes)}<form method="post"><button class="button" name="action" value="approve">${text.approve}</button></form>`}</section>`
}

async function logView({ api, words, language, ctx }: OwnAsked, { name }: Integration): Promise<Html> {
  const text = words.organizationPages.integration
  const { items } = await api.get<List<Delivery>>(`/integrations/${encodeURIComponent(name)}/events`, {
    limit: 20,
  })
  return html`<section class="panel"><h2>${text.log}</h2>${items.length === 0 ? html`<p class="quiet">${text.noLog}</p>` : html`<ul class="rows">${items.map((delivery) => html`<li><details class="fold grow"><summary><code>${delivery.payload.type ?? delivery.id}</code></summary><pre class="sample" dir="ltr">${JSON.stringify(delivery, null, 2).slice(0, 8_000)}</pre></details>${delivery.status === 'failed' && html`<span class="badge failure">${words.organizationPages.webhook.statuses.failed}</span>`}<span class="quiet">${timeView(language, ctx.clock.now(), delivery.createdAt)}</span></li>`)}</ul>`}</section>`
}

function removeView({ words }: OwnAsked): Html {
  const text = words.organizationPages.integration
  return html`<section class="panel"><h2>${text.uninstall}</h2><p>${text.uninstallText}</p><details class="fold"><summary class="button plain">${text.uninstall}</summary><form method="post"><button class="button danger" name="action" value="uninstall">${text.uninstall}</button></form></details></section>`
}
