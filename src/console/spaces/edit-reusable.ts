// The page editor around a text that pages include.

import { html } from '../../engines/html/html.ts'
import type { ReusableContent } from '../../rooms/content/pages/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { editReusableAt, reusableAt, reviewAt } from '../addresses.ts'
import { appPage } from '../frame/app-page.ts'
import { editorView, whyFixed } from './edit.ts'
import { openPages } from './pages/pages.ts'
import { SPACE, spacePage } from './space-page.ts'

async function show(asked: OwnAsked) {
  const opened = await openPages(asked)
  const { api, space, params, words, home, request } = opened
  const revision = request?.revision ?? space.revision
  const page = await api.get<ReusableContent>(
    `/spaces/${space.id}/revisions/${revision}/reusable-contents/${params.contentId}`,
  )
  const problem = whyFixed(opened, request)
  const edited = { page, isReusable: true, request, revision }
  const shown = await spacePage(opened, request ? 'changes' : 'pages', {
    title: page.title,
    body: problem === undefined ? editorView(opened, edited) : html`<p class="empty">${problem}</p>`,
  })
  const trail = [
    ...(request ? [{ title: `#${request.number}`, href: reviewAt(home, request.number) }] : []),
    { title: words.reusable.title, href: reusableAt(home, request?.number) },
  ]
  return { ...shown, trail: [...(shown.trail ?? []), ...trail], hasEditor: problem === undefined }
}

export const editReusablePage = appPage({ path: editReusableAt(SPACE, ':contentId'), show })
export const editRequestedReusablePage = appPage({
  path: editReusableAt(SPACE, ':contentId', ':changeRequestId'),
  show,
})
