// What a page has beside its text: its title and address, who sees it, and what leads to it.

import type { Variables } from '../../../engines/content/records.ts'
import { emojiOf } from '../../../engines/html/emoji-names.ts'
import { type Html, html } from '../../../engines/html/html.ts'
import type { Location } from '../../../rooms/content/links/schema.ts'
import type { Page } from '../../../rooms/content/pages/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { pageAt, pdfAt, readAt, variablesAt, versionsAt } from '../../addresses.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { fieldView, noticeView } from '../../frame/fields.ts'
import { type Form, lead } from '../../frame/page.ts'
import { SPACE, spacePage } from '../space-page.ts'
import { changeIn, namesOf, newVariable, variableMenu, variableView } from '../variable-fields.ts'
import { actionForms } from './page-list.ts'
import { openPages, type PagesAsked } from './pages.ts'
import { flatPages } from './placed-pages.ts'

const MOST_LINKS = 50
const SWITCHES = ['hidden', 'noIndex', 'noRobotsIndex'] as const

const settings = {
  async show(asked: OwnAsked) {
    const opened = await openPages(asked)
    const { api, words, content, home, request, mayEdit, url, params } = opened
    const page = await api.get<Page>(`${content}/page/${params.pageId}`, { metadata: false })
    const links = await api.get<List<Location>>(`${content}/page/${page.id}/backlinks`, { limit: MOST_LINKS })
    const read = page.path === undefined ? undefined : readAt(home, page.path, request?.number)
    const shown = await spacePage(opened, request ? 'changes' : 'pages', {
      title: page.title,
      actions: html`${page.type === 'document' && !request && html`<a class="button plain" href="${versionsAt(home, page.id)}">${words.compare.versions}</a>`}<a class="button plain" href="${pdfAt(home, request?.number)}?page=${page.id}">${words.pdf.title}</a>${read && html`<a class="button plain" href="${read}">${words.space.read}</a>`}`,
      body: html`${noticeView(url.searchParams.has('saved') ? words.page.saved : undefined)}
        ${mayEdit && url.searchParams.has('arrange') && (await arrangeView(opened, page))}${mayEdit && fieldsView(opened, page)}${mayEdit && (await variablesView(opened, page))}${linksView(opened, links.items)}`,
    })
    return { ...shown, trail: [...(shown.trail ?? []), { title: words.pages.title, href: opened.place }] }
  },
  async take(asked: OwnAsked, form: Form) {
    const { api, content, home, request, params } = await openPages(asked)
    const page = params.pageId ?? ''
    const isVariable = form.has('action')
    const fields = isVariable
      ? variablesIn(form, await api.get<Page>(`${content}/page/${page}`, { metadata: false }))
      : fieldsIn(form)
    await api.post(content, { changes: [{ operation: 'update_page', page, ...fields }] })
    return lead(`${pageAt(home, page, request?.number)}?saved`)
  },
}

export const pageSettingsPage = appPage({ path: pageAt(SPACE, ':pageId'), ...settings })
export const requestedPageSettingsPage = appPage({
  path: pageAt(SPACE, ':pageId', ':changeRequestId'),
  ...settings,
})

function variablesIn(form: Form, { variables = {} }: Page) {
  const { name, value } = changeIn(form, variables)
  if (value === null && !Object.hasOwn(variables, name)) throw missing()
  return { variables: { [name]: value } }
}

function fieldsIn(form: Form) {
  const text = (name: string) => form.get(name).trim()
  const [slug, emoji] = [text('slug'), text('emoji')]
  return {
    title: text('title'),
    description: text('description'),
    condition: text('condition'),
    ...(slug && { slug }),
    emoji: emoji || null,
    ...Object.fromEntries(SWITCHES.map((name) => [name, form.has(name)])),
  }
}

function fieldsView({ words }: PagesAsked, page: Page): Html {
  const { page: names } = words
  const { title, description = '', slug = '', emoji, condition = '' } = page
  const field = (name: 'description' | 'slug' | 'emoji' | 'condition', value: string, maxLength: number) =>
    fieldView({ name, label: names[name], hint: names.hints[name], value, maxLength, isOptional: true })
  return html`<section class="panel narrow-panel"><form method="post">
    ${fieldView({ name: 'title', label: names.title, value: title, maxLength: 255 })}
    ${field('description', description, 2000)}${field('slug', slug, 100)}
    ${field('emoji', emoji ? emojiOf(emoji) : '', 50)}${field('condition', condition, 1024)}
    ${SWITCHES.map((name) => html`<div class="check"><input id="${name}" type="checkbox" name="${name}" value="yes"${page[name] && html` checked`}><label for="${name}">${names.switches[name]}</label></div>`)}
    <button class="button">${words.save}</button></form></section>`
}

async function arrangeView(asked: PagesAsked, { id }: Page): Promise<Html | undefined> {
  const { api, content } = asked
  const flat = flatPages((await api.get<{ pages: Page[] }>(`${content}/pages`, { metadata: false })).pages)
  const placed = flat.find(({ page }) => page.id === id)
  return (
    placed && html`<section class="panel narrow-panel choices">${actionForms(asked, placed, flat)}</section>`
  )
}

/** Its own, and below them those of the space, which its texts can name, too. */
async function variablesView({ api, words, content, home, request }: PagesAsked, page: Page) {
  const { variables: names } = words
  const own = page.variables ?? {}
  const query = { metadata: false, computed: false }
  const ofSpace = (await api.get<{ variables: Variables }>(content, query)).variables
  const row = (name: string) =>
    html`<li>${variableView(name, own[name] ?? '')}${variableMenu(words, name, own[name] ?? '')}</li>`
  return html`<section id="variables"><h2>${names.ofPage}</h2><p class="quiet">${names.ofPageText}</p>
    ${namesOf(own).length === 0 ? html`<p class="quiet">${names.noneOfPage}</p>` : html`<ul class="rows panel variables">${namesOf(own).map(row)}</ul>`}
    <details class="fold"><summary class="button plain small">${names.add}</summary>${newVariable(words, names.nameHintOfPage)}</details>
    ${
      namesOf(ofSpace).length > 0 &&
      html`<details class="fold"><summary>${names.ofSpace}</summary><ul class="rows panel variables">${namesOf(ofSpace).map((name) => html`<li>${variableView(name, ofSpace[name] ?? '')}</li>`)}</ul>
      <p><a href="${variablesAt(home, request?.number)}">${names.title}</a></p></details>`
    }</section>`
}

/** Whoever moves or deletes it wants to know. */
function linksView({ words, home, request }: PagesAsked, links: readonly Location[]): Html {
  const row = ({ page, space, reusableContent }: Location) => {
    const isHere = page?.path !== undefined && (space === undefined || home.endsWith(space.id))
    const title =
      page?.title ??
      space?.title ??
      (reusableContent && 'title' in reusableContent ? String(reusableContent.title) : '')
    return html`<li>${isHere ? html`<a class="title" href="${readAt(home, page?.path ?? '', request?.number)}">${title}</a>` : html`<span class="title">${title}</span>`}</li>`
  }
  return html`<section><h2>${words.page.backlinks}</h2>
    ${links.length === 0 ? html`<p class="quiet">${words.page.noBacklinks}</p>` : html`<ul class="rows panel">${links.map(row)}</ul>`}</section>`
}
