// What a side of a conflict has, as people read it: texts as readers see them, pages by their titles.
import { type Html, html } from '../../engines/html/html.ts'
import { openProse } from '../../engines/html/prose.ts'
import type { ConflictView } from '../../rooms/review/change-requests/schema.ts'
import type { ConsoleWords } from '../words/catalog.ts'
import type { RequestAsked } from './request-page.ts'

/** Longer sides are shown as they are written. */
const LONGEST_FORMATTED = 5_000

type Listed = { id: string; title: string; pages?: Listed[] }

/** The titles of all pages of both sides, where a conflict names pages by their ids. */
export async function readTitles(
  { api, path, space }: RequestAsked,
  conflicts: readonly ConflictView[],
): Promise<ReadonlyMap<string, string>> {
  if (!conflicts.some(({ field }) => field === 'place' || field === 'order')) return new Map()
  const lists = await Promise.all([
    api.get<{ pages: Listed[] }>(`/spaces/${space.id}/content/pages`),
    api.get<{ pages: Listed[] }>(`${path}/content/pages`),
  ])
  return new Map(lists.flatMap(({ pages }) => flat(pages)).map(({ id, title }) => [id, title]))
}

function flat(pages: readonly Listed[]): Listed[] {
  return pages.flatMap((page) => [page, ...flat(page.pages ?? [])])
}

export function valueView(
  { conflict }: ConsoleWords,
  field: string,
  value: unknown,
  titles: ReadonlyMap<string, string>,
): Html {
  const titleOf = (id: unknown) => titles.get(String(id)) ?? String(id)
  if (field === 'existence') return plainView(value === undefined ? conflict.deleted : conflict.stays)
  if (field === 'place') return plainView(value === undefined ? conflict.top : titleOf(value))
  if (field === 'order' && Array.isArray(value))
    return html`<ol>${value.map((id) => html`<li>${titleOf(id)}</li>`)}</ol>`
  if (value === undefined || value === null || value === false) return nothingView(conflict.nothing)
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
  return html`<div class="prose typed" dir="auto">${text.slice(0, LONGEST_FORMATTED)}</div>`
}

export function textView(text: string, nothing: string): Html {
  if (text.trim() === '') return nothingView(nothing)
  if (text.length > LONGEST_FORMATTED) return html`<div class="prose typed" dir="auto">${text}</div>`
  return html`<div class="content" dir="auto">${openProse()(text)}</div>`
}

function plainView(text: string) {
  return html`<p dir="auto">${text}</p>`
}

function nothingView(nothing: string) {
  return html`<p class="quiet">${nothing}</p>`
}
