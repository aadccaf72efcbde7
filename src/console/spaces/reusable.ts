// Texts that pages include: what they are, where they are used, and what can be done with them.
import { type Html, html } from '../../engines/html/html.ts'
import type { Location } from '../../rooms/content/links/schema.ts'
import type { ReusableContent } from '../../rooms/content/pages/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { editReusableAt, pageAt, pagesAt, reusableAt } from '../addresses.ts'
import { type List, missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView, noticeView } from '../frame/fields.ts'
import { type Form, lead } from '../frame/page.ts'
import { changeInRequest, requestNotice } from './in-request.ts'
import { openPages, type PagesAsked } from './pages/pages.ts'
import { SPACE, spacePage } from './space-page.ts'

const SHOWN = 30
const MOST_USES = 20

type Used = { content: ReusableContent; uses: readonly Location[]; hasMore: boolean }

const page = {
  async show(asked: OwnAsked) {
    const opened = await openPages(asked)
    const { words, home, request, url } = opened
    const { reusable } = words
    const all = await contentsOf(opened)
    const from = Math.max(0, Math.trunc(Number(url.searchParams.get('from'))) || 0)
    const used = await Promise.all(all.slice(from, from + SHOWN).map((one) => withUses(opened, one)))
    const shown = await spacePage(opened, request ? 'changes' : 'pages', {
      title: reusable.title,
      actions: mayWrite(opened) ? addView(opened) : undefined,
      body: html`${noticeView(url.searchParams.has('done') && request ? reusable.done : undefined)}
        ${request ? requestNotice(opened, reusable.proposed({ number: request.number }), request) : html`<p>${reusable.text}</p>`}
        ${used.length === 0 ? html`<p class="empty">${reusable.none}</p>` : html`<ul class="rows panel files">${used.map((one) => html`<li>${rowView(opened, one)}</li>`)}</ul>`}
        ${pagerView(opened, from, all.length)}`,
    })
    const trail = [{ title: words.pages.title, href: pagesAt(home, request?.number) }]
    return { ...shown, trail: [...(shown.trail ?? []), ...trail] }
  },
  async take(asked: OwnAsked, form: Form) {
    const opened = await openPages(asked)
    const { home } = opened
    const { number, changes } = await changeInRequest(opened, ...(await changeOf(opened, form)))
    const made = changes.find(({ object }) => object === 'created_reusable_content')?.reusableContent
    return lead(made ? editReusableAt(home, made, number) : `${reusableAt(home, number)}?done`)
  },
}

export const reusablePage = appPage({ path: reusableAt(SPACE), ...page })
export const requestedReusablePage = appPage({ path: reusableAt(SPACE, ':changeRequestId'), ...page })

const mayWrite = ({ mayEdit, space }: PagesAsked) => mayEdit && space.editMode === 'live'

async function contentsOf({ api, content }: PagesAsked) {
  const { reusableContents } = await api.get<{ reusableContents: ReusableContent[] }>(content, {
    metadata: false,
    computed: false,
  })
  return reusableContents.sort((one, other) => one.title.localeCompare(other.title))
}

async function withUses({ api, content }: PagesAsked, one: ReusableContent): Promise<Used> {
  const at = `${content}/reusable-contents/${one.id}/backlinks`
  const { items, next } = await api.get<List<Location>>(at, { limit: MOST_USES })
  return { content: one, uses: items, hasMore: next !== undefined }
}

async function changeOf(opened: PagesAsked, form: Form): Promise<[subject: string, change: object]> {
  const { reusable } = opened.words
  const title = form.get('title').trim()
  const action = form.get('action')
  if (action === 'add') return [reusable.adds({ title }), { operation: 'insert_reusable_content', title }]
  const known = (await contentsOf(opened)).find(({ id }) => id === form.get('id'))
  if (!known) throw missing()
  const named = { reusableContent: known.id }
  if (action === 'rename')
    return [
      reusable.renames({ title: known.title }),
      { operation: 'update_reusable_content', ...named, title },
    ]
  if (action !== 'delete') throw missing()
  return [reusable.removes({ title: known.title }), { operation: 'delete_reusable_content', ...named }]
}

function rowView(opened: PagesAsked, { content, uses, hasMore }: Used): Html {
  const { words, home, request } = opened
  const { files } = words
  const edit = editReusableAt(home, content.id, request?.number)
  const name = mayWrite(opened)
    ? html`<a class="title" href="${edit}">${content.title}</a>`
    : html`<span class="title">${content.title}</span>`
  return html`<div class="grow">${name}${
    uses.length === 0
      ? html`<p><span class="badge draft">${files.unused}</span></p>`
      : html`<p class="quiet">${files.usedOn} ${uses.map((use, at) => html`${at > 0 && ', '}${useView(opened, use)}`)}${hasMore && ' …'}</p>`
  }</div>${mayWrite(opened) && html`<a class="button plain small" href="${edit}" aria-label="${words.pages.edit}: ${content.title}">${words.pages.edit}</a>${menuView(opened, content, uses.length > 0)}`}`
}

function useView({ home, request }: PagesAsked, { page, reusableContent }: Location): Html {
  if (page) return html`<a href="${pageAt(home, page.id, request?.number)}">${page.title}</a>`
  const title = reusableContent && 'title' in reusableContent ? String(reusableContent.title) : ''
  return html`<span>${title}</span>`
}

function menuView({ words }: PagesAsked, { id, title }: ReusableContent, isUsed: boolean): Html {
  const { reusable, files, app } = words
  const hidden = html`<input type="hidden" name="id" value="${id}">`
  return html`<details class="fold menu"><summary class="button plain small" aria-label="${words.pages.actions({ title })}">⋯</summary><div class="choices">
    <form method="post">${hidden}${fieldView({ name: 'title', id: `title-${id}`, label: words.page.title, value: title, maxLength: 255 })}
      <button class="button small" name="action" value="rename">${app.rename}</button></form>
    <form method="post">${hidden}${isUsed && html`<p class="quiet">${reusable.removeText}</p>`}
      <button class="button danger small" name="action" value="delete">${files.remove}</button></form></div></details>`
}

function addView({ words }: PagesAsked): Html {
  const { reusable } = words
  return html`<details class="fold menu"><summary class="button">${reusable.add}</summary><form method="post">
    ${fieldView({ name: 'title', label: words.page.title, maxLength: 255 })}<p class="quiet">${reusable.inRequest}</p>
    <button class="button" name="action" value="add">${reusable.create}</button></form></details>`
}

function pagerView({ words, home, request }: PagesAsked, from: number, total: number): Html | false {
  if (total <= SHOWN) return false
  const step = (start: number, rel: string, label: string) =>
    html`<a class="button plain" rel="${rel}" href="${reusableAt(home, request?.number)}?from=${start}">${label}</a>`
  return html`<p class="pager">${from > 0 && step(Math.max(0, from - SHOWN), 'prev', words.app.previous)} ${from + SHOWN < total && step(from + SHOWN, 'next', words.app.next)}</p>`
}
