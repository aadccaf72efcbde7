// Where a site is: its address here, a domain of its own with its DNS records, or a path behind somebody's proxy.
import { type Html, html } from '../../engines/html/html.ts'
import type { CustomHostname } from '../../rooms/sites/hostnames/schema.ts'
import type { Site } from '../../rooms/sites/sites/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView, noticeView } from '../frame/fields.ts'
import { type Form, lead } from '../frame/page.ts'
import { timeView } from '../views/times.ts'
import { pathOfSite, SITE, sitePageOf } from './site-page.ts'

export const domainPage = appPage({
  path: `${SITE}/domain`,
  help: 'publish/domain',
  show: (asked) =>
    sitePageOf(asked, 'domain', async ({ site, mayAdmin }) => {
      if (!mayAdmin) throw missing()
      const { api, words, url } = asked
      const hostname = site.hostname ? await api.get<CustomHostname>(hostnamePath(site.hostname)) : undefined
      return {
        body: html`${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}
          ${ownView(asked, hostname)}${hereView(asked, site)}`,
      }
    }),
  async take(asked, form) {
    await perform(asked, form)
    return lead(`${asked.url.pathname}?saved`)
  },
})

const hostnamePath = (hostname: string) => `/custom-hostnames/${encodeURIComponent(hostname)}`

async function perform({ api, params }: OwnAsked, form: Form): Promise<unknown> {
  const path = pathOfSite(params)
  switch (form.get('action')) {
    case 'set':
      return api.patch(path, { hostname: form.get('hostname').trim().toLowerCase() || null })
    case 'remove':
      return api.patch(path, { hostname: null })
    case 'check': {
      const { hostname = '' } = await api.get<Site>(path)
      return api.patch(hostnamePath(hostname), {})
    }
    case 'here':
      return api.patch(path, {
        basename: form.get('basename').trim(),
        proxy: form.get('proxy').trim() || null,
      })
    default:
      throw missing()
  }
}

function ownView(asked: OwnAsked, hostname: CustomHostname | undefined): Html {
  const { site, sitePages, save } = asked.words
  const { domain } = sitePages
  return html`<section class="panel"><h2>${domain.own} ${hostname && html`<span class="badge ${!hostname.isActive && 'draft'}">${domain.statuses[hostname.status ?? 'unchecked']}</span>`}</h2>
    ${hostname && recordsView(asked, hostname)}
    <form method="post" class="narrow-panel">${fieldView({ name: 'hostname', label: site.hostname, hint: site.hostnameHint, value: hostname?.hostname ?? '', maxLength: 512 })}
    <button class="button" name="action" value="set">${save}</button></form>
    ${hostname && html`<form method="post"><button class="button plain small" name="action" value="remove">${domain.remove}</button></form>`}</section>`
}

function recordsView({ words, language, ctx }: OwnAsked, { records, checkedAt }: CustomHostname): Html {
  const { domain } = words.sitePages
  return html`<p>${domain.records}</p><div class="wide"><table class="table"><thead><tr><th>${domain.type}</th><th>${domain.name}</th><th>${domain.value}</th></tr></thead>
    <tbody>${records.map(({ type, name, value }) => html`<tr><td>${type}</td><td><code>${name}</code></td><td><code>${value}</code></td></tr>`)}</tbody></table></div>
    <form method="post" class="inline"><button class="button plain small" name="action" value="check">${domain.check}</button>${checkedAt && html`<span class="quiet">${domain.checked} ${timeView(language, ctx.clock.now(), checkedAt)}</span>`}</form>
    <p class="hint">${domain.certificate}</p>`
}

function hereView({ words }: OwnAsked, { basename, proxy }: Site): Html {
  const { site, sitePages, save } = words
  const { domain } = sitePages
  return html`<section class="panel"><h2>${domain.here}</h2><form method="post" class="narrow-panel">
    ${fieldView({ name: 'basename', label: site.basename, hint: site.basenameHint, value: basename, maxLength: 100 })}
    ${fieldView({ name: 'proxy', label: domain.proxy, hint: domain.proxyHint, value: proxy?.origin ?? '', isOptional: true, maxLength: 512 })}
    <button class="button" name="action" value="here">${save}</button></form></section>`
}
