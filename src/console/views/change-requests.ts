import { type Html, html } from '../../engines/html/html.ts'
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import { pathOf } from '../addresses.ts'
import type { Asked } from '../frame/page.ts'
import { timeView } from './times.ts'

type About = Pick<Asked, 'words' | 'language' | 'ctx'>

export function changeRequestRows(asked: About, requests: readonly ChangeRequest[]): Html {
  return html`<ul class="rows panel">${requests.map((request) => html`<li>${changeRequestRow(asked, request)}</li>`)}</ul>`
}

function changeRequestRow({ words, language, ctx }: About, request: ChangeRequest): Html {
  const { number, subject, status, createdBy, updatedAt, comments, urls } = request
  return html`<div class="grow"><a class="title" href="${pathOf(urls.app)}/~review">${subject || words.changes.untitled}</a>
    <p class="quiet">${words.changes.number({ number })} · ${createdBy.displayName} · ${timeView(language, ctx.clock.now(), updatedAt)}${
      comments > 0 && html` · ${words.changes.comments({ count: comments })}`
    }</p></div>${stateView(words, status)}`
}

export function stateView(words: About['words'], status: ChangeRequest['status']): Html {
  return html`<span class="badge ${status}">${words.changes.states[status]}</span>`
}
