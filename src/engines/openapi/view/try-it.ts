// What the script of the try-it panel is told of an operation.
import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { JsonSchema, OpenApiParameter } from '../document.ts'
import { exampleOf } from '../parts/example.ts'
import { type FormField, formFieldsOf, isFileBody } from '../parts/form-body.ts'
import { fieldOf } from '../parts/guards.ts'
import { mediaOf } from '../parts/media.ts'
import type { ApiOperation } from '../parts/operation-parts.ts'
import { sampleBodyOf } from '../parts/request-samples.ts'
import { givenExample, kindOf, type ValueKind } from '../parts/request-values.ts'
import { shapeOf, valueWord } from '../parts/schema-shape.ts'
import { originOf } from '../parts/servers.ts'
import { parameterExample } from './parameter-view.ts'
import type { SiteScope } from './site-scope.ts'

const MOST_VALUES = 50

/** Undefined where no server is named that a browser could send to. */
export function tryItData(
  operation: ApiOperation,
  scope: SiteScope,
): { html: Html; origins: string[] } | undefined {
  // Browsers refuse to send the method.
  if (operation.hidesTryIt || operation.method === 'trace') return undefined
  const servers = operation.servers.filter(({ url }) => originOf(url) !== undefined)
  if (servers.length === 0) return undefined
  const secrets = (operation.security[0] ?? []).filter(({ kind }) => kind !== 'other')
  const cookies = [
    ...operation.parameters.filter((parameter) => parameter.in === 'cookie'),
    ...secrets.filter(({ place }) => place === 'cookie'),
  ]
  const told = {
    method: operation.method.toUpperCase(),
    path: operation.path,
    servers: servers.map(({ url }) => url),
    parameters: operation.parameters
      .filter((parameter) => parameter.in !== 'cookie')
      .map((parameter) => parameterData(parameter, scope)),
    secrets: secrets
      .filter(({ place }) => place !== 'cookie')
      .map(({ id, kind, place, name }) => ({ id, kind, in: place, name })),
    cookies: cookies.map(({ name }) => name),
    body: bodyData(operation, scope),
    words: { ...scope.words.tryIt, body: scope.words.body, headers: scope.words.headers },
    title: operation.title.slice(0, 200),
  }
  const origins = [...new Set(servers.flatMap(({ url }) => originOf(url) ?? []))]
  return {
    html: html`<button type="button" class="api-try" data-try="${JSON.stringify(told)}">${scope.words.tryIt.open}</button>`,
    origins,
  }
}

function parameterData(parameter: OpenApiParameter, scope: SiteScope) {
  const { name, schema = {}, style, explode, content } = parameter
  // What has a media type is filled in as it is sent.
  const kind = content === undefined ? kindOf(schema, scope.exampleLookup) : 'value'
  return {
    in: parameter.in,
    name,
    kind,
    isRequired: parameter.required === true,
    example: parameter.required ? filledIn(kind, givenExample(parameter)) : undefined,
    hint: kind === 'value' ? parameterExample(parameter) : undefined,
    values: kind === 'object' ? [] : valuesOf(schema, scope),
    ...(content === undefined && { style, explode }),
  }
}

function bodyData(operation: ApiOperation, scope: SiteScope) {
  const body = sampleBodyOf(operation, scope.exampleLookup)
  const media = mediaOf(operation.body?.content)
  if (!body || !media) return undefined
  const fields = formFieldsOf(media, scope.exampleLookup)
  return {
    mediaType: body.mediaType,
    text: body.text,
    isFile: isFileBody(media, scope.exampleLookup),
    fields: fields.map((field) => fieldData(field, fieldOf(media.example, field.name), scope)),
  }
}

function fieldData(field: FormField, given: unknown, scope: SiteScope) {
  const { name, hasFiles, isRequired, schema, style, explode } = field
  // Without a style of its own an object is sent as JSON, and so it is filled in.
  const kind = field.kind === 'object' && style === undefined ? 'value' : field.kind
  const example = given ?? (isRequired ? exampleOf(schema, scope.exampleLookup, 'sent') : undefined)
  const values = kind === 'file' || field.kind === 'object' ? [] : valuesOf(schema, scope)
  return { name, kind, hasFiles, isRequired, example: filledIn(kind, example), values, style, explode }
}

function valuesOf(schema: JsonSchema, scope: SiteScope): string[] {
  const { values } = shapeOf(schema, { lookup: scope.exampleLookup, words: scope.words })
  return values.slice(0, MOST_VALUES)
}

/** As a reader would type it. */
function filledIn(kind: ValueKind, value: unknown): string | undefined {
  if (value === undefined || kind === 'file') return undefined
  if (typeof value !== 'object' || value === null || kind === 'value') return valueWord(value)
  const lines = Array.isArray(value)
    ? value.map(valueWord)
    : Object.entries(value).map(([name, one]) => `${name}=${valueWord(one)}`)
  return lines.slice(0, MOST_VALUES).join('\n')
}
