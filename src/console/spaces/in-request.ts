// What is changed on a page of the space goes to a change request, which the change opens.
import { type Html, html } from '../../engines/html/html.ts'
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import { reviewAt } from '../addresses.ts'
import type { PagesAsked } from './pages/pages.ts'

type Outcome = { changes: { object: string; reusableContent?: string }[] }

export async function changeInRequest(asked: PagesAsked, subject: string, change: object) {
  const { api, space, request } = asked
  const number = request?.number ?? (await openRequest(asked, subject)).number
  const path = `/spaces/${space.id}/change-requests/${number}`
  const content = `${path}/content?compat=false`
  try {
    const { changes } = await api.post<Outcome>(content, { changes: [change] })
    return { number, changes }
  } catch (error) {
    // It was opened for this change alone, and nothing is in it.
    if (!request) await api.patch(path, { status: 'archived' })
    throw error
  }
}

/** What a page says of the change request that it shows, and the way to where that is reviewed. */
export function requestNotice(
  { words, home }: PagesAsked,
  text: string,
  { number, subject }: ChangeRequest,
): Html {
  return html`<p class="notice">${text} <a href="${reviewAt(home, number)}">${subject || words.changes.untitled}</a></p>`
}

function openRequest({ api, space }: PagesAsked, subject: string) {
  return api.post<ChangeRequest>(`/spaces/${space.id}/change-requests`, { subject: subject.slice(0, 100) })
}
