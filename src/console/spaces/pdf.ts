// A space, or some of its pages, as a PDF: what shall be in it, and then where it is.
import { type Html, html } from '../../engines/html/html.ts'
import type { Page } from '../../rooms/content/pages/schema.ts'
import type { PdfAddress } from '../../rooms/content/pdf/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { pagesAt, pathOf, pdfAt } from '../addresses.ts'
import { appPage } from '../frame/app-page.ts'
import { requestNotice } from './in-request.ts'
import { openPages, type PagesAsked } from './pages/pages.ts'
import { flatPages, type PlacedPage } from './pages/placed-pages.ts'
import { SPACE, spacePage } from './space-page.ts'

/** Seconds between looks whether it is there. */
const LOOK = 2

type Chosen = { page?: string; only: boolean }

const page = {
  async show(asked: OwnAsked) {
    const opened = await openPages(asked)
    const { api, words, content, home, request, url } = opened
    const { pages } = await api.get<{ pages: Page[] }>(`${content}/pages`, { metadata: false })
    const chosen = chosenIn(url)
    const made = url.searchParams.has('make') ? await ask(opened, chosen) : undefined
    const shown = await spacePage(opened, request ? 'changes' : 'pages', {
      title: words.pdf.title,
      refresh: made?.status === 'pending' ? LOOK : undefined,
      body: html`${request && requestNotice(opened, words.pages.inRequest({ number: request.number }), request)}
        ${made && madeView(opened, made)}${made?.status !== 'pending' && choiceView(opened, flatPages(pages), chosen)}`,
    })
    const trail = [{ title: words.pages.title, href: pagesAt(home, request?.number) }]
    return { ...shown, trail: [...(shown.trail ?? []), ...trail] }
  },
}

export const pdfPage = appPage({ path: pdfAt(SPACE), ...page })
export const requestedPdfPage = appPage({ path: pdfAt(SPACE, ':changeRequestId'), ...page })

function chosenIn({ searchParams }: URL): Chosen {
  const chosen = searchParams.get('page') ?? ''
  return chosen === '' ? { only: false } : { page: chosen, only: searchParams.has('only') }
}

function ask({ api, space, request }: PagesAsked, { page, only }: Chosen) {
  const path = `/spaces/${space.id}${request ? `/change-requests/${request.number}` : ''}/pdf`
  return api.get<PdfAddress>(path, { page, ...(only && { only }) })
}

function madeView({ words: { pdf } }: PagesAsked, { url, status }: PdfAddress): Html {
  const address = `${pathOf(url)}${new URL(url).search}`
  switch (status) {
    case 'pending':
      return html`<section class="panel narrow-panel" role="status"><p>${pdf.pending}</p><progress aria-label="${pdf.pending}"></progress></section>`
    case 'ready':
      return html`<section class="panel narrow-panel" role="status"><p>${pdf.ready}</p><a class="button" href="${address}">${pdf.open}</a></section>`
    case 'too_large':
      return html`<p class="alert" role="alert">${pdf.tooLarge}</p>`
    case 'failed':
      return html`<p class="alert" role="alert">${pdf.failed}</p>`
  }
}

function choiceView({ words: { pdf } }: PagesAsked, flat: readonly PlacedPage[], chosen: Chosen): Html {
  const options = flat
    .filter(({ page }) => page.type === 'document' || page.type === 'group')
    .map(
      ({ page, above }) =>
        html`<option value="${page.id}"${page.id === chosen.page && html` selected`}>${'\u2003'.repeat(above.length)}${page.title}</option>`,
    )
  return html`<section class="panel narrow-panel"><p class="quiet">${pdf.text}</p><form method="get">
    <div class="field"><label for="page">${pdf.what}</label><select id="page" name="page"><option value="">${pdf.all}</option>${options}</select></div>
    <div class="check"><input id="only" type="checkbox" name="only" value="yes"${chosen.only && html` checked`}><label for="only">${pdf.only}</label></div>
    <button class="button" name="make" value="yes">${pdf.make}</button></form></section>`
}
