// The pages of a space, or of a change request of it, as a tree that can be arranged.

import { type Html, html } from '../../../engines/html/html.ts'
import type { Page } from '../../../rooms/content/pages/schema.ts'
import type { ChangeRequest } from '../../../rooms/review/change-requests/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { importAt, linksAt, pagesAt, pdfAt, reusableAt, trashAt, variablesAt } from '../../addresses.ts'
import { appPage } from '../../frame/app-page.ts'
import { fieldView, noticeView } from '../../frame/fields.ts'
import { NOTIFICATION_SETTINGS } from '../../frame/frame.ts'
import { type Form, lead } from '../../frame/page.ts'
import { requestNotice } from '../in-request.ts'
import { openSpacePage, SPACE, type SpaceAsked, spacePage } from '../space-page.ts'
import { arrange } from './arrange-pages.ts'
import { isLong, listView, parentsView } from './page-list.ts'
import { flatPages, type PlacedPage } from './placed-pages.ts'
import { treeView } from './tree-view.ts'

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
      island: 'tree',
      actions: mayEdit ? html`${!request && requestView(opened)}${addView(opened, flat)}` : undefined,
      body: html`${noticeView(url.searchParams.has('done') && !request ? words.pages.done : undefined)}
        ${request && requestNotice(opened, words.pages.inRequest({ number: request.number }), request)}
        ${
          flat.length === 0
            ? html`<p class="empty">${words.pages.none}${mayEdit && !request && html` <a href="${importAt(home)}">${words.space.import}</a>`}</p>`
            : treeView(
                opened,
                flat.flatMap(({ page }) => page.emoji ?? []),
                listView(opened, { pages, flat, mayEdit }),
              )
        }
        ${request && html`<p class="aside">${partsView(opened)}</p>`}${
          !request &&
          html`<p class="aside">${partsView(opened)}${flat.length > 0 && html`<a href="${linksAt(home)}">${words.links.title}</a>`}<a href="${trashAt(home)}">${words.trash.title}</a><a href="${NOTIFICATION_SETTINGS}?space=${opened.space.id}">${words.notifications.preferences.title}</a></p>`
        }`,
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

/** What pages are made of beside their own texts, and what can be made of them. */
function partsView({ words, home, request }: PagesAsked): Html {
  return html`<a href="${reusableAt(home, request?.number)}">${words.reusable.title}</a><a href="${variablesAt(home, request?.number)}">${words.variables.title}</a><a href="${pdfAt(home, request?.number)}">${words.pdf.title}</a>`
}

function requestView({ words }: PagesAsked): Html {
  return html`<form method="post"><button class="button plain" name="action" value="open-request" title="${words.pages.openRequestText}">${words.pages.openRequest}</button></form>`
}

function addView({ words }: PagesAsked, flat: readonly PlacedPage[]): Html {
  const { pages } = words
  return html`<details class="fold menu"><summary class="button">${pages.add}</summary><form method="post">
    <input type="hidden" name="action" value="add">
    ${fieldView({ name: 'title', label: pages.addTitle, maxLength: 255 })}
    <div class="field"><label for="into">${pages.addBelow}</label><select id="into" name="into"><option value="">${pages.top}</option>${parentsView(isLong(flat) ? flat.filter(({ above }) => above.length === 0) : flat)}</select></div>
    <div class="field"><label for="type">${pages.type}</label><select id="type" name="type">
      ${(['document', 'group', 'link'] as const).map((type) => html`<option value="${type}">${pages.types[type]}</option>`)}</select></div>
    ${fieldView({ name: 'url', label: pages.url, maxLength: 2048, isOptional: true })}
    <button class="button">${words.app.add}</button></form></details>`
}
