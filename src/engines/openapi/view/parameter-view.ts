import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { OpenApiParameter } from '../document.ts'
import { givenExample } from '../parts/request-values.ts'
import { schemaOf } from '../parts/schema-of.ts'
import { shapeOf, valueWord } from '../parts/schema-shape.ts'
import { fieldLine, fieldName } from './field-line.ts'
import type { SchemaScope } from './schema-view.ts'
import { details, limitList, typeWords } from './schema-view.ts'

export type ParameterLocation = OpenApiParameter['in']

export function parametersIn(
  place: ParameterLocation,
  parameters: readonly OpenApiParameter[] | undefined,
): OpenApiParameter[] {
  return (parameters ?? []).filter((parameter) => parameter.in === place)
}

export function parameterExample(parameter: OpenApiParameter): string | undefined {
  const example = givenExample(parameter)
  return example === undefined ? undefined : valueWord(example)
}

function parameterRow(parameter: OpenApiParameter, scope: SchemaScope): Html {
  const { description, ...schema } = schemaOf(parameter.schema)
  const shape = shapeOf(schema, scope)
  return html`<li>
    ${fieldLine(
      fieldName(parameter.name),
      typeWords(shape, scope),
      limitList(shape),
      parameter.required && html`<span class="required">${scope.words.required}</span>`,
      parameter.deprecated && html`<span class="deprecated">${scope.words.deprecated}</span>`,
    )}
    ${scope.prose(parameter.description ?? description)}${details(shape, schema, scope)}</li>`
}

export function parameterTable(
  title: string,
  parameters: readonly OpenApiParameter[],
  scope: SchemaScope,
): Html | false {
  if (parameters.length === 0) return false
  return html`<h4>${title}</h4><ul class="fields">${parameters.map((parameter) => parameterRow(parameter, scope))}</ul>`
}
