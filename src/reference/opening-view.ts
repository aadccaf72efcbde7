import { exampleOf } from './example.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import type { JsonSchema, OpenApiDocument } from './openapi-types.ts'
import type { PageScope } from './operation-view.ts'
import { exampleCard, methodBadge, pathWords, requestCard } from './operation-view.ts'
import type { Entry, Group } from './operations.ts'
import { isSuccess, mediaOf } from './operations.ts'
import { paragraphs } from './prose.ts'

function firstRequest(groups: readonly Group[]): Entry | undefined {
  const entries = groups.flatMap((group) => group.entries)
  return entries.find((entry) => entry.method === 'get' && !entry.isPublic && !entry.path.includes('{'))
}

function errorSchema(groups: readonly Group[]): JsonSchema | undefined {
  for (const { operation } of groups.flatMap((group) => group.entries)) {
    const answers = Object.entries(operation.responses ?? {})
    const error = answers.find(
      ([status, response]) => !isSuccess(status) && mediaOf(response.content)?.schema,
    )
    if (error) return mediaOf(error[1].content)?.schema
  }
  return undefined
}

export function openingView(document: OpenApiDocument, groups: readonly Group[], scope: PageScope): Html {
  const first = firstRequest(groups)
  const error = errorSchema(groups)
  const count = groups.reduce((total, group) => total + group.entries.length, 0)
  return html`<header class="opening" id="start">
    <div class="doc">
    <h1>${document.info.title}</h1>
    <p class="facts"><span class="chip">Version ${document.info.version}</span><span class="chip">${count} ${count === 1 ? 'operation' : 'operations'}</span></p>
    <div class="prose lead">${paragraphs(document.info.description)}</div>
    </div>
    <div class="side">
    <figure class="card"><figcaption><span class="label">Base address</span><button type="button" class="copy">Copy</button></figcaption><pre tabindex="0"><code data-base="${scope.base}">${scope.base}</code></pre></figure>
    ${first && requestCard(first, scope, undefined)}
    ${error && exampleCard(html`<span class="label">Every error</span>`, exampleOf(error, scope.lookup))}
    </div></header>`
}

export function groupOpening(group: Group): Html {
  const rows = group.entries.map(
    (entry) =>
      html`<li><a href="#${entry.anchor}">${methodBadge(entry.method)}<code>${pathWords(entry.path)}</code></a></li>`,
  )
  return html`<header class="group" id="${group.anchor}">
    <div class="doc"><h2 id="${group.anchor}-t"><a href="#${group.anchor}">${group.name}</a></h2><div class="prose">${paragraphs(group.description)}</div></div>
    <div class="side"><nav class="card" aria-label="${group.name}: operations"><ul class="endpoints">${rows}</ul></nav></div></header>`
}
