// Content that comes from elsewhere: a file of the reader's device, or an address.
import { SOURCES } from '../../engines/conversion/sources.ts'
import { type Html, html } from '../../engines/html/html.ts'
import { MEGABYTE } from '../../rooms/content/files/schema.ts'
import type { ImportContentResult } from '../../rooms/content/imports/schema.ts'
import { gitAt, importAt, pagesAt } from '../addresses.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView } from '../frame/fields.ts'
import type { Shown } from '../frame/page.ts'
import { openSpacePage, SPACE, type SpaceAsked, spacePage } from './space-page.ts'
import { uploadFile } from './upload-file.ts'

/** More comes by the API, in a stream. */
const LARGEST = 32 * MEGABYTE
const MOST_PROBLEMS = 100

/** By the ending of a file; archives of other tools are told by the reader. */
const ENDINGS: Readonly<Record<string, string>> = {
  docx: 'docx',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  zip: 'zip',
}

export const importPage = appPage({
  path: importAt(SPACE),
  help: 'write/import',
  file: { largest: LARGEST, ifLarger: '?larger' },
  async show(asked) {
    const opened = await openSpacePage(asked)
    const shown = await importView(opened)
    return asked.url.searchParams.has('larger') ? { ...shown, alert: opened.words.imports.larger } : shown
  },
  async take(asked, form) {
    const opened = await openSpacePage(asked)
    const file = form.file('file')
    const source = form.get('source') || sourceOf(file.name)
    const url = file.bytes.length > 0 ? await uploadFile(opened, file) : form.get('url').trim()
    const result = await opened.api.post<ImportContentResult>(`/spaces/${opened.space.id}/content/import`, {
      url,
      source,
    })
    return importView(opened, result)
  },
})

function sourceOf(name = ''): string {
  return ENDINGS[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'website'
}

function importView(opened: SpaceAsked, result?: ImportContentResult): Promise<Shown> {
  const { words, space, home } = opened
  const { imports } = words
  const choice = (first: string) =>
    html`<option value="">${first}</option>${SOURCES.map((kind) => html`<option value="${kind}">${imports.sources[kind]}</option>`)}`
  return spacePage(opened, 'import', {
    body: html`${result && resultView(opened, result)}
      <section class="panel narrow-panel"><h2>${imports.file}</h2><p class="quiet">${imports.fileText}</p>
      <form method="post" enctype="multipart/form-data">
      <div class="field"><label for="file">${imports.chooseFile}</label><input id="file" name="file" type="file" required accept=".docx,.md,.markdown,.html,.htm,.zip"></div>
      <div class="field"><label for="kind">${imports.kind}</label><select id="kind" name="source">${choice(imports.byEnding)}</select></div>
      <button class="button">${imports.start}</button></form></section>
      <section class="panel narrow-panel"><h2>${imports.address}</h2><form method="post">
      ${fieldView({ name: 'url', label: imports.url, maxLength: 2000 })}
      <div class="field"><label for="source">${imports.kind}</label><select id="source" name="source">${choice(imports.webPage)}</select></div>
      <button class="button">${imports.start}</button></form></section>
      ${space.permissions.triggerGitSync && html`<p><a href="${gitAt(home)}">${imports.git}</a></p>`}`,
  })
}

function resultView({ words, home }: SpaceAsked, result: ImportContentResult): Html {
  const { imports } = words
  const { importedResources, problems = [] } = result
  return html`<section class="panel" role="status"><h2>${imports.done({ count: importedResources })}</h2>
    ${problems.length > 0 && html`<p>${imports.problems}</p><ul class="plain-list">${problems.slice(0, MOST_PROBLEMS).map(({ message }) => html`<li>${message}</li>`)}</ul>`}
    <p><a class="button" href="${pagesAt(home)}">${words.pages.title}</a></p></section>`
}
