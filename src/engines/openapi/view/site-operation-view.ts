// An operation as a site shows it: what it means on one side, how it looks on the wire on the other.
import { breakableName } from '../../html/break-words.ts'
import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import { type Markup, markup } from '../../html/markup.ts'
import { withPageIds } from '../../html/page-ids.ts'
import type { OpenApiDocument, OpenApiParameter } from '../document.ts'
import { exampleOfMedia } from '../parts/example.ts'
import { clipText, clipValue } from '../parts/guards.ts'
import { mediaOf } from '../parts/media.ts'
import type { ApiOperation, OperationPlace } from '../parts/operation-parts.ts'
import { findOperation } from '../parts/operation-parts.ts'
import { requestSamples, sampleBodyOf } from '../parts/request-samples.ts'
import { codeView } from './code-view.ts'
import { contentView } from './content-view.ts'
import { fieldLine, fieldName } from './field-line.ts'
import { parametersIn, parameterTable } from './parameter-view.ts'
import { statusMark } from './response-parts.ts'
import { responsesView } from './responses-view.ts'
import { securityView } from './security-view.ts'
import { openSiteScope, type SiteOptions, type SiteScope, writePart } from './site-scope.ts'
import type { Tab } from './tabs-view.ts'
import { tabsView } from './tabs-view.ts'
import { tryItData } from './try-it.ts'
import type { ApiWords } from './words.ts'

/** What an operation is called in the address at which a page shows it whole. */
export function nameOfOperation({ method, path }: { method: string; path: string }): string {
  return `${method.toLowerCase()} ${path}`
}

/** An operation that a page has no room for any more: which one it is, and where it is told. */
export function briefOperationView(
  document: OpenApiDocument,
  place: OperationPlace,
  words: ApiWords,
): Markup | undefined {
  const operation = findOperation(document, place)
  if (!operation) return undefined
  const title = clipText(operation.title, LONGEST_TITLE)
  const heading = headingOf(title)
  const name = encodeURIComponent(nameOfOperation(place))
  return markup`
    <section class="api-operation">
      ${headingView(operation, heading, words)}
      <div class="endpoint">${methodMark(operation.method)} <code class="api-path">${pathWords(operation.path)}</code>
      <a class="api-more" href="?operation=${name}#${linkTo(heading)}">${words.showDetails}</a></div>
    </section>`
}

function headingOf(title: string) {
  return { placeholder: 'id' as const, id: anchorOf(title), heading: { title, depth: 1 } }
}

type Heading = ReturnType<typeof headingOf>

/** The outline of the page has a line for every placeholder with a heading. */
function linkTo({ placeholder, id }: Heading) {
  return { placeholder, id }
}

function headingView({ isDeprecated }: ApiOperation, heading: Heading, words: ApiWords): Markup {
  const { title } = heading.heading
  return markup`<h2 class="api-title" id="${heading}">${isDeprecated ? html`<s>${title}</s>` : title}<a class="anchor" href="#${linkTo(heading)}" aria-label="${words.linkToThis}"></a></h2>`
}

export type WrittenOperation = { markup: Markup; servers: string[] }

const LONGEST_TITLE = 300
const MOST_TABS = 8
const LONGEST_TRY_IT = 40_000

/** Undefined where the description has no such operation. */
export function siteOperationView(
  document: OpenApiDocument,
  place: OperationPlace,
  options: SiteOptions,
): WrittenOperation | undefined {
  const operation = findOperation(document, place)
  if (!operation) return undefined
  const scope = openSiteScope(document, options)
  const title = clipText(operation.title, LONGEST_TITLE)
  const data = tryItData(operation, scope)
  // It cannot come later. One that alone is as long as a page is not offered.
  const tryIt = options.folding && data && data.html.text.length > LONGEST_TRY_IT ? undefined : data
  return {
    markup: markup`
      <section class="api-operation">
        ${isSaid(place.under, title) ? undefined : headingView(operation, headingOf(title), scope.words)}
        <div class="api-columns">
          <div class="api-doc">${withPageIds(wordsView(operation, scope, tryIt?.html))}</div>
          <div class="api-side">${withPageIds(sideView(operation, scope))}</div>
        </div>
      </section>`,
    servers: tryIt?.origins ?? [],
  }
}

