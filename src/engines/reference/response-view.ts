import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import type { OpenApiResponse } from '../openapi/document.ts'
import { isSuccess, mediaOf } from '../openapi/parts/media.ts'
import { headerList, statusMark } from '../openapi/view/response-parts.ts'
import type { SchemaScope } from '../openapi/view/schema-view.ts'
import { schemaTree } from '../openapi/view/schema-view.ts'
import { inline } from './prose.ts'

type Answer = { status: string; response: OpenApiResponse; name: string | undefined }

function fullAnswer({ status, response, name }: Answer, scope: SchemaScope): Html {
  const schema = mediaOf(response.content)?.schema
  return html`<div class="answer">
    <p class="field-line">${statusMark(status)}<span>${inline(response.description ?? '')}</span>${name !== undefined && html`<span class="type">${scope.named.name(name)}</span>`}</p>
    ${headerList(response, scope)}${schema && schemaTree(schema, scope)}</div>`
}

// Nearly every operation may answer with the same handful of errors of one shape. They are told in a line
// each, with the shape once: spelled out, they would be half of the page.
function errorList(errors: readonly Answer[], name: string | undefined, scope: SchemaScope): Html {
  const rows = errors.map(
    ({ status, response }) =>
      html`<li>${statusMark(status)}<span>${inline(response.description ?? '')}</span></li>`,
  )
  return html`<div class="answer"><ul class="errors">${rows}</ul>${name !== undefined && html`<p class="errors-shape">${scope.words.bodyOfThese} ${scope.named.name(name)}</p>`}</div>`
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
