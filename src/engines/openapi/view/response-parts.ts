import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { OpenApiResponse } from '../document.ts'
import { shapeOf } from '../parts/schema-shape.ts'
import { fieldLine, fieldName } from './field-line.ts'
import type { SchemaScope } from './schema-view.ts'
import { limitList, typeWords } from './schema-view.ts'

/** Coloured by the first digit, if it is one. */
export function statusMark(status: string): Html {
  const kind = /^[1-5]/.exec(status)?.[0] ?? '0'
  return html`<span class="status s${kind}">${status}</span>`
}

export function headerList(response: OpenApiResponse, scope: SchemaScope): Html | false {
  const headers = Object.entries(response.headers ?? {})
  if (headers.length === 0) return false
  const { words, prose } = scope
  const rows = headers.map(([name, { schema, description }]) => {
    const shape = schema && shapeOf(schema, scope)
    const type = shape && html`${typeWords(shape, scope)}${limitList(shape)}`
    return html`<li>${fieldLine(fieldName(name), html`<span class="type">${words.header}</span>`, type)}${prose(description)}</li>`
  })
  return html`<ul class="fields">${rows}</ul>`
}