/** Whether the heading before it says the same. */
function isSaid(before: string | undefined, title: string): boolean {
  return before !== undefined && anchorOf(before) === anchorOf(title)
}

/** Where an operation is on a page, unless something else there has the same name. */
export function anchorOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return slug.slice(0, 80) || 'operation'
}

const KNOWN = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'])

export function methodMark(method: string): Html {
  return html`<span class="method${KNOWN.has(method) && ` ${method}`}">${clipText(method, 20).toUpperCase()}</span>`
}

export function pathWords(path: string): Html {
  const parts = clipText(path, 500).split(/(\{[^}]*\})/)
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<var>${breakableName(part)}</var>` : html`${breakable(part)}`))}`
}

/** A long path is broken where a part of it ends. */
function breakable(text: string): Html[] {
  return text.split('/').map((part, at) => html`${at > 0 && html`/<wbr>`}${breakableName(part)}`)
}

function wordsView(operation: ApiOperation, scope: SiteScope, tryIt: Html | undefined): Html {
  const { words } = scope
  const { parameters } = operation
  const table = (words: string, place: OpenApiParameter['in']) => {
    const title = clipText(words, 100)
    const write = (part: SiteScope) => html`${parameterTable(title, parametersIn(place, parameters), part)}`
    return scope.fit(place, (within) => writePart(within, [], write), title)
  }
  const securityPart = (within: SiteScope) =>
    html`${securityView(operation.security, operation.isOpenToAll, within)}`
  return html`
    <div class="endpoint">${methodMark(operation.method)} <code class="api-path">${pathWords(operation.path)}</code>
    ${operation.kind === 'webhook' && html` <span class="tag">${words.webhook}</span>`}
    ${operation.stability && html` <span class="tag">${operation.stability}</span>`}
    ${operation.isDeprecated && html` <span class="deprecated">${words.deprecated}</span>`}${tryIt}</div>
    ${scope.prose(operation.description)}
    ${scope.fit('security', securityPart, words.authorization)}
    ${table(words.pathParameters, 'path')}
    ${table(words.queryParameters, 'query')}
    ${table(words.headers, 'header')}
    ${table(words.cookies, 'cookie')}
    ${bodyView(operation, scope)}
    ${responsesView(operation, scope)}
    ${callbacksView(operation, scope)}`
}

function bodyView({ body, kind }: ApiOperation, scope: SiteScope): Html | false {
  if (!body) return false
  const { words } = scope
  const title = kind === 'webhook' ? words.payload : words.body
  return html`<h4>${title}${body.required && html`<span class="required">${words.required}</span>`}</h4>
    ${scope.fit('about-body', (within) => html`${within.prose(body.description)}`)}${contentView(body.content, 'body', scope)}`
}

function callbacksView({ callbacks }: ApiOperation, scope: SiteScope): Html | false {
  if (callbacks.length === 0) return false
  const rows = callbacks.map(
    ({ name, method, path, summary, body }, at) =>
      html`<li>${fieldLine(fieldName(name), methodMark(method), html`<code class="api-path">${path}</code>`)}${summary && html`<p>${clipText(summary, 300)}</p>`}${body && contentView(body.content, `callback-${at}`, scope)}</li>`,
  )
  return html`<h4>${scope.words.callbacks}</h4><ul class="fields">${rows}</ul>`
}

function sideView(operation: ApiOperation, scope: SiteScope): Html {
  return html`${requestView(operation, scope)}${bodyExamplesView(operation, scope)}${answersView(operation, scope)}`
}

