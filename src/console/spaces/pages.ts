// The pages of a space, or of a change request of it, as a tree that can be arranged.

import { emojiOf } from '../../engines/html/emoji-names.ts'
import { type Html, html } from '../../engines/html/html.ts'
import type { Page } from '../../rooms/content/pages/schema.ts'
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { changeRequestAt, editAt, linksAt, pageAt, pagesAt, readAt } from '../addresses.ts'
import { appPage } from '../app-page.ts'
import { fieldView, noticeView } from '../fields.ts'
import { type Form, lead } from '../page.ts'
import { arrange } from './arrange-pages.ts'
import { flatPages, type PlacedPage } from './placed-pages.ts'
import { openSpacePage, SPACE, type SpaceAsked, spacePage } from './space-page.ts'

/** Pages of the space itself, or as a change request proposes them. */
export type PagesAsked = SpaceAsked & {
  request?: ChangeRequest
  content: string
  place: string
  mayEdit: boolean
}

export async function openPages(asked: OwnAsked): Promise<PagesAsked> {
  const opened = await openSpacePage(asked)
  const { api, space, home, params } = opened
  if (params.changeRequestId === undefined)
    return {
      ...opened,
      content: `/spaces/${space.id}/content`,
      place: pagesAt(home),
      mayEdit: space.permissions.edit,
    }
  const path = `/spaces/${space.id}/change-requests/${params.changeRequestId}`
  const request = await api.get<ChangeRequest>(path)
  const mayEdit = space.permissions.edit && ['draft', 'open'].includes(request.status)
  return { ...opened, request, content: `${path}/content`, place: pagesAt(home, request.number), mayEdit }
}

const tree = {
  async show(asked: OwnAsked) {
    const opened = await openPages(asked)
    const { api, words, request, content, home, url, mayEdit } = opened
    const { pages } = await api.get<{ pages: Page[] }>(`${content}/pages`, { metadata: false })
    const flat = flatPages(pages)
    return spacePage(opened, request ? 'changes' : 'pages', {
      title: words.pages.title,
      actions: mayEdit ? html`${!request && requestView(opened)}${addView(opened, flat)}` : undefined,
      body: html`${noticeView(url.searchParams.has('done') && !request ? words.pages.done : undefined)}
        ${request && html`<p class="notice">${words.pages.inRequest({ number: request.number })} <a href="${changeRequestAt(home, request.number)}">${request.subject || words.changes.untitled}</a></p>`}
        ${flat.length === 0 ? html`<p class="empty">${words.pages.none}</p>` : listView(opened, { pages, flat, mayEdit })}
        ${!request && flat.length > 0 && html`<p><a href="${linksAt(home)}">${words.links.title}</a></p>`}`,
    })
  },
  async take(asked: OwnAsked, form: Form) {
    const opened = await openPages(asked)
    const { api, space, words, home } = opened
    if (form.get('action') === 'open-request') {
      const body = { subject: words.pages.subject }
      const request = await api.post<ChangeRequest>(`/spaces/${space.id}/change-requests`, body)
      return lead(pagesAt(home, request.number))
    }
    return arrange(opened, form)
  },
}

export const pagesPage = appPage({ path: pagesAt(SPACE), ...tree })
export const requestedPagesPage = appPage({ path: pagesAt(SPACE, ':changeRequestId'), ...tree })

function requestView({ words }: PagesAsked): Html {
  return html`<form method="post"><button class="button plain" name="action" value="open-request" title="${words.pages.openRequestText}">${words.pages.openRequest}</button></form>`
}

function addView({ words }: PagesAsked, flat: readonly PlacedPage[]): Html {
  const { pages } = words
  return html`<details class="fold menu"><summary class="button">${pages.add}</summary><form method="post">
    <input type="hidden" name="action" value="add">
    ${fieldView({ name: 'title', label: pages.addTitle, maxLength: 255 })}
    <div class="field"><label for="into">${pages.addBelow}</label><select id="into" name="into"><option value="">${pages.top}</option>${parentsView(flat)}</select></div>
    <div class="field"><label for="type">${pages.type}</label><select id="type" name="type">
      ${(['document', 'group', 'link'] as const).map((type) => html`<option value="${type}">${pages.types[type]}</option>`)}</select></div>
    ${fieldView({ name: 'url', label: pages.url, maxLength: 2048, isOptional: true })}
    <button class="button">${words.app.add}</button></form></details>`
}

