import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { SecurityChoice, SecurityScheme } from '../parts/security.ts'
import { fieldLine, fieldName } from './field-line.ts'
import type { SiteScope } from './site-scope.ts'

export function securityView(
  choices: readonly SecurityChoice[],
  isOpenToAll: boolean,
  scope: SiteScope,
): Html | false {
  if (choices.length === 0) return false
  const rows = choices.flatMap((choice, at) => [
    ...(at > 0 ? [html`<li class="api-or">${scope.words.or.trim()}</li>`] : []),
    ...choice.map((scheme) => schemeRow(scheme, scope)),
  ])
  const open =
    isOpenToAll && html`<li class="api-or">${scope.words.or.trim()} ${scope.words.withoutSigningIn}</li>`
  return html`<h4>${scope.words.authorization}</h4><ul class="fields">${rows}${open}</ul>`
}

function schemeRow(
  { id, kind, type, place, name, description, scopes, sources }: SecurityScheme,
  scope: SiteScope,
): Html {
  const how = kind === 'bearer' ? `${name}: Bearer …` : kind === 'basic' ? `${name}: Basic …` : name
  return html`<li>
    ${fieldLine(fieldName(id), html`<span class="type">${type}</span>`, kind !== 'other' && html`<span class="limits">${place} <code>${how}</code></span>`)}
    ${scope.prose(description)}
    ${sources.map(({ flow, addresses }) => html`<p class="values">${flow} ${addresses.map((one) => html`<code>${one}</code> `)}</p>`)}
    ${scopes.length > 0 && html`<p class="values">${scope.words.scopes} ${scopes.map((one) => html`<code>${one}</code> `)}</p>`}</li>`
}
