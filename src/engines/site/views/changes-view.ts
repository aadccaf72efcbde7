// What changed in an API from version to version, as the body of a page.
import { type Html, html } from '../../html/html.ts'
import type { OutlineEntry } from '../../html/written-document.ts'
import type { ChangedOperation } from '../../openapi/changed-version.ts'
import { methodMark, pathWords } from '../../openapi/view/site-operation-view.ts'
import type { Words } from '../languages/words.ts'
import type { Address } from '../model.ts'
import { safeAddress } from '../safe-address.ts'
import { dateText } from './article-view.ts'

export type ApiChangelog = {
  /** Of the API. */
  title: string
  /** The newest first. */
  versions: readonly Version[]
  older?: Address
  /** Where these are not the newest. */
  newest?: Address
}

export type Version = {
  name: string
  /** An ISO date. */
  date: string
  isFirst: boolean
  isCompared: boolean
  operations: readonly (ChangedOperation & { href?: Address })[]
  /** Operations that are not listed. */
  left: number
}

const MOST_OPERATIONS = 100

export function changesView(words: Words, language: string, { versions, older, newest }: ApiChangelog): Html {
  const links = [
    newest && pageLink(newest, words.changelog.newest),
    older && pageLink(older, words.changelog.older),
  ]
  return html`<div class="api-changes">${versions.map((version, at) => versionView(words, language, version, at))}</div>
    ${(older || newest) && html`<nav class="api-changes-pages" aria-label="${words.changelog.title}">${links}</nav>`}`
}

export function changesOutline(language: string, { versions }: ApiChangelog): OutlineEntry[] {
  return versions.map(({ name, date }, at) => ({
    id: anchorAt(at),
    title: name === '' ? (dateText(date, language) ?? '') : name,
    depth: 1,
  }))
}

function anchorAt(at: number) {
  return `version-${at + 1}`
}

function pageLink(href: Address, text: string): Html {
  return html`<a class="button" href="${safeAddress(href)}">${text}</a>`
}

function versionView(words: Words, language: string, version: Version, at: number): Html {
  const { name, date, operations } = version
  const when = html`<time datetime="${date}">${dateText(date, language)}</time>`
  const breaking = operations.filter(({ isBreaking }) => isBreaking).length
  return html`<section class="api-version"><h2 id="${anchorAt(at)}">${name === '' ? when : html`<bdi>${name}</bdi>`}${name !== '' && html`<small>${when}</small>`}${breaking > 0 && html`<span class="breaking">${words.changelog.breaking}</span>`}</h2>
    ${operationsView(words, version)}</section>`
}

function operationsView(words: Words, { operations, isFirst, isCompared, left }: Version): Html {
  const { changelog } = words
  if (!isCompared) return html`<p>${changelog.notCompared}</p>`
  if (isFirst) return html`<p>${changelog.first}</p>`
  if (operations.length === 0) return html`<p>${changelog.nothing}</p>`
  const shown = operations.slice(0, MOST_OPERATIONS)
  const more = operations.length - shown.length + left
  return html`<ul class="api-changed">${shown.map((one) => operationView(words, one))}</ul>
    ${more > 0 && html`<p>${words.morePages({ count: more })}</p>`}`
}

function operationView(words: Words, operation: Version['operations'][number]): Html {
  const { change, kind, method, path, title, isBreaking, changes, left, href } = operation
  const address = safeAddress(href)
  const name = html`<bdi>${title}</bdi>`
  // That it was removed is said already.
  const said = change === 'changed' ? changes : []
  return html`<li><div class="api-changed-line"><span class="change ${change}">${words.changelog[change]}</span>${isBreaking && html`<span class="breaking">${words.changelog.breaking}</span>`}
    ${address === undefined ? html`<span class="api-changed-title">${name}</span>` : html`<a class="api-changed-title" href="${address}">${name}</a>`}</div>
    <div class="endpoint">${methodMark(method)}<code class="api-path">${pathWords(path)}</code>${kind === 'webhook' && html`<span class="tag">${words.api.webhook}</span>`}</div>
    ${said.length > 0 && html`<ul lang="en" dir="ltr">${said.map((one) => html`<li${one.isBreaking && html` class="breaks"`}>${one.message}</li>`)}</ul>`}
    ${left > 0 && html`<p class="api-changed-left">${words.morePages({ count: left })}</p>`}</li>`
}
