// Webhooks of an organization: where events go, and what became of each.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Webhook, WebhookDelivery } from '../../../rooms/operations/webhooks/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt } from '../../addresses.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { alertView, fieldView, noticeView } from '../../frame/fields.ts'
import { type ConsoleAnswer, type Form, lead } from '../../frame/page.ts'
import { pagerView, pagingOf } from '../../views/pager.ts'
import { timeView } from '../../views/times.ts'
import { ORGANIZATION, settingsOf } from '../organization-page.ts'
import { settingsPage } from './settings-parts.ts'

const webhooksAt = (organization: string) => `${settingsOf(organization)}/webhooks`
type Issued = { id: string; secret: string }
type Actions = { items: { id: string; label: string }[] }

export const webhooksPage = appPage({
  path: webhooksAt(ORGANIZATION),
  help: 'connect/webhooks',
  show: (asked) => showWebhooks(asked),
  async take(asked, form) {
    const { api, params } = asked
    const issued = await api.post<Issued>(`/orgs/${params.organizationId}/webhooks`, webhookIn(form))
    return showWebhooks(asked, issued.secret)
  },
})

function showWebhooks(asked: OwnAsked, secret?: string): Promise<ConsoleAnswer> {
  return settingsPage(asked, 'webhooks', async ({ id }, parts) => {
    const { api, words } = asked
    const text = words.organizationPages.webhook
    const [webhooks, actions] = await Promise.all([
      api.get<List<Webhook>>(`/orgs/${id}/webhooks`, { limit: 100 }),
      api.get<Actions>(`/orgs/${id}/audit-event-actions`),
    ])
    const row = ({ id: webhookId, url, events, description, enabled, failingSince }: Webhook) =>
      html`<li><div class="grow"><a class="title" href="${webhooksAt(organizationAt(id))}/${webhookId}">${description || url}</a><p class="quiet">${description && html`<bdi>${url}</bdi> · `}<bdi>${events.join(', ')}</bdi></p></div>${!enabled && html`<span class="badge draft">${words.site.off}</span>`}${failingSince && html`<span class="badge failure">${text.statuses.failed}</span>`}</li>`
    return {
      actions: html`<details class="fold menu"><summary class="button">${text.new}</summary><form method="post">${fieldsView(asked)}<button class="button">${words.organization.create}</button></form></details>`,
      body: html`${parts}${secretView(asked, secret)}
        ${webhooks.items.length === 0 ? html`<p class="empty">${text.none}</p>` : html`<ul class="rows panel">${webhooks.items.map(row)}</ul>`}
        <details class="fold"><summary class="button plain small">${text.catalogue}</summary><ul class="rows panel">${actions.items.map((action) => html`<li><code>${action.id}</code> <span class="quiet">${action.label}</span></li>`)}</ul></details>`,
    }
  })
}

function secretView({ words }: OwnAsked, secret: string | undefined): Html | undefined {
  if (secret === undefined) return
  return html`<section class="panel" role="status"><p>${words.organizationPages.webhook.secret}</p><code class="secret">${secret}</code></section>`
}

function webhookIn(form: Form) {
  const events = form
    .get('events')
    .split(/[\s,]+/)
    .filter((type) => type !== '')
  return { url: form.get('url').trim(), events, description: form.get('description').trim() }
}

function fieldsView({ words }: OwnAsked, webhook?: Webhook): Html {
  const text = words.organizationPages.webhook
  return html`${fieldView({ name: 'url', label: text.url, value: webhook?.url, maxLength: 2048, hint: 'https://…' })}
    ${fieldView({ name: 'description', label: words.page.description, value: webhook?.description, isOptional: true, maxLength: 200 })}
    <div class="field"><label for="events">${text.events}</label><textarea id="events" name="events" rows="4" required spellcheck="false" dir="ltr" aria-describedby="events-hint">${(webhook?.events ?? ['*']).join('\n')}</textarea><p class="hint" id="events-hint">${text.eventsHint}</p></div>`
}

const pathOf = ({ params }: OwnAsked) =>
  `/orgs/${params.organizationId}/webhooks/${encodeURIComponent(params.webhookId ?? '')}`

