import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import type { JsonSchema, OpenApiDocument } from '../openapi/document.ts'
import { exampleOf } from '../openapi/parts/example.ts'
import type { Lookup } from '../openapi/parts/schema-lookup.ts'
import { hasInside, shapeOf } from '../openapi/parts/schema-shape.ts'
import type { NamedSchemas } from '../openapi/view/schema-view.ts'
import { schemaTree } from '../openapi/view/schema-view.ts'
import { ENGLISH_API_WORDS } from '../openapi/view/words.ts'
import type { Addresses } from './addresses.ts'
import { objectAddress } from './addresses.ts'
import type { PageScope } from './operation-view.ts'
import { exampleCard } from './operation-view.ts'
import { anchorOf } from './operations.ts'
import { paragraphs } from './prose.ts'

// A component is written out once, on a page of its own, and the browser unfolds a copy where a reader asks
// for it: written in place, the same organization would be sent a hundred times, and a recursive schema
// would never end.
export function namedObjects(addresses: Addresses): NamedSchemas {
  return {
    name: (name) =>
      html`<a class="ref" href="${objectAddress(addresses, name)}" data-anchor="${anchorOf('schema', name)}">${name}</a>`,
    unfolding: (name, summary) =>
      html`<details data-unfold="${objectAddress(addresses, name)}">${summary}</details>`,
  }
}

export function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

// The components that have something to unfold, by name; smaller ones are told where they are used.
export function objectNames(document: OpenApiDocument, lookup: Lookup): string[] {
  const names = Object.keys(document.components?.schemas ?? {})
  return names
    .filter((name) => hasInside(shapeOf(referenceTo(name), { lookup, words: ENGLISH_API_WORDS })))
    .sort()
}

export function objectView(name: string, scope: PageScope): Html {
  const reference = referenceTo(name)
  return html`<div class="inside object">
    <div class="doc"><div class="prose">${paragraphs(scope.lookup(reference).schema.description)}</div>
    ${schemaTree(reference, scope)}</div>
    <div class="side">${exampleCard(html`<span class="label">${name}</span>`, exampleOf(reference, scope.lookup) ?? {})}</div></div>`
}
