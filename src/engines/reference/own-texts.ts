// The pages of the reference that no description gives, as Markdown.
import type { OpenApiDocument, OpenApiScope } from '../openapi/document.ts'
import { exampleOf } from '../openapi/parts/example.ts'
import { lookupIn } from '../openapi/parts/schema-lookup.ts'
import { firstSteps, type Step } from './first-steps.ts'
import { code, fence, link, place, plain, table } from './markdown-text.ts'
import type { PlacedOperation, Places } from './places.ts'

export function baseOf(document: OpenApiDocument): string {
  return (document.servers?.[0]?.url ?? '').replace(/\/+$/, '')
}

export function openingText(document: OpenApiDocument, places: Places, home: string): string[] {
  const objects = [...places.objects].map(
    ([name, href]) => `${place(anchorOfObject(name))}${link(name, href)}`,
  )
  return [
    introduction(document, hasFirstSteps(places), home),
    ...(places.groups.length > 0 ? places.groups.map(groupText) : ['This document has no operations yet.']),
    ...(objects.length > 0 ? [`## Objects\n\n${objects.join(' · ')}`] : []),
  ]
}

function introduction(document: OpenApiDocument, hasSteps: boolean, home: string): string {
  const { Error: error } = document.components?.schemas ?? {}
  const example = error && JSON.stringify(exampleOf(error, lookupIn(document)), null, 2)
  const steps = `## First steps

From a token to a page that readers see, with requests to paste into a terminal.

<a class="button primary" href="${home}/first-steps">Take the first steps</a>`
  const base = `## Base address

${fence('', baseOf(document))}

<a class="button secondary" href="/v1/openapi.json">OpenAPI document</a>`
  const parts = [
    document.info.description,
    hasSteps && steps,
    base,
    example && `## Errors\n\nEvery error has this form.\n\n${fence('json', example)}`,
    '## All operations',
  ]
  return parts.filter(Boolean).join('\n\n')
}

function groupText({ title, href, operations }: Places['groups'][number]): string {
  const rows = operations.map(({ id, title, href, method, path }) => [
    `${id === undefined ? '' : place(anchorOfOperation(id))}${link(title, href)}`,
    code(`${method.toUpperCase()} ${path}`),
  ])
  const anchor = `tag-${plainAnchor(title)}`
  const heading = `### ${link(title, href)} <a href="#${anchor}" id="${anchor}"></a>`
  return `${heading}\n\n${table(['Operation', 'Request'], rows)}`
}

// Where the first page of earlier versions had them.
function anchorOfOperation(id: string): string {
  return `op-${plainAnchor(id)}`
}

function anchorOfObject(name: string): string {
  return `schema-${plainAnchor(name)}`
}

function plainAnchor(name: string): string {
  return name.replace(/[^\w-]+/g, '-')
}

/** Whether the description has every operation on the way. */
export function hasFirstSteps({ operations }: Places): boolean {
  return firstSteps('').every(({ operationId }) => operations.has(operationId))
}

export function firstStepsText(document: OpenApiDocument, { operations }: Places): string {
  const steps = firstSteps(baseOf(document)).flatMap(({ operationId, title, words, command }) => {
    const operation = operations.get(operationId)
    return operation ? [stepText({ title, words, command }, operation)] : []
  })
  return `Paste the lines one after the other into a terminal on the server, in the folder that Quire was started in.

{% stepper %}
${steps.join('\n\n')}
{% endstepper %}`
}

function stepText({ title, words, command }: Omit<Step, 'operationId'>, operation: PlacedOperation): string {
  const request = `${operation.method.toUpperCase()} ${operation.path}`
  return `{% step %}
### ${title}

${words}

${fence('bash', command)}

${link(operation.title, operation.href)} ${code(request)}
{% endstep %}`
}

export function scopesText(scopes: readonly OpenApiScope[], places: Places): string {
  const rows = scopes.map(({ scope, about, operations }) => [
    code(scope),
    plain(about),
    operations.map(({ id, fields }) => `${operationLink(id, places)}${fieldWords(fields)}`).join('<br>'),
  ])
  return `An integration may call the operations of each scope that its installation was given. In a body it may send the fields in brackets; everything else is left to people.

${table(['Scope', 'Gives', 'Operations'], rows)}`
}

function operationLink(id: string, { operations }: Places): string {
  const found = operations.get(id)
  return found ? link(id, found.href) : plain(id)
}

function fieldWords(fields: readonly string[]): string {
  return fields.length > 0 ? ` (${plain(fields.join(', '))})` : ''
}
