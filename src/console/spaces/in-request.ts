// What is changed on a page of the space goes to a change request, which the change opens.
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import type { PagesAsked } from './pages.ts'

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

function openRequest({ api, space }: PagesAsked, subject: string) {
  return api.post<ChangeRequest>(`/spaces/${space.id}/change-requests`, { subject: subject.slice(0, 100) })
}
