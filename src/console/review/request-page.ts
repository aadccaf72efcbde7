// What is around every page about a change request.
import { html } from '../../engines/html/html.ts'
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { changeRequestAt, changesAt, pagesAt, reviewAt } from '../addresses.ts'
import type { Shown } from '../frame/page.ts'
import { openSpacePage, type SpaceAsked, spacePage } from '../spaces/space-page.ts'
import { stateView } from '../views/change-requests.ts'

/** `path`: of the change request in the API. */
export type RequestAsked = SpaceAsked & { request: ChangeRequest; path: string; isOpen: boolean }

export async function openRequestPage(asked: OwnAsked): Promise<RequestAsked> {
  const opened = await openSpacePage(asked)
  const { api, space, params } = opened
  const path = `/spaces/${space.id}/change-requests/${params.changeRequestId}`
  const request = await api.get<ChangeRequest>(path)
  return { ...opened, request, path, isOpen: ['draft', 'open'].includes(request.status) }
}

export const titleOf = ({ words, request }: Pick<RequestAsked, 'words' | 'request'>) =>
  request.subject || words.changes.untitled

export async function requestPage(
  asked: RequestAsked,
  { isCompared, ...inside }: Pick<Shown, 'body' | 'hasScript'> & { title?: string; isCompared?: boolean },
): Promise<Shown> {
  const { words, home, request } = asked
  const { review, pages } = words
  const shown = await spacePage(asked, 'changes', {
    title: `${titleOf(asked)} ${words.changes.number({ number: request.number })}`,
    actions: html`${stateView(words, request.status)}<a class="button plain" href="${pagesAt(home, request.number)}">${pages.title}</a>
      <a class="button" href="${changeRequestAt(home, request.number)}">${review.read}</a>`,
    ...inside,
  })
  const above = [{ title: words.changes.title, href: changesAt(home) }]
  const own = {
    title: words.changes.number({ number: request.number }),
    href: reviewAt(home, request.number),
  }
  return {
    ...shown,
    island: 'review',
    hasContent: isCompared,
    trail: [...(shown.trail ?? []), ...above, own],
  }
}
