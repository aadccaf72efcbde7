import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import { type Markup, markup } from '../../html/markup.ts'
import { type PageId, plainName, withPageIds } from '../../html/page-ids.ts'
import type { JsonSchema, OpenApiDocument } from '../document.ts'
import { exampleOf } from '../parts/example.ts'
import { clipText, fieldOf } from '../parts/guards.ts'
import { isObject } from '../values.ts'
import { codeView } from './code-view.ts'
import { schemaTree } from './schema-view.ts'
import { exampleText } from './site-operation-view.ts'
import { openSiteScope, type SiteOptions, type SiteScope, writePart } from './site-scope.ts'

const MOST_SCHEMAS = 40

/** The schemas of these names, those that there are; undefined where there is none. */
export function siteSchemasView(
  document: OpenApiDocument,
  names: readonly string[],
  options: SiteOptions,
): Markup | undefined {
  const scope = openSiteScope(document, options)
  const found = schemasNamed(document, names)
  if (found.length === 0) return undefined
  // Before what is in them, where others of the list may be written out again.
  const ids = found.map(([name]) => scope.ids(`schema-${name}`))
  const rows = found.map((one, at) => schemaRow(one, ids[at] ?? '', scope, found.length === 1))
  return markup`<section class="api-operation api-schemas" aria-label="${scope.words.schemas}">${withPageIds(html`${rows}`)}</section>`
}

/** Where a schema is on a page that lists it. */
export function anchorOfSchema(name: string): string {
  return plainName(`schema-${name}`)
}

export function schemasNamed(document: unknown, names: readonly string[]): [string, JsonSchema][] {
  const all = fieldOf(fieldOf(document, 'components'), 'schemas')
  return [...new Set(names)].slice(0, MOST_SCHEMAS).flatMap((name): [string, JsonSchema][] => {
    if (!isObject(fieldOf(all, name))) return []
    const pointer = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
    return [[name, { $ref: `#/components/schemas/${pointer}` }]]
  })
}

function schemaRow(
  [name, schema]: [string, JsonSchema],
  id: PageId,
  scope: SiteScope,
  isOpen: boolean,
): Html {
  const { words } = scope
  const body = scope.fit(name, (within) => {
    const example = exampleOf(schema, within.exampleLookup)
    const tree = writePart(within, [name], (part) => schemaTree(schema, part))
    return html`<div class="api-columns">
      <div class="api-doc">${within.prose(within.lookup(schema).schema.description)}${tree}</div>
      <div class="api-side">${example !== undefined && html`<div class="api-card"><p class="api-card-label">${words.example}</p>${codeView(exampleText(example), 'json', words.copy)}</div>`}</div>
      </div>`
  })
  return html`<details class="api-schema" id="${id}"${isOpen && html` open`}>
    <summary><code class="field-name">${clipText(name, 120)}</code></summary>${body}</details>`
}
