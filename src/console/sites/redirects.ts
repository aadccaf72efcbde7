// Old addresses of a site and where they lead, one by one or from a CSV file.
import { type Html, html } from '../../engines/html/html.ts'
import type { RedirectResult, SiteRedirect } from '../../rooms/sites/redirects/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { type List, missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView, noticeView } from '../frame/fields.ts'
import { type ConsoleAnswer, type Form, lead } from '../frame/page.ts'
import { readCsv } from '../views/csv.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { putRedirects, type RedirectLine } from './put-redirects.ts'
import { pathOfSite, SITE, sitePageOf } from './site-page.ts'
import { sitePlaces } from './site-places.ts'

const LARGEST = 1024 * 1024

export const redirectsPage = appPage({
  path: `${SITE}/redirects`,
  help: 'publish/redirects',
  file: { largest: LARGEST, ifLarger: '?larger' },
  show: (asked) => showRedirects(asked),
  async take(asked, form) {
    const results = await perform(asked, form)
    return results === undefined ? lead(`${asked.url.pathname}?saved`) : showRedirects(asked, results)
  },
})

function showRedirects(asked: OwnAsked, results?: readonly RedirectResult[]): Promise<ConsoleAnswer> {
  return sitePageOf(asked, 'redirects', async ({ path, mayEdit }) => {
    const { api, words, url } = asked
    const text = words.sitePages.redirects
    const search = (url.searchParams.get('search') ?? '').slice(0, 500)
    const [redirects, places] = await Promise.all([
      api.get<List<SiteRedirect>>(`${path}/redirects`, {
        limit: 100,
        ...(search && { search }),
        ...pagingOf(asked),
      }),
      sitePlaces(api, path),
    ])
    const rows = await Promise.all(
      redirects.items.map(async (redirect) =>
        rowView(asked, redirect, await places.addressOf(redirect.destination), mayEdit),
      ),
    )
    const isLong = redirects.items.length > 0 || search !== ''
    return {
      body: html`${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}${results && reportView(asked, results)}
        ${mayEdit && html`<div class="actions">${addView(asked)}${importView(asked)}</div>`}
        ${isLong && html`<form class="panel wide-search"><div class="field"><label for="search">${text.search}</label><input id="search" type="search" name="search" value="${search}" maxlength="500"></div></form>`}
        ${redirects.items.length === 0 ? html`<p class="empty">${text.none}</p>` : html`<ul class="rows panel">${rows.map((row) => html`<li>${row}</li>`)}</ul>${pagerView(asked, redirects)}`}`,
    }
  })
}

async function perform({ api, params, words }: OwnAsked, form: Form) {
  const path = pathOfSite(params)
  switch (form.get('action')) {
    case 'add': {
      const line = { source: form.get('source').trim(), target: form.get('target').trim() }
      return failed(await putRedirects(api, path, [line], words))
    }
    case 'delete':
      await api.delete(`${path}/redirects/${encodeURIComponent(form.get('redirect'))}`)
      return
    case 'import': {
      const rows = readCsv(new TextDecoder().decode(form.file('file').bytes)) ?? []
      return putRedirects(api, path, linesOf(rows), words)
    }
    default:
      throw missing()
  }
}

/** Of one that was added, only what went wrong is told. */
function failed(results: RedirectResult[]) {
  return results.some(({ status }) => status === 'error') ? results : undefined
}

/** Without a line of headings. */
function linesOf(rows: readonly string[][]): RedirectLine[] {
  const lines = rows.map(([source = '', target = '']) => ({ source, target }))
  return lines.filter(({ source }, at) => at > 0 || source.startsWith('/')).slice(0, 2_000)
}

function rowView({ words }: OwnAsked, { id, source }: SiteRedirect, target: string, mayEdit: boolean): Html {
  return html`<div class="grow"><code dir="ltr">${source}</code><p class="quiet onward"><span dir="ltr">${target}</span></p></div>
    ${mayEdit && html`<form method="post"><input type="hidden" name="redirect" value="${id}"><button class="button plain small" name="action" value="delete">${words.app.delete}</button></form>`}`
}

function addView({ words, url }: OwnAsked): Html {
  const text = words.sitePages.redirects
  // A visitor looked for it: `insights` leads here.
  const source = url.searchParams.get('source')?.slice(0, 512)
  return html`<details class="fold menu start"${source && html` open`}><summary class="button">${text.add}</summary><form method="post">
    ${fieldView({ name: 'source', label: text.source, hint: text.sourceHint, value: source, maxLength: 512 })}
    ${fieldView({ name: 'target', label: text.target, hint: text.targetHint, maxLength: 2048 })}
    <button class="button" name="action" value="add">${words.app.add}</button></form></details>`
}

function importView({ words }: OwnAsked): Html {
  const text = words.sitePages.redirects
  return html`<details class="fold menu start"><summary class="button plain">${text.import}</summary><form method="post" enctype="multipart/form-data">
    <div class="field"><label for="file">${words.imports.file}</label><input id="file" name="file" type="file" accept=".csv,text/csv,text/plain" required aria-describedby="file-hint"><p class="hint" id="file-hint">${text.importHint}</p></div>
    <button class="button" name="action" value="import">${text.import}</button></form></details>`
}

function reportView({ words }: OwnAsked, results: readonly RedirectResult[]): Html {
  const text = words.sitePages.redirects
  return html`<section class="panel" role="status"><h2>${text.report}</h2><div class="wide"><table class="table"><thead><tr><th>${text.line}</th><th>${text.source}</th><th>${text.result}</th></tr></thead><tbody>
    ${results.map(({ source, status, error }, at) => html`<tr><td>${at + 1}</td><td><code>${source}</code></td><td><span class="badge ${status === 'error' && 'failure'}">${text.results[status]}</span> ${error}</td></tr>`)}</tbody></table></div></section>`
}
