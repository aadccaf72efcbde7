// One operation of a description that strangers wrote, with its references followed: typed, bounded, and never an error.
import type {
  JsonSchema,
  OpenApiBody,
  OpenApiHeader,
  OpenApiMedia,
  OpenApiParameter,
  OpenApiResponse,
} from '../document.ts'
import { isObject, type JsonObject } from '../values.ts'
import { fieldOf, fieldsOf, listOf, textOf } from './guards.ts'
import { operationText, operationTitle } from './operation-title.ts'
import { pointedAt } from './schema-lookup.ts'
import { isOpenToAll, type SecurityChoice, securityOf } from './security.ts'
import { type ApiServer, serversOf } from './servers.ts'

const MOST_PARAMETERS = 150
const MOST_RESPONSES = 40
const MOST_MEDIA = 8
const MOST_HEADERS = 40
const MOST_EXAMPLES = 12
const MOST_SAMPLES = 12
const MOST_CALLBACKS = 20
const LONGEST_NAME = 300
/** References that lead to references. */
const LONGEST_WAY = 20

export type ApiOperation = {
  kind: 'operation' | 'webhook'
  method: string
  path: string
  title: string
  description: string | undefined
  isDeprecated: boolean
  /** In the words of the description: `experimental`, `beta`. */
  stability: string | undefined
  parameters: OpenApiParameter[]
  body: OpenApiBody | undefined
  responses: Record<string, OpenApiResponse>
  /** One of these is needed; none is, if there are none. */
  security: SecurityChoice[]
  isOpenToAll: boolean
  servers: ApiServer[]
  /** What the description itself gives as samples. */
  samples: CodeSample[]
  /** What the description asks not to be shown. */
  hidesSamples: boolean
  hidesTryIt: boolean
  callbacks: Callback[]
}

export type CodeSample = { label: string; language: string; source: string }
export type Callback = {
  name: string
  method: string
  path: string
  summary: string | undefined
  body: OpenApiBody | undefined
}

export type OperationPlace = { kind: 'operation' | 'webhook'; method: string; path: string; under?: string }

export function findOperation(document: unknown, place: OperationPlace): ApiOperation | undefined {
  const method = place.method.trim().toLowerCase()
  const items = fieldOf(document, place.kind === 'webhook' ? 'webhooks' : 'paths')
  const item = resolved(document, fieldOf(items, place.path))
  const operation = fieldOf(item, method)
  if (!item || !isObject(operation)) return undefined
  const said = (name: string) => textOf(fieldOf(operation, name))
  const summary = said('summary')
  return {
    kind: place.kind,
    method,
    path: place.path,
    title: operationTitle({ summary, operationId: said('operationId') }, method, place.path),
    description: withMore(operationText(summary, said('description')), fieldOf(operation, 'externalDocs')),
    isDeprecated: fieldOf(operation, 'deprecated') === true,
    stability: textOf(fieldOf(operation, 'x-stability'), 40),
    parameters: parametersOf(document, item, operation),
    body: bodyOf(document, fieldOf(operation, 'requestBody')),
    responses: responsesOf(document, fieldOf(operation, 'responses')),
    security: securityOf(document, operation),
    isOpenToAll: isOpenToAll(document, operation),
    servers: place.kind === 'webhook' ? [] : serversOf(document, item, operation),
    samples: samplesOf(operation),
    hidesSamples: asked(document, operation, 'x-codeSamples') === false,
    hidesTryIt: asked(document, operation, 'x-hideTryItPanel') === true,
    callbacks: callbacksOf(document, fieldOf(operation, 'callbacks')),
  }
}

/** Where more is said, in the Markdown of the description. */
function withMore(description: string | undefined, docs: unknown): string | undefined {
  const address = textOf(fieldOf(docs, 'url'), LONGEST_NAME)
  if (address === undefined || !/^https?:\/\/[^\s<>]+$/i.test(address)) return description
  const words = textOf(fieldOf(docs, 'description'), LONGEST_NAME) ?? address
  const link = `[${words.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>!]/g, '\\$&')}](<${address}>)`
  return description === undefined ? link : `${description}\n\n${link}`
}

/** Of one operation, or of all that do not say otherwise. */
function asked(document: unknown, operation: JsonObject, name: string): unknown {
  return fieldOf(operation, name) ?? fieldOf(document, name)
}

/** What is there, or what a reference there leads to. */
function resolved(document: unknown, value: unknown): JsonObject | undefined {
  let current = value
  for (let step = 0; step < LONGEST_WAY && isObject(current); step += 1) {
    const ref = fieldOf(current, '$ref')
    if (typeof ref !== 'string') return current
    current = pointedAt(document, ref)
  }
  return undefined
}

function parametersOf(document: unknown, item: JsonObject, operation: JsonObject): OpenApiParameter[] {
  const found = new Map<string, OpenApiParameter>()
  for (const holder of [item, operation])
    for (const one of listOf(fieldOf(holder, 'parameters'), MOST_PARAMETERS)) {
      const parameter = parameterOf(document, resolved(document, one))
      if (parameter) found.set(`${parameter.in} ${parameter.name}`, parameter)
    }
  return [...found.values()]
}

const PLACES: readonly unknown[] = ['path', 'query', 'header', 'cookie']

