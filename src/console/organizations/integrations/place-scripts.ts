// What the script of an integration may load on a site, and what browsers of visitors had to block.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Integration } from '../../../rooms/integrations/integrations/schema.ts'
import type { ScriptPolicy } from '../../../rooms/integrations/scripts/policy/schema-policy.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { missing } from '../../api.ts'
import type { Form } from '../../frame/page.ts'
import { installationPathOf } from './places.ts'

const MODES = ['declared', 'hosts', 'everything'] as const

function pathOf(asked: OwnAsked) {
  return `${installationPathOf(asked)}/sites/${encodeURIComponent(asked.params.placeId ?? '')}/script-policy`
}

export async function scriptsView(asked: OwnAsked, { scopes }: Integration): Promise<Html | undefined> {
  if (!scopes.includes('site:script:inject')) return
  const { api, words } = asked
  const text = words.organizationPages.integration
  const { mode, hosts, declared, blocked } = await api.get<ScriptPolicy>(pathOf(asked))
  const option = (one: (typeof MODES)[number]) =>
    html`<option value="${one}"${one === mode && html` selected`}>${text.modes[one]}</option>`
  const lines = hosts.map(({ directive, host }) => `${directive} ${host}`).join('\n')
  const row = ({ directive, host, reports, isAllowed }: ScriptPolicy['blocked'][number]) =>
    html`<li><div class="grow"><code>${host}</code><p class="quiet">${directive} · ×${reports}</p></div>${
      isAllowed
        ? html`<span class="badge">${text.allowed}</span>`
        : html`<form method="post"><input type="hidden" name="host" value="${directive} ${host}"><button class="button plain small" name="action" value="allow-host">${text.allow}</button></form>`
    }</li>`
  return html`<section class="panel"><h2>${text.scripts}</h2>${declared !== '' && html`<pre class="sample" dir="ltr">${declared}</pre>`}
    <form method="post" class="narrow-panel"><div class="field"><label for="mode">${text.mode}</label><select id="mode" name="mode" aria-describedby="mode-hint">${MODES.map(option)}</select><p class="hint" id="mode-hint">${text.modeHint}</p></div>
    <div class="field"><label for="hosts">${text.hosts}</label><textarea id="hosts" name="hosts" rows="3" spellcheck="false" dir="ltr" aria-describedby="hosts-hint">${lines}</textarea><p class="hint" id="hosts-hint">${text.hostsHint} <code dir="ltr">script-src widget.example.org</code></p></div>
    <button class="button" name="action" value="hosts">${words.save}</button></form>
    <h3>${text.blocked}</h3>${blocked.length === 0 ? html`<p class="quiet">${text.noneBlocked}</p>` : html`<ul class="rows">${blocked.map(row)}</ul>`}</section>`
}

export async function changeScripts(asked: OwnAsked, form: Form): Promise<unknown> {
  const { api } = asked
  const path = pathOf(asked)
  switch (form.get('action')) {
    case 'hosts': {
      const mode = form.get('mode')
      return api.put(path, { mode, ...(mode === 'hosts' && { hosts: hostsIn(form.get('hosts')) }) })
    }
    case 'allow-host': {
      const { hosts } = await api.get<ScriptPolicy>(path)
      return api.put(path, { mode: 'hosts', hosts: [...hosts, ...hostsIn(form.get('host'))] })
    }
    default:
      throw missing()
  }
}

/** Lines of a directive and a host. */
function hostsIn(text: string) {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/))
  return lines
    .filter(([directive]) => directive !== '')
    .map(([directive = '', host = '']) => ({ directive, host }))
}
