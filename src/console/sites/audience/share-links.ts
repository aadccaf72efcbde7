// Secret addresses of a site, each of which can be switched off.
import { type Html, html } from '../../../engines/html/html.ts'
import type { ShareLink } from '../../../rooms/sites/site-access/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { type Api, missing } from '../../api.ts'
import { fieldView } from '../../frame/fields.ts'
import type { Form } from '../../frame/page.ts'
import { timeView } from '../../views/times.ts'

export function takeShareLink(api: Api, site: string, form: Form): Promise<unknown> {
  const link = `${site}/share-links/${encodeURIComponent(form.get('link'))}`
  switch (form.get('action')) {
    case 'add-link':
      return api.post(`${site}/share-links`, { name: form.get('name').trim() })
    case 'switch-off':
    case 'switch-on':
      return api.patch(link, { active: form.get('action') === 'switch-on' })
    case 'delete-link':
      return api.delete(link)
    default:
      throw missing()
  }
}

export function shareLinksView(asked: OwnAsked, links: readonly ShareLink[]): Html {
  const { site } = asked.words
  return html`<section class="panel"><h2>${site.links}</h2>
    ${links.length === 0 ? html`<p class="quiet">${site.noLinks}</p>` : html`<ul class="rows">${links.map((link) => html`<li>${linkView(asked, link)}</li>`)}</ul>`}
    <form method="post" class="narrow-panel">${fieldView({ name: 'name', label: site.linkName, hint: site.linkNameHint, maxLength: 50 })}
    <button class="button" name="action" value="add-link">${site.addLink}</button></form></section>`
}

function linkView(
  { words, language, ctx }: OwnAsked,
  { id, name, active, createdAt, lastUsedAt, urls }: ShareLink,
): Html {
  const { site } = words
  const act = (action: string, label: string) =>
    html`<form method="post"><input type="hidden" name="link" value="${id}"><button class="button plain small" name="action" value="${action}">${label}</button></form>`
  return html`<div class="grow"><strong>${name}</strong> ${!active && html`<span class="badge draft">${site.off}</span>`}
    <p class="quiet">${timeView(language, ctx.clock.now(), createdAt)} · ${lastUsedAt ? html`${site.lastUsed} ${timeView(language, ctx.clock.now(), lastUsedAt)}` : site.neverUsed}</p>${active && urls.published && html`<code class="secret">${urls.published}</code>`}</div>
    ${active && urls.published && html`<button class="button plain small" type="button" hidden data-copy="${urls.published}" data-copied="${words.factors.copied}">${words.factors.copy}</button>`}
    ${active ? act('switch-off', site.switchOff) : html`${act('switch-on', site.switchOn)}${act('delete-link', words.app.delete)}`}`
}
