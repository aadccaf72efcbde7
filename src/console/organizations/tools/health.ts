// The health of an installation, for its administrators: its release, and work that failed.
import { type Html, html } from '../../../engines/html/html.ts'
import type { FailedJob } from '../../../rooms/operations/system/schema.ts'
import { VERSION } from '../../../world/version.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../app-page.ts'
import { noticeView } from '../../fields.ts'
import { HOME } from '../../frame.ts'
import { lead } from '../../page.ts'
import { pagerView, pagingOf } from '../../views/pager.ts'
import { timeView } from '../../views/times.ts'

export const HEALTH = `${HOME}/~health`

export const healthPage = appPage({
  path: HEALTH,
  help: 'operate/monitor',
  async show(asked) {
    const { api, words, person, url } = asked
    if (!person.isAdministrator) throw missing()
    const text = words.toolPages.health
    const jobs = await api.get<List<FailedJob>>('/failed-jobs', { limit: 50, ...pagingOf(asked) })
    return {
      kind: 'page',
      layout: 'app',
      title: text.title,
      body: html`${noticeView(url.searchParams.has('saved') ? words.everybody.saved : undefined)}
        <dl class="totals"><div class="panel"><dt>${text.version}</dt><dd>${VERSION}</dd></div></dl><p class="hint">${text.doctor}</p>
        <section><h2>${text.failed}</h2>${jobs.items.length === 0 ? html`<p class="empty">${text.none}</p>` : html`<ul class="rows panel">${jobs.items.map((job) => html`<li>${jobView(asked, job)}</li>`)}</ul>${pagerView(asked, jobs)}`}</section>`,
    }
  },
  async take({ api, person, url }, form) {
    if (!person.isAdministrator) throw missing()
    await api.post(`/failed-jobs/${encodeURIComponent(form.get('job'))}/retry`)
    return lead(`${url.pathname}?saved`)
  },
})

function jobView(
  { words, language, ctx }: OwnAsked,
  { id, name, error, attempts, failedAt, payload }: FailedJob,
): Html {
  const text = words.toolPages.health
  return html`<div class="grow"><code>${name}</code><p class="quiet">${timeView(language, ctx.clock.now(), failedAt)} · ${text.attempts({ attempts })}</p><p>${error}</p><details class="fold"><summary>JSON</summary><pre class="sample" dir="ltr">${JSON.stringify(payload, null, 2).slice(0, 4_000)}</pre></details></div>
    <form method="post"><input type="hidden" name="job" value="${id}"><button class="button plain small">${text.retry}</button></form>`
}
