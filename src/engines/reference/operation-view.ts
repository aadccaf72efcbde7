import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import type { OpenApiBody } from '../openapi/document.ts'
import { exampleOfMedia } from '../openapi/parts/example.ts'
import { isSuccess, mediaOf } from '../openapi/parts/media.ts'
import type { SampleBody } from '../openapi/parts/samples.ts'
import { BEARER, curlSample, requestOf, sampleHtml, scriptSample } from '../openapi/parts/samples.ts'
import { parametersIn, parameterTable } from '../openapi/view/parameter-view.ts'
import type { SchemaScope } from '../openapi/view/schema-view.ts'
import { schemaTree } from '../openapi/view/schema-view.ts'
import { accessWords } from './access-words.ts'
import type { Addresses } from './addresses.ts'
import type { Entry } from './operations.ts'
import { paragraphs } from './prose.ts'
import { responseList } from './response-view.ts'

export type PageScope = SchemaScope & { addresses: Addresses; base: string }

export function methodBadge(method: string): Html {
  return html`<b class="method ${method}">${method.toUpperCase()}</b>`
}

export function pathWords(path: string): Html {
  const parts = path.split(/(\{[^}]*\})/)
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<var>${part}</var>` : part))}`
}

export function codeText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}

function access(entry: Entry): Html {
  const needs = entry.operation['x-quire-needs']
  if (entry.isPublic) return html`<span class="chip">No token needed</span>`
  const words =
    entry.operation['x-quire-access'] ?? (needs === undefined ? 'You need a token' : accessWords(needs))
  return html`<span class="chip">${words ?? `You need the permission ${needs}`}</span>`
}

function bodyPart(body: OpenApiBody | undefined, scope: PageScope): Html | false {
  const media = mediaOf(body?.content)
  if (!body || !media) return false
  return html`<h4>Body ${body.required && html`<span class="required">required</span>`}<span class="media">${media.mediaType}</span></h4>
    ${paragraphs(body.description)}${media.schema && schemaTree(media.schema, scope)}`
}

function sampleBody(entry: Entry, scope: PageScope): SampleBody | undefined {
  const media = mediaOf(entry.operation.requestBody?.content)
  if (!media) return undefined
  const example = exampleOfMedia(media, scope.lookup)
  return {
    mediaType: media.mediaType,
    text: media.mediaType.endsWith('json') ? codeText(example ?? {}) : codeText(example),
  }
}

export function requestCard(entry: Entry, scope: PageScope, body: SampleBody | undefined): Html {
  const { method, path, operation } = entry
  const asked = { method, path, parameters: operation.parameters, secrets: entry.isPublic ? [] : [BEARER] }
  const request = requestOf(asked, scope.base, body)
  return html`<figure class="card request">
    <figcaption><span class="switch" role="group" aria-label="Language of the samples"><button type="button" data-language="curl" aria-pressed="true">curl</button><button type="button" data-language="script" aria-pressed="false">JavaScript</button></span><button type="button" class="copy">Copy</button></figcaption>
    <pre class="curl" tabindex="0"><code>${sampleHtml(curlSample(request))}</code></pre>
    <pre class="script" tabindex="0"><code>${sampleHtml(scriptSample(request))}</code></pre></figure>`
}

function responseCard(entry: Entry, scope: PageScope): Html | false {
  const [status, response] =
    Object.entries(entry.operation.responses ?? {}).find(([code]) => isSuccess(code)) ?? []
  if (!status || !response) return false
  const media = mediaOf(response.content)
  const example = media && exampleOfMedia(media, scope.lookup)
  if (example === undefined)
    return html`<figure class="card"><figcaption><span class="status s2">${status}</span><span class="media">${media?.mediaType ?? 'No body'}</span></figcaption></figure>`
  return exampleCard(html`<span class="status s2">${status}</span>`, example)
}

export function exampleCard(title: Html, example: unknown): Html {
  return html`<figure class="card"><figcaption>${title}<button type="button" class="copy">Copy</button></figcaption>
    <pre class="json" tabindex="0"><code>${codeText(example)}</code></pre></figure>`
}

// What opens below the row of an operation. The data attributes are for the try-it form.
export function operationView(entry: Entry, scope: PageScope): Html {
  const { operation, path } = entry
  const method = entry.method.toUpperCase()
  const body = sampleBody(entry, scope)
  return html`<div class="inside" data-method="${method}" data-path="${path}" data-title="${entry.title}">
    <div class="doc">
    <div class="endpoint">${methodBadge(entry.method)}<code>${pathWords(path)}</code><button type="button" class="try">Try it</button></div>
    <p class="access">${access(entry)}<span class="chip id">${entry.id}</span></p>
    <div class="prose">${paragraphs(operation.description)}</div>
    ${parameterTable('Path parameters', parametersIn('path', operation.parameters), scope)}
    ${parameterTable('Query parameters', parametersIn('query', operation.parameters), scope)}
    ${parameterTable('Headers', parametersIn('header', operation.parameters), scope)}
    ${bodyPart(operation.requestBody, scope)}
    ${responseList(operation.responses, scope)}
    </div>
    <div class="side">${requestCard(entry, scope, body)}${responseCard(entry, scope)}</div>
    </div>`
}
