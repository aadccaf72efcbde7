import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import type { OpenApiResponse } from '../openapi/document.ts'
import { isSuccess, mediaOf } from './operations.ts'
import { inline } from './prose.ts'
import type { SchemaScope } from './schema-view.ts'
import { nameLink, schemaTree } from './schema-view.ts'

type Answer = { status: string; response: OpenApiResponse; name: string | undefined }

function statusMark(status: string): Html {
  return html`<span class="status s${status.slice(0, 1)}">${status}</span>`
}

function headerList(response: OpenApiResponse): Html | false {
  const headers = Object.entries(response.headers ?? {})
  if (headers.length === 0) return false
  const rows = headers.map(
    ([name, header]) =>
      html`<li><div class="line"><code class="name">${name}</code><span class="type">header</span></div>${header.description && html`<p>${inline(header.description)}</p>`}</li>`,
  )
  return html`<ul class="tree">${rows}</ul>`
}

function fullAnswer({ status, response, name }: Answer, scope: SchemaScope): Html {
  const schema = mediaOf(response.content)?.schema
  return html`<div class="answer">
    <p class="line">${statusMark(status)}<span>${inline(response.description ?? '')}</span>${name !== undefined && html`<span class="type">${nameLink(name, scope)}</span>`}</p>
    ${headerList(response)}${schema && schemaTree(schema, scope)}</div>`
}

// Nearly every operation may answer with the same handful of errors of one shape. They are told in a line
// each, with the shape once: spelled out, they would be half of the page.
function errorList(errors: readonly Answer[], name: string | undefined, scope: SchemaScope): Html {
  const rows = errors.map(
    ({ status, response }) =>
      html`<li>${statusMark(status)}<span>${inline(response.description ?? '')}</span></li>`,
  )
  return html`<div class="answer"><ul class="errors">${rows}</ul>${name !== undefined && html`<p class="errors-shape">Body of these: ${nameLink(name, scope)}</p>`}</div>`
}

export function responseList(
  responses: Readonly<Record<string, OpenApiResponse>> | undefined,
  scope: SchemaScope,
): Html | false {
  const answers = Object.entries(responses ?? {}).map(([status, response]) => {
    const schema = mediaOf(response.content)?.schema
    return { status, response, name: schema && scope.lookup(schema).name }
  })
  if (answers.length === 0) return false
  const isBrief = (answer: Answer): boolean =>
    !isSuccess(answer.status) && (answer.name !== undefined || !answer.response.content)
  const brief = answers.filter(isBrief)
  const names = [...new Set(brief.map((answer) => answer.name))]
  return html`<h4>Responses</h4>
    ${answers.filter((answer) => !isBrief(answer)).map((answer) => fullAnswer(answer, scope))}
    ${names.map((name) =>
      errorList(
        brief.filter((answer) => answer.name === name),
        name,
        scope,
      ),
    )}`
}