function requestView(operation: ApiOperation, scope: SiteScope): Html | false {
  const { words, ids } = scope
  if (operation.hidesSamples) return false
  if (operation.kind === 'webhook') {
    const body = sampleBodyOf(operation, scope.exampleLookup)
    if (!body) return false
    const code = codePart('payload', body.text, languageOf(body.mediaType), scope)
    return labelled(words.payload, tabsView(words.payload, [{ title: body.mediaType, body: code }], ids))
  }
  const tabs = requestSamples(operation, scope.exampleLookup).map(
    ({ label, language, source }, at): Tab => ({
      title: label,
      body: codePart(`request-${at}`, source, language, scope),
    }),
  )
  return labelled(words.request, tabsView(words.request, tabs, ids))
}

function codePart(part: string, text: string, language: string, scope: SiteScope): Html {
  return scope.fit(part, (within) => {
    // The room of an operation that is shown whole is for its words.
    const shown = within === scope ? text : clipText(text, within.room.letters)
    return codeView(shown, language, scope.words.copy)
  })
}

/** Samples have room for one; where there are several, the description means each to be seen. */
function bodyExamplesView({ body }: ApiOperation, scope: SiteScope): Html | false {
  const { words, ids } = scope
  const media = mediaOf(body?.content)
  const named = Object.entries(media?.examples ?? {})
  if (!media || named.length < 2) return false
  const tabs = named.slice(0, MOST_TABS).map(([name, { value }], at): Tab => {
    const text = exampleText(clipValue(value))
    const language = languageOf(media.mediaType)
    return { title: clipText(name, 40), body: codePart(`body-example-${at}`, text, language, scope) }
  })
  return labelled(words.body, tabsView(words.body, tabs, ids))
}

function labelled(label: string, body: Html): Html {
  return html`<div class="api-card"><p class="api-card-label">${label}</p>${body}</div>`
}

function answersView({ responses, kind }: ApiOperation, scope: SiteScope): Html | false {
  const { words, ids } = scope
  const side = kind === 'webhook' ? 'sent' : 'received'
  const shown = Object.entries(responses).flatMap(([status, { content }]): Example[] => {
    const media = mediaOf(content)
    if (!media) return [{ title: statusMark(status), empty: words.noBody }]
    const named = Object.entries(media.examples ?? {})
    const examples =
      named.length > 1
        ? named.map(([name, { value }]) => ({ name, value: clipValue(value) }))
        : [{ name: '', value: exampleOfMedia(media, scope.exampleLookup, side) }]
    return examples.map(({ name, value }) => ({
      title: html`${statusMark(status)}${name !== '' && html` ${clipText(name, 40)}`}`,
      ...(value === undefined
        ? { empty: media.mediaType }
        : { code: { text: exampleText(value), language: languageOf(media.mediaType) } }),
    }))
  })
  if (shown.length === 0) return false
  const tabs = withoutRepeats(shown)
    .slice(0, MOST_TABS)
    .map(({ title, empty, code }, at): Tab => {
      if (!code) return { title, body: html`<p class="api-empty">${empty}</p>` }
      return { title, body: codePart(`answer-${at}`, code.text, code.language, scope) }
    })
  return labelled(words.response, tabsView(words.response, tabs, ids))
}

/** Of an answer; `empty` says why there is none. */
type Example = { title: Html; empty?: string; code?: { text: string; language: string } }

/** Answers that look the same have one tab: of several, the first and the last are named. */
function withoutRepeats(examples: readonly Example[]): Example[] {
  const groups = new Map<unknown, Example[]>()
  for (const one of examples) {
    const key = one.code?.text ?? one
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap(([first, ...others]) => {
    const last = others.at(-1)
    return first ? [{ ...first, title: last ? html`${first.title} – ${last.title}` : first.title }] : []
  })
}

export function exampleText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}

export function languageOf(mediaType: string): string {
  if (/json/i.test(mediaType)) return 'json'
  return /xml|html/i.test(mediaType) ? 'xml' : ''
}
