// The pages and files that a change request changes.
import { type Html, html } from '../../engines/html/html.ts'
import { readAt } from '../addresses.ts'
import type { RequestAsked } from './request-page.ts'

const MOST = 300

type Named = { id: string; title?: string; name?: string; path?: string; type?: string }
type Change = {
  type: string
  page?: Named
  file?: Named
  reusableContent?: Named
  variables?: Record<string, unknown>
  attributes?: Record<string, unknown>
}
export type Changes = { changes: Change[]; more?: number }

export function readChanges({ api, path }: RequestAsked): Promise<Changes> {
  return api.get<Changes>(`${path}/changes`, { limit: MOST })
}

type Kind = 'added' | 'edited' | 'moved' | 'removed'

export function changesView({ words, home, request }: RequestAsked, { changes, more }: Changes): Html {
  const { review } = words
  const row = (change: Change): Html => {
    const kind = kindOf(change.type)
    const { title, path } = nameOf(change, review.variables)
    const isThere = kind !== 'removed' && change.page?.type === 'document' && path !== undefined
    return html`<li><div class="grow">${isThere ? html`<a class="title" href="${readAt(home, path, request.number)}">${title}</a>` : html`<span class="title">${title}</span>`}
      ${path && html`<p class="quiet path">/${path}</p>`}</div><span class="badge ${kind}">${review.kinds[kind]}</span></li>`
  }
  return html`<section><h2>${review.changed}</h2>
    ${changes.length === 0 ? html`<p class="empty">${review.nothingChanged}</p>` : html`<ul class="rows panel">${merged(changes).map(row)}</ul>`}
    ${more && html`<p class="quiet">${review.moreChanges({ count: more })}</p>`}</section>`
}

/** A page that was moved and edited is one row. */
function merged(changes: readonly Change[]): Change[] {
  const edited = new Set(
    changes.flatMap(({ type, page }) => (page && type !== 'page_moved' ? [page.id] : [])),
  )
  return changes.filter(({ type, page }) => type !== 'page_moved' || !page || !edited.has(page.id))
}

function kindOf(type: string): Kind {
  if (type.endsWith('_created')) return 'added'
  if (type.endsWith('_deleted')) return 'removed'
  return type.endsWith('_moved') ? 'moved' : 'edited'
}

function nameOf({ page, file, reusableContent, variables }: Change, ofVariables: string) {
  const named = page ?? file ?? reusableContent
  if (named) return { title: named.title ?? named.name ?? '', path: page?.path }
  return { title: `${ofVariables}: ${Object.keys(variables ?? {}).join(', ')}`, path: undefined }
}
