// What can be done with a page of the tree, each as one change of the content.
import type { Page } from '../../../rooms/content/pages/schema.ts'
import { missing } from '../../api.ts'
import { type ConsoleAnswer, type Form, lead } from '../../frame/page.ts'
import type { PagesAsked } from './pages.ts'
import { flatPages } from './placed-pages.ts'

type Outcome = { changes: { page?: string | { id: string } }[] }

/** Answers the page that it is about where it now is. */
export async function arrange(asked: PagesAsked, form: Form): Promise<ConsoleAnswer> {
  const { api, content, place } = asked
  const change = await changeOf(asked, form)
  const outcome = await api.post<Outcome>(`${content}?compat=false`, { changes: [change] })
  const made = outcome.changes[0]?.page
  const page = 'page' in change ? change.page : typeof made === 'object' ? made.id : made
  return lead(`${place}?done${page === undefined ? '' : `#p-${page}`}`)
}

async function changeOf(asked: PagesAsked, form: Form) {
  const { api, content, words } = asked
  const into = form.get('into') || null
  if (form.get('action') === 'add') return newPage(form, into)
  const { pages } = await api.get<{ pages: Page[] }>(`${content}/pages`, { metadata: false })
  const placed = flatPages(pages).find(({ page }) => page.id === form.get('page'))
  if (!placed) throw missing()
  const { page, at, above } = placed
  const update = (fields: object) => ({ operation: 'update_page', page: page.id, ...fields })
  switch (form.get('action')) {
    case 'rename':
      return update({ title: form.get('title').trim() })
    case 'up':
      return update({ at: Math.max(0, at - 1) })
    case 'down':
      return update({ at: at + 1 })
    case 'move':
      return update({ into })
    case 'hide':
      return update({ hidden: true })
    case 'show':
      return update({ hidden: false })
    case 'delete':
      return { operation: 'delete_page', page: page.id }
    case 'duplicate': {
      const title = words.pages.copyOf({ title: page.title }).slice(0, 255)
      return { operation: 'copy_page', page: page.id, title, into: above.at(-1) ?? null, at: at + 1 }
    }
    default:
      throw missing()
  }
}

function newPage(form: Form, into: string | null) {
  const type = ['group', 'link'].find((known) => known === form.get('type')) ?? 'document'
  return {
    operation: 'insert_page',
    title: form.get('title').trim(),
    type,
    ...(type === 'link' && { url: form.get('url').trim() }),
    ...(type === 'document' && { document: { markdown: '' } }),
    ...(into !== null && { into }),
  }
}
