import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import type { JsonSchema, OpenApiDocument } from '../openapi/document.ts'
import { exampleOf } from './example.ts'
import type { PageScope } from './operation-view.ts'
import { exampleCard } from './operation-view.ts'
import { paragraphs } from './prose.ts'
import type { Lookup } from './schema-lookup.ts'
import { hasInside, shapeOf } from './schema-shape.ts'
import { schemaTree } from './schema-view.ts'

export function referenceTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

// The components that have something to unfold, by name; smaller ones are told where they are used.
export function objectNames(document: OpenApiDocument, lookup: Lookup): string[] {
  const names = Object.keys(document.components?.schemas ?? {})
  return names.filter((name) => hasInside(shapeOf(referenceTo(name), lookup))).sort()
}

export function objectView(name: string, scope: PageScope): Html {
  const reference = referenceTo(name)
  return html`<div class="inside object">
    <div class="doc"><div class="prose">${paragraphs(scope.lookup(reference).schema.description)}</div>
    ${schemaTree(reference, scope)}</div>
    <div class="side">${exampleCard(html`<span class="label">${name}</span>`, exampleOf(reference, scope.lookup) ?? {})}</div></div>`
}
