// The frame of the page editor. What is written there, the script asks for and sends through the operations.
import { type Html, html } from '../../engines/html/html.ts'
import type { Page } from '../../rooms/content/pages/schema.ts'
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { editAt, pageAt, pagesAt, reviewAt } from '../addresses.ts'
import { appPage } from '../frame/app-page.ts'
import type { Place } from '../islands/editor/place.ts'
import { directionOf } from '../words/catalog.ts'
import { openSpacePage, SPACE, type SpaceAsked, spacePage } from './space-page.ts'

async function show(asked: OwnAsked) {
  const opened = await openSpacePage(asked)
  const { api, space, params, words, home } = opened
  const request =
    params.changeRequestId === undefined
      ? undefined
      : await api.get<ChangeRequest>(`/spaces/${space.id}/change-requests/${params.changeRequestId}`)
  const revision = request?.revision ?? space.revision
  const page = await api.get<Page>(`/spaces/${space.id}/revisions/${revision}/page/${params.pageId}`)
  const problem = problemWith(opened, page, request)
  const section = request ? 'changes' : 'pages'
  const trail = [
    { title: words.pages.title, href: pagesAt(home, request?.number) },
    ...(request ? [{ title: `#${request.number}`, href: reviewAt(home, request.number) }] : []),
  ]
  const shown = await spacePage(opened, section, {
    title: page.title,
    body:
      problem === undefined
        ? editorView(opened, { page, request, revision })
        : html`<p class="empty">${problem}${page.type !== 'document' && html` <a href="${pageAt(home, page.id, request?.number)}">${words.pages.settings}</a>`}</p>`,
  })
  return { ...shown, trail: [...(shown.trail ?? []), ...trail], hasEditor: problem === undefined }
}

function problemWith(opened: SpaceAsked, page: Page, request?: ChangeRequest): string | undefined {
  if (page.type !== 'document') return opened.words.editor.noDocument
  return whyFixed(opened, request)
}

/** Why nothing can be written here. */
export function whyFixed({ space, words }: SpaceAsked, request?: ChangeRequest): string | undefined {
  const { editor } = words
  if (!space.permissions.edit) return editor.status.forbidden
  if (space.editMode === 'locked') return editor.locked
  if (request && !['draft', 'open'].includes(request.status)) return editor.closed
}

type Edited = {
  page: Pick<Page, 'id' | 'title'>
  isReusable?: boolean
  request?: ChangeRequest
  revision: string
}

export function editorView(
  { space, words, home, person }: SpaceAsked,
  { page, isReusable, request, revision }: Edited,
): Html {
  const place: Place = {
    space: space.id,
    organization: space.organization,
    page: page.id,
    isReusable,
    title: page.title,
    direction: space.language === undefined ? undefined : directionOf(space.language),
    user: person.id,
    revision,
    number: request?.number,
    mayMerge: space.permissions.merge,
    home,
    words: words.editor,
  }
  return html`<div id="editor" class="editor" data-page="${JSON.stringify(place)}"><p class="quiet">${words.editor.loading}</p><noscript><p>${words.editor.needsScript}</p></noscript></div>`
}

export const editPage = appPage({ path: editAt(SPACE, ':pageId'), show })
export const editRequestedPage = appPage({ path: editAt(SPACE, ':pageId', ':changeRequestId'), show })
