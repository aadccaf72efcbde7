// What people do with what they say, each as one operation.
import type { Form } from '../frame/page.ts'
import type { SpaceAsked } from '../spaces/space-page.ts'

/** `path`: of the space, or of the change request of it, in the API. */
export type TalkAsked = SpaceAsked & { path: string }

/** Answers where on the page it can be seen; undefined for what else a form may ask. */
export async function talk({ api, path }: TalkAsked, form: Form): Promise<string | undefined> {
  const id = form.get('id')
  const comment = `${path}/comments/${encodeURIComponent(id)}`
  const reply = form.get('reply')
  const said = reply === '' ? comment : `${comment}/replies/${encodeURIComponent(reply)}`
  const body = { markdown: form.get('comment').trim() }
  const place = reply === '' ? `#comment-${id}` : `#reply-${reply}`
  switch (form.get('action')) {
    case 'comment': {
      const made = await api.post<{ id: string }>(`${path}/comments`, { body, ...aimOf(form) })
      return `#comment-${made.id}`
    }
    case 'reply': {
      const made = await api.post<{ id: string }>(`${comment}/replies`, { body })
      return `#reply-${made.id}`
    }
    case 'edit-said':
      await api.put(said, { body })
      return place
    case 'react':
      await api.put(said, { addedReactions: [form.get('emoji')] })
      return place
    case 'unreact':
      await api.put(said, { removedReactions: [form.get('emoji')] })
      return place
    case 'resolve':
    case 'reopen':
      await api.put(comment, { resolved: form.get('action') === 'resolve' })
      return place
    case 'apply':
      await api.post(`${comment}/apply`)
      return place
    case 'delete-comment':
      await api.delete(said)
      return reply === '' ? '' : `#comment-${id}`
    default:
      return
  }
}

function aimOf(form: Form) {
  const [page, node, quote] = ['page', 'node', 'quote'].map((name) => form.get(name).trim())
  return {
    ...(page && { page }),
    ...(node && { node }),
    ...(quote && { quote: quote.slice(0, 500) }),
    ...(form.has('suggests') && {
      suggestion: { markdown: form.get('suggestion').replaceAll('\r\n', '\n').trimEnd() },
    }),
  }
}
