import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import type { OpenApiScope } from '../openapi/document.ts'
import { operationAddress } from './addresses.ts'
import type { PageScope } from './operation-view.ts'
import { inline } from './prose.ts'

const WORDS =
  'What the token of an integration may do with each scope that its installation was given. Of a body it may send the fields in brackets; everything else is left to people.'

export function scopesView(rows: readonly OpenApiScope[], scope: PageScope): Html {
  return html`<div class="prose"><p>${WORDS}</p></div>
    <div class="scopes" tabindex="0" role="region" aria-label="Scopes"><table>
    <thead><tr><th scope="col">Scope</th><th scope="col">Gives</th><th scope="col">Operations</th></tr></thead>
    <tbody>${rows.map((row) => rowView(row, scope))}</tbody></table></div>`
}

function rowView({ scope: name, about, operations }: OpenApiScope, scope: PageScope): Html {
  const links = operations.map(({ id, fields }) => {
    const words = fields.length > 0 && html` (${fields.join(', ')})`
    return html`<li><a class="ref" href="${operationAddress(scope.addresses, id)}">${id}</a>${words}</li>`
  })
  return html`<tr><th scope="row"><code>${name}</code></th><td>${inline(about)}</td><td>${links.length > 0 && html`<ul>${links}</ul>`}</td></tr>`
}
