// The pages and files that a change request changes.
import { type Html, html } from '../../engines/html/html.ts'
import { comparedAt } from '../addresses.ts'
import type { SpaceAsked } from '../spaces/space-page.ts'
import type { RequestAsked } from './request-page.ts'

/** As many as the operation lists. */
const MOST = 1000
/** On one page. */
const SHOWN = 100

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

/** Pages with a text to look at, in order. */
export function changedPages({ changes }: Changes): { id: string; title: string }[] {
  return merged(changes).flatMap(({ page }) =>
    page?.type === 'document' ? [{ id: page.id, title: page.title ?? '' }] : [],
  )
}

export function changesView(asked: RequestAsked, changes: Changes): Html {
  const { words, home, request } = asked
  return html`<section id="changes"><h2>${words.review.changed}</h2>${changesTable(asked, changes, (pageId) => comparedAt(home, request.number, pageId))}</section>`
}

/** `hrefOf`: where a page is beside what it was. */
export function changesTable(
  { words, url }: SpaceAsked,
  { changes, more }: Changes,
  hrefOf: (pageId: string) => string,
): Html {
  const { review, compare } = words
  const all = merged(changes)
  const from = Math.max(0, Math.min(Number(url.searchParams.get('from')) || 0, all.length - 1))
  const shown = all.slice(from, from + SHOWN)
  const row = (change: Change): Html => {
    const kind = kindOf(change.type)
    const { title, path } = nameOf(change, review.variables)
    const { page } = change
    const name =
      page?.type === 'document'
        ? html`<a class="title" href="${hrefOf(page.id)}">${title}</a>`
        : html`<span class="title">${title}</span>`
    return html`<tr><td>${name}${path && html`<p class="quiet path"><bdi dir="ltr">/${path}</bdi></p>`}</td><td><span class="badge ${kind}">${review.kinds[kind]}</span></td></tr>`
  }
  const step = (start: number, rel: string, label: string) =>
    html`<a class="button plain small" rel="${rel}" href="${url.pathname}?from=${start}">${label}</a>`
  if (all.length === 0) return html`<p class="empty">${review.nothingChanged}</p>`
  return html`<div class="panel"><table class="changes"><thead><tr><th scope="col">${compare.what}</th><th scope="col">${compare.state}</th></tr></thead><tbody>${shown.map(row)}</tbody></table></div>
    ${
      all.length > SHOWN &&
      html`<nav class="pager" aria-label="${review.changed}"><p class="quiet">${compare.range({ from: from + 1, to: from + shown.length, count: all.length + (more ?? 0) })}</p>
      ${from > 0 && step(Math.max(0, from - SHOWN), 'prev', compare.previous)} ${from + SHOWN < all.length && step(from + SHOWN, 'next', compare.next)}</nav>`
    }
    ${more && html`<p class="quiet">${review.moreChanges({ count: more })}</p>`}`
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
