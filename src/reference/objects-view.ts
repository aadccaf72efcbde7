import { exampleOf } from './example.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import type { JsonSchema } from './openapi-types.ts'
import type { PageScope } from './operation-view.ts'
import { exampleCard } from './operation-view.ts'
import { anchorOf } from './operations.ts'
import { paragraphs } from './prose.ts'
import { schemaTree } from './schema-view.ts'

function objectView(name: string, scope: PageScope): Html {
  const anchor = anchorOf('schema', name)
  const reference: JsonSchema = { $ref: `#/components/schemas/${name}` }
  return html`<article class="op object" id="${anchor}" aria-labelledby="${anchor}-t">
    <div class="doc"><h3 id="${anchor}-t"><a href="#${anchor}">${name}</a></h3>
    <div class="prose">${paragraphs(scope.lookup(reference).schema.description)}</div>
    ${schemaTree(reference, scope)}</div>
    <div class="side">${exampleCard(html`<span class="label">${name}</span>`, exampleOf(reference, scope.lookup) ?? {})}</div></article>`
}

// Writing an object may mention further ones, so this goes on until no name is left that was not written.
export function objectViews(mentioned: ReadonlySet<string>, scope: PageScope): Map<string, Html> {
  const written = new Map<string, Html>()
  for (const name of mentioned) written.set(name, objectView(name, scope))
  return new Map([...written].sort(([one], [other]) => (one < other ? -1 : 1)))
}