export const webhookPage = appPage({
  path: `${webhooksAt(ORGANIZATION)}/:webhookId`,
  help: 'connect/webhooks',
  show: (asked) => showWebhook(asked),
  async take(asked, form) {
    const secret = await perform(asked, form)
    if (secret !== undefined) return showWebhook(asked, secret)
    const { pathname } = asked.url
    return lead(form.get('action') === 'delete' ? pathname.replace(/\/[^/]+$/, '') : `${pathname}?saved`)
  },
})

async function perform(asked: OwnAsked, form: Form): Promise<string | undefined> {
  const { api } = asked
  const path = pathOf(asked)
  switch (form.get('action')) {
    case 'save':
      await api.patch(path, webhookIn(form))
      return
    case 'on':
    case 'off':
      await api.patch(path, { enabled: form.get('action') === 'on' })
      return
    case 'rotate':
      return (await api.post<Issued>(`${path}/rotate-secret`)).secret
    case 'test':
      await api.post(`${path}/test`)
      return
    case 'replay':
      await api.post(`${path}/deliveries/${encodeURIComponent(form.get('delivery'))}/replay`)
      return
    case 'delete':
      await api.delete(path)
      return
    default:
      throw missing()
  }
}

function showWebhook(asked: OwnAsked, secret?: string): Promise<ConsoleAnswer> {
  return settingsPage(asked, 'webhooks', async (_, parts) => {
    const { api, words, url } = asked
    const text = words.organizationPages.webhook
    const path = pathOf(asked)
    const [webhook, deliveries] = await Promise.all([
      api.get<Webhook>(path),
      api.get<List<WebhookDelivery>>(`${path}/deliveries`, { limit: 25, ...pagingOf(asked) }),
    ])
    const { enabled, description, disabledReason } = webhook
    const act = (action: string, label: string) =>
      html`<form method="post"><button class="button plain" name="action" value="${action}">${label}</button></form>`
    return {
      title: description || webhook.url,
      actions: html`${enabled && act('test', text.test)}${enabled ? act('off', text.disable) : act('on', text.enable)}`,
      body: html`${parts}${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}${alertView(disabledReason)}${secretView(asked, secret)}
        <section class="panel"><form method="post" class="narrow-panel">${fieldsView(asked, webhook)}<button class="button" name="action" value="save">${words.save}</button></form>
        <div class="actions"><form method="post"><button class="button plain small" name="action" value="rotate">${text.rotate}</button></form><details class="fold"><summary class="button plain small">${words.app.delete}</summary><form method="post"><button class="button danger small" name="action" value="delete">${words.app.delete}</button></form></details></div></section>
        <section class="panel"><h2>${text.deliveries}</h2>${deliveries.items.length === 0 ? html`<p class="quiet">${text.noDeliveries}</p>` : html`<ul class="rows">${deliveries.items.map((delivery) => html`<li>${deliveryView(asked, delivery, enabled)}</li>`)}</ul>${pagerView(asked, deliveries)}`}</section>`,
    }
  })
}

function deliveryView(
  { words, language, ctx }: OwnAsked,
  delivery: WebhookDelivery,
  mayReplay: boolean,
): Html {
  const text = words.organizationPages.webhook
  const { id, type, event, status, createdAt, answer, error, attempts } = delivery
  const look = status === 'failed' ? 'failure' : status === 'waiting' ? 'draft' : ''
  return html`<div class="grow"><code>${type ?? event}</code> <span class="badge ${look}">${text.statuses[status]}</span>
    <p class="quiet">${timeView(language, ctx.clock.now(), createdAt)}${attempts > 1 && ` · ×${attempts}`}${answer && html` · ${answer.status}`}${error && html` · <bdi>${error}</bdi>`}</p>
    ${answer && answer.body !== '' && html`<details class="fold"><summary>${text.answer}</summary><pre class="sample" dir="ltr">${answer.body}</pre></details>`}</div>
    ${mayReplay && html`<form method="post"><input type="hidden" name="delivery" value="${id}"><button class="button plain small" name="action" value="replay">${text.replay}</button></form>`}`
}
