// The health of an installation, for its administrators: its release, its space, what checks find, and work that failed.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Examination, FailedJob, StorageUse } from '../../../rooms/operations/system/schema.ts'
import { VERSION } from '../../../world/version.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { noticeView } from '../../frame/fields.ts'
import { HOME } from '../../frame/frame.ts'
import { type ConsoleAnswer, lead } from '../../frame/page.ts'
import { pagerView, pagingOf } from '../../views/pager.ts'
import { timeView } from '../../views/times.ts'
import { examinationView, filesView, storageView, totalsView } from './examination.ts'

export const HEALTH = `${HOME}/~health`

export const healthPage = appPage({
  path: HEALTH,
  help: 'operate/monitor',
  show: (asked) => showHealth(asked),
  async take(asked, form) {
    const { api, person, url } = asked
    if (!person.isAdministrator) throw missing()
    if (form.get('action') === 'examine')
      return showHealth(asked, await api.post<Examination>('/examination'))
    await api.post(`/failed-jobs/${encodeURIComponent(form.get('job'))}/retry`)
    return lead(`${url.pathname}?saved`)
  },
})

async function showHealth(asked: OwnAsked, examination?: Examination): Promise<ConsoleAnswer> {
  const { api, words, person, url } = asked
  if (!person.isAdministrator) throw missing()
  const text = words.toolPages.health
  const [jobs, storage] = await Promise.all([
    api.get<List<FailedJob>>('/failed-jobs', { limit: 50, ...pagingOf(asked) }),
    api.get<StorageUse>('/storage'),
  ])
  return {
    kind: 'page',
    layout: 'app',
    title: text.title,
    body: html`${noticeView(url.searchParams.has('saved') ? words.everybody.saved : undefined)}
      ${totalsView(asked, VERSION, storage)}${filesView(asked, storage)}${storageView(asked, storage)}${examinationView(asked, examination)}
      <section><h2>${text.failed}</h2>${jobs.items.length === 0 ? html`<p class="empty">${text.none}</p>` : html`<ul class="rows panel">${jobs.items.map((job) => html`<li>${jobView(asked, job)}</li>`)}</ul>${pagerView(asked, jobs)}`}</section>`,
  }
}

function jobView(
  { words, language, ctx }: OwnAsked,
  { id, name, error, attempts, failedAt, payload }: FailedJob,
): Html {
  const text = words.toolPages.health
  return html`<div class="grow"><code>${name}</code><p class="quiet">${timeView(language, ctx.clock.now(), failedAt)} · ${text.attempts({ attempts })}</p><p>${error}</p><details class="fold"><summary>JSON</summary><pre class="sample" dir="ltr">${JSON.stringify(payload, null, 2).slice(0, 4_000)}</pre></details></div>
    <form method="post"><input type="hidden" name="job" value="${id}"><button class="button plain small">${text.retry}</button></form>`
}
