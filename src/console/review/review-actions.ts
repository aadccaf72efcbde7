// What people do on the page of a change request, each as one operation.
import { reviewAt } from '../addresses.ts'
import { missing } from '../api.ts'
import { type ConsoleAnswer, type Form, lead } from '../page.ts'
import type { RequestAsked } from './request-page.ts'

export async function act(asked: RequestAsked, form: Form): Promise<ConsoleAnswer> {
  const { home, request } = asked
  const place = await perform(asked, form)
  return lead(`${reviewAt(home, request.number)}${place}`)
}

/** Answers where on the page it can be seen. */
async function perform({ api, path, request }: RequestAsked, form: Form): Promise<string> {
  const comment = `${path}/comments/${encodeURIComponent(form.get('id'))}`
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
      await api.post(`${path}/reviews`, { status, revision, ...(body.markdown && { comment: body }) })
      return '?done=review#conversation'
    }
    case 'comment': {
      const { id } = await api.post<{ id: string }>(`${path}/comments`, { body })
      return `#comment-${id}`
    }
    case 'reply':
      await api.post(`${comment}/replies`, { body })
      return `#comment-${form.get('id')}`
    case 'resolve':
    case 'reopen':
      await api.put(comment, { resolved: form.get('action') === 'resolve' })
      return `#comment-${form.get('id')}`
    case 'delete-comment':
      await api.delete(comment)
      return '#conversation'
    case 'ask':
      await api.post(`${path}/requested-reviewers`, { users: [form.get('reviewer')] })
      return '?done=ask'
    case 'withdraw':
      await api.delete(`${path}/requested-reviewers/${encodeURIComponent(form.get('reviewer'))}`)
      return ''
    case 'rename':
      await api.patch(path, { subject: form.get('subject').trim() })
      return ''
    case 'archive':
      await api.patch(path, { status: 'archived' })
      return ''
    case 'reopen-request':
      await api.patch(path, { status: request.status === 'archived' ? 'open' : request.status })
      return ''
    default:
      throw missing()
  }
}
