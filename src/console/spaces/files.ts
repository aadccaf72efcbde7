// The files of a space: what they are, which pages use them, and which are missing.
import { type Html, html } from '../../engines/html/html.ts'
import { MEGABYTE } from '../../rooms/content/files/schema.ts'
import type { LinkList, Location } from '../../rooms/content/links/schema.ts'
import type { File } from '../../rooms/content/pages/schema.ts'
import { filesAt, pageAt } from '../addresses.ts'
import type { List } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { noticeView } from '../frame/fields.ts'
import { type ConsoleAnswer, type Form, lead } from '../frame/page.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { sizeIn } from '../views/sizes.ts'
import { openSpacePage, SPACE, type SpaceAsked, spacePage } from './space-page.ts'
import { uploadFile } from './upload-file.ts'

const SHOWN = 30
/** Of which those are shown that no page uses. */
const LOOKED_AT = 100
const MOST_PAGES = 5
const LARGEST = 20 * MEGABYTE
const FILTERS = ['all', 'unused', 'broken'] as const
const DONE = ['uploaded', 'replaced', 'removed'] as const

type Used = { file: File; pages: readonly Location[]; hasMore: boolean }

export const filesPage = appPage({
  path: filesAt(SPACE),
  file: { largest: LARGEST, ifLarger: '?larger' },
  async show(asked) {
    const opened = await openSpacePage(asked)
    const { words, url, home } = opened
    const { files } = words
    const filter = FILTERS.find((one) => one === url.searchParams.get('show')) ?? 'all'
    const done = DONE.find((one) => url.searchParams.has(one))
    const tab = (one: (typeof FILTERS)[number]) =>
      html`<li><a href="${filesAt(home)}${one !== 'all' && `?show=${one}`}"${one === filter && html` aria-current="true"`}>${files.filters[one]}</a></li>`
    const shown = await spacePage(opened, 'files', {
      actions: mayWrite(opened) ? uploadView(opened) : undefined,
      body: html`${noticeView(done && files[done])}
        <nav class="filters" aria-label="${files.title}"><ul>${FILTERS.map(tab)}</ul></nav>
        ${filter === 'broken' ? await brokenView(opened) : await listView(opened, filter === 'unused')}`,
    })
    return url.searchParams.has('larger') ? { ...shown, alert: files.tooLarge } : shown
  },
  take: async (asked, form) => take(await openSpacePage(asked), form),
})

const mayWrite = ({ space }: SpaceAsked) => space.permissions.edit && space.editMode === 'live'

async function take(opened: SpaceAsked, form: Form): Promise<ConsoleAnswer> {
  const { api, space, home } = opened
  const write = (change: object) => api.post(`/spaces/${space.id}/content`, { changes: [change] })
  const id = form.get('id')
  if (form.get('action') === 'delete') {
    await write({ operation: 'delete_files', files: [id] })
    return lead(`${filesAt(home)}?removed`)
  }
  const sent = form.file('file')
  if (sent.bytes.length === 0) return lead(filesAt(home))
  const file = { name: sent.name, url: await uploadFile(opened, sent), ...(id && { replaces: id }) }
  await write({ operation: 'insert_files', files: [file] })
  return lead(`${filesAt(home)}?${id ? 'replaced' : 'uploaded'}`)
}

async function listView(opened: SpaceAsked, isUnusedOnly: boolean): Promise<Html> {
  const { api, space, words } = opened
  const list = await api.get<List<File>>(`/spaces/${space.id}/content/files`, {
    limit: isUnusedOnly ? LOOKED_AT : SHOWN,
    ...pagingOf(opened),
  })
  const used = await Promise.all(list.items.map((file) => withPages(opened, file)))
  const shown = isUnusedOnly ? used.filter(({ pages }) => pages.length === 0) : used
  const none = isUnusedOnly ? words.files.noneUnused : words.files.none
  return html`${shown.length === 0 ? html`<p class="empty">${none}</p>` : html`<ul class="rows panel files">${shown.map((one) => html`<li>${fileView(opened, one)}</li>`)}</ul>`}${pagerView(opened, list)}`
}

