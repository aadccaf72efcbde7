import type { ContentRef } from '../../content/records.ts'
import type { ApiMethod, Block, TagProps } from '../../markdown/document.ts'
import { slugOf } from '../../markdown/names/slugs.ts'
import { own } from '../../markdown/nodes.ts'
import { plainTarget } from '../../markdown/write/markdown-writer.ts'
import { breakableName } from '../break-words.ts'
import { type Html, html } from '../html.ts'
import { type Markup, markup, partsOf, say } from '../markup.ts'
import type { PlainWords } from '../words.ts'
import type { ApiPart } from '../written-document.ts'
import { anchorOf, aside, type HtmlSpot, otherNames, type WriteState, writeInside } from './write-state.ts'

type Of<T extends Block['type']> = Extract<Block, { type: T }>

export function writeOperation(
  state: WriteState,
  block: Of<'swagger' | 'openapi-operation'>,
  { under }: HtmlSpot,
): Markup {
  const { method, path, ref } = block.data
  const part = { kind: 'operation' as const, method, path, ...(under && { under }) }
  return place(namesOf(state, block, path), ref, part, box(endpoint(method, path), source(ref)))
}

export function writeWebhook(state: WriteState, block: Of<'openapi-webhook'>, { under }: HtmlSpot): Markup {
  const { method, name, ref } = block.data
  const part = { kind: 'webhook' as const, method, path: name, ...(under && { under }) }
  const head = markup`${endpoint(method, name)}<span class="tag">${say('webhook')}</span>`
  return place(namesOf(state, block), ref, part, box(head, source(ref)))
}

export function writeSchemas({ data: { schemas, ref } }: Of<'openapi-schemas'>): Markup {
  const names = schemas.map((name) => html`<li><code>${name}</code></li>`)
  const head = markup`<span class="api-kind">${say('schemas')}</span><ul class="api-names">${names}</ul>`
  return place({}, ref, { kind: 'schemas', names: schemas }, box(head, source(ref)))
}

/** Where a part of a description is shown. Until somebody has the description, a box says what would be there. */
function place(names: PlaceNames, ref: ContentRef, part: ApiPart, instead: Markup): Markup {
  const { anchor, others } = names
  return markup`<div class="api-place"${anchor}>${others}${{ placeholder: 'api', ref, part, parts: partsOf(instead) }}</div>`
}

type PlaceNames = { anchor?: Markup; others?: Markup }

/** Links to operations name the method and the path, or the path alone: that is the first one with it. */
function namesOf(state: WriteState, block: Block, path = ''): PlaceNames {
  return { anchor: anchorOf(state, block), others: otherNames(state, [slugOf(path), block.meta?.formerId]) }
}

function box(head: Markup, foot: Markup): Markup {
  return markup`<div class="api-box"><div class="api-head">${head}</div>${foot}</div>`
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'])

function endpoint(method: string, path: string): Html {
  const name = method.trim().toLowerCase()
  const look = METHODS.has(name) ? `method ${name}` : 'method'
  return html`${name !== '' && html`<span class="${look}">${name.toUpperCase()}</span>`}<code class="api-path">${path}</code>`
}

/** Where an API is described. */
function source(ref: ContentRef): Markup {
  const name = ref.kind === 'openapi' ? ref.spec : plainTarget(ref).replace(/^.*\/(?=[^/])/, '')
  return markup`<div class="api-source">${say('describedIn')} ${{ placeholder: 'link', ref, look: 'plain', parts: partsOf(html`${name}`) }}</div>`
}

/** Both old ways to describe an endpoint in the page itself. */
export function writeMethod(state: WriteState, block: ApiMethod, spot: HtmlSpot): Markup {
  const { method, path, baseUrl, host, summary } = block.data.props
  const address = [baseUrl ?? host, path].filter((part) => typeof part === 'string').join('')
  const title = typeof summary === 'string' && summary !== '' && html`<p class="api-summary">${summary}</p>`
  return markup`
    <div class="api-method"${anchorOf(state, block)}>${otherNames(state, [slugOf(typeof path === 'string' ? path : ''), block.meta?.formerId])}
      <div class="api-head">${endpoint(typeof method === 'string' ? method : '', address)}</div>
      <div class="api-body">${title}${writeInside(state, block.nodes, aside(spot))}</div>
    </div>`
}

/** What a parameter or a response is called and how it is, then its description. */
export function writeMethodPart(state: WriteState, { data, nodes }: ApiMethod, spot: HtmlSpot): Markup {
  const body = writeInside(state, nodes, aside(spot))
  const head = partHead(data.props)
  const title = own(TITLES, data.tag)
  if (head === undefined)
    return markup`${title !== undefined && markup`<p class="api-kind">${say(title)}</p>`}${body}`
  return markup`<div class="api-part">${head}<div class="api-part-body">${body}</div></div>`
}

const TITLES: Readonly<Record<string, PlainWords>> = {
  'api-method-path-parameters': 'pathParameters',
  'api-method-query-parameters': 'queryParameters',
  'api-method-body-parameters': 'body',
  'api-method-form-data-parameters': 'formData',
  'api-method-headers': 'headers',
  'api-method-response': 'responses',
}

function partHead(props: TagProps): Markup | undefined {
  const said = (name: string) => (Object.hasOwn(props, name) ? props[name] : undefined)
  const name = [said('name'), said('status'), said('httpCode')].find(
    (one) => typeof one === 'string' && one !== '',
  )
  const kinds = [said('in'), said('type'), said('description')].filter(
    (one) => typeof one === 'string' && one !== '',
  )
  const required = said('required')
  const isRequired = required === true || required === 'true'
  if (name === undefined && kinds.length === 0) return undefined
  return markup`
    <div class="api-part-head">
      ${name !== undefined && html`<code>${breakableName(String(name))}</code>`}
      ${kinds.length > 0 && html` <span class="api-part-kind">${kinds.join(' · ')}</span>`}
      ${isRequired && markup` <span class="api-required">${say('required')}</span>`}
    </div>`
}