function parameterOf(document: unknown, value: JsonObject | undefined): OpenApiParameter | undefined {
  const name = textOf(fieldOf(value, 'name'), LONGEST_NAME)
  const place = fieldOf(value, 'in')
  if (name === undefined || !PLACES.includes(place)) return undefined
  const content = contentOf(document, fieldOf(value, 'content'))
  const [media] = Object.values(content)
  return {
    name,
    in: place as OpenApiParameter['in'],
    required: fieldOf(value, 'required') === true || place === 'path',
    deprecated: fieldOf(value, 'deprecated') === true,
    description: textOf(fieldOf(value, 'description')),
    schema: schemaIn(value) ?? media?.schema,
    example: exampleIn(document, value) ?? media?.example,
    ...styleOf(value),
    content: media && content,
  }
}

function styleOf(value: unknown) {
  const explode = fieldOf(value, 'explode')
  return {
    style: textOf(fieldOf(value, 'style'), 40),
    explode: typeof explode === 'boolean' ? explode : undefined,
  }
}

function schemaIn(value: unknown): JsonSchema | undefined {
  const schema = fieldOf(value, 'schema')
  return isObject(schema) ? (schema as JsonSchema) : undefined
}

function exampleIn(document: unknown, value: unknown): unknown {
  const example = fieldOf(value, 'example')
  if (example !== undefined) return example
  return Object.values(namedExamples(document, value) ?? {})[0]?.value
}

function namedExamples(document: unknown, value: unknown) {
  const examples = fieldsOf(fieldOf(value, 'examples'), MOST_EXAMPLES).flatMap(([name, one]) => {
    const example = resolved(document, one)
    if (!example || !Object.hasOwn(example, 'value')) return []
    const summary = textOf(example.summary, LONGEST_NAME)
    return [[summary ?? name, { value: example.value }] as const]
  })
  return examples.length > 0 ? Object.fromEntries(examples) : undefined
}

function contentOf(document: unknown, value: unknown): Record<string, OpenApiMedia> {
  const content = fieldsOf(value, MOST_MEDIA).map(([mediaType, media]): [string, OpenApiMedia] => [
    mediaType.slice(0, LONGEST_NAME),
    {
      schema: schemaIn(media),
      example: fieldOf(media, 'example'),
      examples: namedExamples(document, media),
      encoding: Object.fromEntries(
        fieldsOf(fieldOf(media, 'encoding'), MOST_PARAMETERS).map(([name, one]) => [name, styleOf(one)]),
      ),
    },
  ])
  return Object.fromEntries(content)
}

function bodyOf(document: unknown, value: unknown): OpenApiBody | undefined {
  const body = resolved(document, value)
  const content = contentOf(document, fieldOf(body, 'content'))
  if (!body || Object.keys(content).length === 0) return undefined
  return {
    required: fieldOf(body, 'required') === true,
    description: textOf(fieldOf(body, 'description')),
    content,
  }
}

function responsesOf(document: unknown, value: unknown): Record<string, OpenApiResponse> {
  const responses = fieldsOf(value, MOST_RESPONSES).flatMap(([status, one]): [string, OpenApiResponse][] => {
    const response = resolved(document, one)
    if (!response) return []
    return [
      [
        status.slice(0, LONGEST_NAME),
        {
          description: textOf(fieldOf(response, 'description')),
          content: contentOf(document, fieldOf(response, 'content')),
          headers: headersOf(document, fieldOf(response, 'headers')),
        },
      ],
    ]
  })
  return Object.fromEntries(responses)
}

function headersOf(document: unknown, value: unknown): Record<string, OpenApiHeader> {
  const headers = fieldsOf(value, MOST_HEADERS).flatMap(([name, one]): [string, OpenApiHeader][] => {
    const header = resolved(document, one)
    if (!header) return []
    return [
      [name.slice(0, LONGEST_NAME), { description: textOf(header.description), schema: schemaIn(header) }],
    ]
  })
  return Object.fromEntries(headers)
}

function samplesOf(operation: JsonObject): CodeSample[] {
  const given = fieldOf(operation, 'x-codeSamples') ?? fieldOf(operation, 'x-code-samples')
  return listOf(given, MOST_SAMPLES).flatMap((one) => {
    const source = textOf(fieldOf(one, 'source'))
    const language = textOf(fieldOf(one, 'lang'), 40)
    if (source === undefined) return []
    return [{ label: textOf(fieldOf(one, 'label'), 60) ?? language ?? '…', language: language ?? '', source }]
  })
}

function callbacksOf(document: unknown, value: unknown): Callback[] {
  return fieldsOf(value, MOST_CALLBACKS)
    .flatMap(([name, one]) =>
      fieldsOf(resolved(document, one), MOST_CALLBACKS).flatMap(([path, item]) =>
        fieldsOf(resolved(document, item), MOST_CALLBACKS)
          .filter(([, operation]) => isObject(operation))
          .map(([method, operation]) => ({
            name: name.slice(0, LONGEST_NAME),
            method: method.slice(0, 20),
            path: path.slice(0, LONGEST_NAME),
            summary: textOf(fieldOf(operation, 'summary') ?? fieldOf(operation, 'description')),
            body: bodyOf(document, fieldOf(operation, 'requestBody')),
          })),
      ),
    )
    .slice(0, MOST_CALLBACKS)
}