async function withPages({ api, space }: SpaceAsked, file: File): Promise<Used> {
  const at = `/spaces/${space.id}/content/files/${file.id}/backlinks`
  const { items, next } = await api.get<List<Location>>(at, { limit: MOST_PAGES })
  return { file, pages: items, hasMore: next !== undefined }
}

function fileView(opened: SpaceAsked, { file, pages, hasMore }: Used): Html {
  const { words, home, language } = opened
  const { files } = words
  const { name, contentType, size, downloadURL, dimensions } = file
  const facts = [
    contentType,
    sizeIn(language, size),
    dimensions && `${dimensions.width} × ${dimensions.height}`,
  ]
  const isPicture = contentType.startsWith('image/')
  const sign = isPicture ? html`<img src="${downloadURL}" alt="" loading="lazy">` : endingOf(name)
  return html`<span class="file-sign" aria-hidden="true">${sign}</span>
    <div class="grow"><a class="title" href="${downloadURL}">${name}</a><p class="quiet">${facts.filter(Boolean).map((fact, at) => html`${at > 0 && ' · '}<bdi>${fact}</bdi>`)}</p>
    ${
      pages.length === 0
        ? html`<p><span class="badge draft">${files.unused}</span></p>`
        : html`<p class="quiet">${files.usedOn} ${pages.flatMap(({ page }) => page ?? []).map(({ id, title }, at) => html`${at > 0 && ', '}<a href="${pageAt(home, id)}">${title}</a>`)}${hasMore && ' …'}</p>`
    }</div>${mayWrite(opened) && changeView(opened, file, pages.length > 0)}`
}

/** What stands for a file that is no picture. */
function endingOf(name: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? ''
}

function changeView({ words }: SpaceAsked, { id, name }: File, isUsed: boolean): Html {
  const { files } = words
  return html`<details class="fold menu"><summary class="button plain small" aria-label="${words.pages.actions({ title: name })}">⋯</summary><div class="choices">
    <form method="post" enctype="multipart/form-data"><input type="hidden" name="id" value="${id}"><p class="quiet">${files.replaceText}</p>
      <div class="field"><label for="with-${id}">${files.file}</label><input id="with-${id}" name="file" type="file" required></div>
      <button class="button small" name="action" value="replace">${files.replace}</button></form>
    <form method="post" enctype="multipart/form-data"><input type="hidden" name="id" value="${id}">${isUsed && html`<p class="quiet">${files.removeText}</p>`}
      <button class="button danger small" name="action" value="delete">${files.remove}</button></form></div></details>`
}

function uploadView({ words }: SpaceAsked): Html {
  const { files } = words
  return html`<details class="fold menu"><summary class="button">${files.upload}</summary><form method="post" enctype="multipart/form-data">
    <div class="field"><label for="file">${files.choose}</label><input id="file" name="file" type="file" required></div>
    <button class="button" name="action" value="upload">${files.upload}</button></form></details>`
}

async function brokenView(opened: SpaceAsked): Promise<Html> {
  const { api, space, words, home } = opened
  const { files } = words
  const list = await api.get<LinkList>(`/spaces/${space.id}/links`, {
    status: 'broken',
    limit: LOOKED_AT,
    ...pagingOf(opened),
  })
  const missing = list.items.filter(({ targetReference }) => isFile(targetReference))
  const row = ({ targetReference, locationReferences }: LinkList['items'][number]) =>
    html`<li><div class="grow"><span class="title">${targetReference?.url || files.missing}</span>
      <p class="quiet">${files.usedOn} ${locationReferences.flatMap(({ page }) => page ?? []).map(({ id, title }, at) => html`${at > 0 && ', '}<a href="${pageAt(home, id)}">${title}</a>`)}</p></div></li>`
  return html`${missing.length === 0 ? html`<p class="empty">${files.noneBroken}</p>` : html`<ul class="rows panel">${missing.map(row)}</ul>`}${pagerView(opened, list)}`
}

/** One that is named by a path that leads nowhere has the ending of a file. */
function isFile(target: Location | undefined) {
  return target?.kind === 'file' || /\.(?!md\b|html?\b)[a-z0-9]{2,5}$/i.test(target?.url ?? '')
}
