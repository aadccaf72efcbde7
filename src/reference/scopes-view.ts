import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import type { OpenApiDocument, OpenApiScope } from '../openapi/document.ts'
import { operationAddress } from './addresses.ts'
import type { PageScope } from './operation-view.ts'
import { entriesOf } from './operations.ts'
import { inline } from './prose.ts'

/** What the token of an integration may do with each scope, down to the fields that it may send. */
export function scopesView(document: OpenApiDocument, scope: PageScope): Html | false {
  const rows = document['x-quire-scopes']
  if (!rows) return false
  const anchors = new Map(entriesOf(document).map(({ id, anchor }) => [id, anchor]))
  return html`<section class="scopes" id="scopes" aria-labelledby="scopes-t">
    <h2 id="scopes-t"><a href="#scopes">Scopes</a></h2>
    <div class="prose"><p>What the token of an integration may do with each scope that its installation was given. Of a body it may send the fields named here; everything else is left to people.</p></div>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="scopes-t"><table><thead><tr><th scope="col">Scope</th><th scope="col">Gives</th><th scope="col">Operations</th></tr></thead>
    <tbody>${rows.map((row) => rowView(row, anchors, scope))}</tbody></table></div></section>`
}

function rowView(
  { scope: name, about, operations }: OpenApiScope,
  anchors: ReadonlyMap<string, string>,
  scope: PageScope,
): Html {
  const links = operations.map(({ id, fields }) => {
    const words = fields.length > 0 && html` (${fields.join(', ')})`
    return html`<li><a href="${operationAddress(scope.addresses, id)}" data-anchor="${anchors.get(id) ?? ''}">${id}</a>${words}</li>`
  })
  const list =
    links.length > 6
      ? html`<details><summary>${links.length} operations</summary><ul>${links}</ul></details>`
      : html`<ul>${links}</ul>`
  return html`<tr><th scope="row"><code>${name}</code></th><td>${inline(about)}</td><td>${links.length > 0 && list}</td></tr>`
}
