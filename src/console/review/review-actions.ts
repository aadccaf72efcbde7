// What people do on the page of a change request, each as one operation.
import { missing } from '../api.ts'
import { type ConsoleAnswer, type Form, lead } from '../frame/page.ts'
import { aboutIn } from './about.ts'
import { linkedSearch } from './linked.ts'
import type { RequestAsked } from './request-page.ts'
import { talk } from './talk-actions.ts'

/** `page`: where it was asked. */
export async function act(asked: RequestAsked, form: Form, page: string): Promise<ConsoleAnswer> {
  const place = await talk(asked, form)
  if (place !== undefined) return lead(`${page}${linkedSearch(asked)}${place}`)
  return lead(`${page}${await perform(asked, form)}`)
}

/** Answers where on the page it can be seen. */
async function perform({ api, path, request }: RequestAsked, form: Form): Promise<string> {
  const body = { markdown: form.get('comment').trim() }
  const revision = form.get('revision')
  switch (form.get('action')) {
    case 'merge': {
      const { result } = await api.post<{ result: string }>(`${path}/merge`, { revision })
      return `?done=${result}`
    }
    case 'update': {
      const { result } = await api.post<{ result: string }>(`${path}/update`)
      return `?done=${result === 'conflicts' ? 'update-conflicts' : result}`
    }
    case 'approve':
    case 'request-changes': {
      const status = form.get('action') === 'approve' ? 'approved' : 'changes-requested'
      const said = { status, revision, ...(body.markdown && { comment: body }) }
      const { id } = await api.post<{ id: string }>(`${path}/reviews`, said)
      return `?done=review#review-${id}`
    }
    case 'ask':
      await api.post(`${path}/requested-reviewers`, { users: [form.get('reviewer')] })
      return '?done=ask'
    case 'withdraw':
      await api.delete(`${path}/requested-reviewers/${encodeURIComponent(form.get('reviewer'))}`)
      return '#reviewers'
    case 'rename':
      await api.patch(path, aboutIn(form))
      return '#about'
    case 'archive':
      await api.patch(path, { status: 'archived' })
      return '#state'
    case 'reopen-request':
      await api.patch(path, { status: request.status === 'archived' ? 'open' : request.status })
      return '#state'
    case 'open':
      await api.patch(path, { status: 'open' })
      return '?done=open'
    default:
      throw missing()
  }
}
