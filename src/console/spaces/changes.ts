import { html } from '../../engines/html/html.ts'
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import { changesAt, pagesAt } from '../addresses.ts'
import type { List } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView } from '../frame/fields.ts'
import { lead } from '../frame/page.ts'
import { changeRequestRows } from '../views/change-requests.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { openSpacePage, SPACE, spacePage } from './space-page.ts'

const STATES = ['open', 'draft', 'merged', 'archived'] as const

export const changesPage = appPage({
  path: changesAt(SPACE),
  help: 'review/change-requests',
  async show(asked) {
    const opened = await openSpacePage(asked)
    const { api, words, space, home, url } = opened
    const status = STATES.find((state) => state === url.searchParams.get('status')) ?? 'open'
    const requests = await api.get<List<ChangeRequest>>(`/spaces/${space.id}/change-requests`, {
      status,
      limit: 50,
      ...pagingOf(opened),
    })
    const filter = (state: (typeof STATES)[number]) =>
      html`<li><a href="${changesAt(home)}?status=${state}"${state === status && html` aria-current="true"`}>${words.changes.states[state]}</a></li>`
    const open = html`<details class="fold menu"><summary class="button">${words.changes.new}</summary><form method="post">
      ${fieldView({ name: 'subject', label: words.changes.subject, hint: words.changes.subjectHint, maxLength: 100, isOptional: true })}
      <button class="button">${words.organization.create}</button></form></details>`
    return spacePage(opened, 'changes', {
      actions: space.permissions.edit ? open : undefined,
      body: html`<nav class="filters" aria-label="${words.changes.title}"><ul>${STATES.map(filter)}</ul></nav>
        ${
          requests.items.length === 0
            ? html`<p class="empty">${words.changes.none} ${words.changes.noneText}</p>`
            : html`${changeRequestRows(opened, requests.items)}${pagerView(opened, requests)}`
        }`,
    })
  },
  async take(asked, form) {
    const { api, space, home } = await openSpacePage(asked)
    const subject = form.get('subject').trim().slice(0, 100)
    const request = await api.post<ChangeRequest>(`/spaces/${space.id}/change-requests`, { subject })
    return lead(pagesAt(home, request.number))
  },
})