function parentsView(flat: readonly PlacedPage[], without?: PlacedPage): Html[] {
  return flat
    .filter(({ page, above }) => {
      if (page.type !== 'document' && page.type !== 'group') return false
      return !without || (page.id !== without.page.id && !above.includes(without.page.id))
    })
    .map(
      ({ page, above }) =>
        html`<option value="${page.id}">${'\u2003'.repeat(above.length)}${page.title}</option>`,
    )
}

type Listing = { pages: readonly Page[]; flat: readonly PlacedPage[]; mayEdit: boolean }

function listView(asked: PagesAsked, { pages, flat, mayEdit }: Listing): Html {
  const byId = new Map(flat.map((placed) => [placed.page.id, placed]))
  const list = (pages: readonly Page[]): Html =>
    html`<ul>${pages.map((page) => html`<li>${row(page)}${page.pages && page.pages.length > 0 && list(page.pages)}</li>`)}</ul>`
  const row = (page: Page): Html => {
    const placed = byId.get(page.id)
    return html`<div class="page-row" id="p-${page.id}">${titleView(asked, page)}${mayEdit && editView(asked, page)}${mayEdit && placed && actionsView(asked, placed, flat)}</div>`
  }
  return html`<div class="panel page-tree">${list(pages)}</div>`
}

function titleView(
  { words, home, request }: PagesAsked,
  { path = '', title, type, emoji, hidden, condition }: Page,
): Html {
  const { pages } = words
  const sign = html`<span class="sign ${type}" aria-hidden="true">${emoji && emojiOf(emoji)}</span>`
  return html`<span class="grow">${sign}${type === 'document' ? html`<a class="title" href="${readAt(home, path, request?.number)}">${title}</a>` : html`<span class="title">${title}</span>`}
    ${type !== 'document' && html`<span class="badge draft">${pages.types[type]}</span>`}
    ${hidden && html`<span class="badge draft">${pages.hidden}</span>`}${condition && html`<span class="badge draft">${pages.conditional}</span>`}</span>`
}

function editView({ words, home, request }: PagesAsked, { id, title, type }: Page): Html | false {
  if (type !== 'document') return false
  const { edit } = words.pages
  return html`<a class="button plain small" href="${editAt(home, id, request?.number)}" aria-label="${edit}: ${title}">${edit}</a>`
}

function actionsView(
  { words, home, request }: PagesAsked,
  placed: PlacedPage,
  flat: readonly PlacedPage[],
): Html {
  const { pages, app } = words
  const { page, at, siblings } = placed
  const act = (action: string, label: string, isOff = false) =>
    html`<button class="item" name="action" value="${action}"${isOff && html` disabled`}>${label}</button>`
  return html`<details class="fold menu"><summary class="button plain small" aria-label="${pages.actions({ title: page.title })}">⋯</summary>
    <div class="choices">${page.type === 'document' && html`<a class="item" href="${pageAt(home, page.id, request?.number)}">${pages.settings}</a>`}<form method="post"><input type="hidden" name="page" value="${page.id}">
      ${act('up', pages.up, at === 0)}${act('down', pages.down, at === siblings - 1)}
      ${page.type === 'document' && act('duplicate', pages.duplicate)}
      ${act(page.hidden ? 'show' : 'hide', page.hidden ? pages.show : pages.hide)}</form>
    <form method="post"><input type="hidden" name="page" value="${page.id}">
      <div class="field"><label for="title-${page.id}">${pages.addTitle}</label><input id="title-${page.id}" name="title" value="${page.title}" maxlength="255" required></div>
      <button class="button small" name="action" value="rename">${app.rename}</button></form>
    <form method="post"><input type="hidden" name="page" value="${page.id}">
      <div class="field"><label for="into-${page.id}">${pages.moveBelow}</label><select id="into-${page.id}" name="into"><option value="">${pages.top}</option>${page.type !== 'group' && parentsView(flat, placed)}</select></div>
      <button class="button small" name="action" value="move">${pages.move}</button></form>
    <form method="post"><input type="hidden" name="page" value="${page.id}"><p class="quiet">${pages.removeText}</p>
      <button class="button danger small" name="action" value="delete">${pages.remove}</button></form></div></details>`
}
