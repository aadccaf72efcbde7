import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import type { JsonSchema, OpenApiDocument } from '../openapi/document.ts'
import { exampleOf } from '../openapi/parts/example.ts'
import { isSuccess, mediaOf } from '../openapi/parts/media.ts'
import { operationAddress } from './addresses.ts'
import type { Step } from './first-steps.ts'
import { firstSteps } from './first-steps.ts'
import type { PageScope } from './operation-view.ts'
import { exampleCard, methodBadge } from './operation-view.ts'
import type { Entry, Group } from './operations.ts'
import { inline, paragraphs } from './prose.ts'

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
  const error = errorSchema(groups)
  const count = groups.reduce((total, group) => total + group.entries.length, 0)
  return html`<header class="opening" id="start">
    <div class="doc">
    <h1>${document.info.title}</h1>
    <p class="facts"><span class="chip">Version ${document.info.version}</span><span class="chip">${count} ${count === 1 ? 'operation' : 'operations'}</span><a class="chip" href="${scope.base}/v1/openapi.json">OpenAPI document</a></p>
    <div class="prose lead">${paragraphs(document.info.description)}</div>
    </div>
    <div class="side">
    <figure class="card"><figcaption><span class="label">Base address</span><button type="button" class="copy">Copy</button></figcaption><pre tabindex="0"><code data-base="${scope.base}">${scope.base}</code></pre></figure>
    ${error && exampleCard(html`<span class="label">Every error</span>`, exampleOf(error, scope.lookup))}
    </div></header>
    ${firstStepsView(groups, scope)}`
}

// Only for a document that has all the operations on the way.
function firstStepsView(groups: readonly Group[], scope: PageScope): Html | false {
  const entries = new Map(groups.flatMap((group) => group.entries).map((entry) => [entry.id, entry]))
  const steps = firstSteps(scope.base).map((step) => ({ step, entry: entries.get(step.operationId) }))
  const isWhole = steps.every(({ entry }) => entry !== undefined)
  if (!isWhole) return false
  return html`<section class="steps" id="first-steps" aria-labelledby="first-steps-t">
    <h2 id="first-steps-t"><a href="#first-steps">First steps</a></h2>
    <div class="prose"><p>From a token to a page that readers see. Paste the lines one after the other into a terminal on the server, in the folder that Quire was started in.</p></div>
    <ol>${steps.map(({ step, entry }) => entry && stepView(step, entry, scope))}</ol></section>`
}

function stepView(step: Step, entry: Entry, scope: PageScope): Html {
  return html`<li><div class="step-words"><h3>${step.title}</h3><p>${inline(step.words)}</p>
    <a class="step-link" href="${operationAddress(scope.addresses, entry.id)}" data-anchor="${entry.anchor}">${methodBadge(entry.method)}${entry.title}</a></div>
    <figure class="card"><button type="button" class="copy">Copy</button><pre tabindex="0"><code class="step">${step.command}</code></pre></figure></li>`
}
