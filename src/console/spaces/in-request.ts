// What is changed on a page of the space goes to a change request, which the change opens.
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import type { PagesAsked } from './pages.ts'

type Outcome = { changes: { object: string; reusableContent?: string }[] }

export async function changeInRequest(asked: PagesAsked, subject: string, change: object) {
  const { api, space, request } = asked
  const number = request?.number ?? (await openRequest(asked, subject)).number
  const path = `/spaces/${space.id}/change-requests/${number}/content?compat=false`
  const { changes } = await api.post<Outcome>(path, { changes: [change] })
  return { number, changes }
}

function openRequest({ api, space }: PagesAsked, subject: string) {
  return api.post<ChangeRequest>(`/spaces/${space.id}/change-requests`, { subject: subject.slice(0, 100) })
}
