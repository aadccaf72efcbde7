// The public description of this API, as the client package carries it, made into checkers of answers.
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

type Answered = { $ref?: string; content?: object; headers?: Record<string, object> }
type Described = { operationId: string; responses: Record<string, Answered> }
export type Description = {
  paths: Record<string, Record<string, Described>>
  components: { responses: Record<string, Answered>; schemas: Record<string, Schema> }
}
type Schema = {
  $ref?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  allOf?: Schema[]
  oneOf?: Schema[]
}

const description: Description = createRequire(import.meta.url)('@gitbook/api/spec/openapi.json')

// A body in neither form is described as an object without any field; but it is mixed into others that have some.
description.components.schemas.Document?.oneOf?.splice(2, 1, {
  not: { anyOf: [{ required: ['markdown'] }, { required: ['document'] }] },
} as Schema)

// Columns and conditions are described, but left out of what may stand at the top of a document, where they do stand.
for (const block of ['Columns', 'If'])
  description.components.schemas.DocumentBlocksTopLevels?.oneOf?.push({
    $ref: `#/components/schemas/DocumentBlock${block}`,
  })

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true })
addFormats.default(ajv)
for (const format of ['emoji', 'icon', 'color']) ajv.addFormat(format, true)
ajv.addSchema(asJsonSchema(description) as object, 'api')

/** OpenAPI 3.0 in words of JSON Schema. */
function asJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonSchema)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, ...rest } = value as Record<string, unknown>
  const copy = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, asJsonSchema(item)]))
  const schema = Array.isArray(copy.oneOf) ? byTag(copy, copy.oneOf) : copy
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema
}

/**
 * A union told apart by a field becomes a choice by that field: a difference is then told where it is, once.
 * Other unions of the description overlap: an answer may fit several branches.
 */
function byTag(schema: Record<string, unknown>, branches: Schema[]) {
  for (const tag of ['type', 'kind', 'object', 'fragment', 'status']) {
    const values = branches.map((branch) => valuesOf(branch, tag))
    const all = values.flat()
    if (values.some((some) => some.length === 0) || new Set(all).size < all.length) continue
    const { oneOf, discriminator, ...rest } = schema
    const choices = branches.map((branch, at) => ({
      if: { properties: { [tag]: { enum: values[at] } } },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
      then: branch,
    }))
    return { allOf: [rest, { required: [tag], properties: { [tag]: { enum: all } } }, ...choices] }
  }
  const { oneOf, ...rest } = schema
  return { allOf: [rest, { anyOf: oneOf }] }
}

/** The values a field can have. */
function valuesOf({ $ref, properties, allOf, oneOf }: Schema, field: string): unknown[] {
  if ($ref) return valuesOf(description.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, field)
  if (properties?.[field]) return properties[field].enum ?? []
  if (oneOf) {
    const values = oneOf.map((branch) => valuesOf(branch, field))
    return values.every((some) => some.length > 0) ? values.flat() : []
  }
  return allOf?.map((part) => valuesOf(part, field)).find((some) => some.length > 0) ?? []
}

export type Operation = Described & { method: string; template: string; pattern: RegExp }

export const operations: Operation[] = Object.entries(description.paths).flatMap(([template, methods]) =>
  Object.entries(methods)
    .filter(([, described]) => described.operationId)
    .map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      template,
      pattern: new RegExp(`^/v1${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    })),
)

/** What is described for a request. A path in plain words goes before one with parameters. */
export function operationOf(method: string, path: string) {
  const [address = ''] = path.split('?')
  const [found] = operations
    .filter((one) => one.method === method && one.pattern.test(address))
    .sort((one, other) => one.template.split('{').length - other.template.split('{').length)
  if (!found) throw new Error(`The public API has no ${method} ${address}`)
  return found
}

type Answer = { status: number; headers: Headers; body: unknown }

/** What is not as described in an answer: where, and what is wanted. */
export function differencesOf(operation: Operation, { status, headers, body }: Answer): string[] {
  const declared = operation.responses[status]
  if (!declared) return [`${status} is not described`]
  const differences: string[] = []
  if (declared.headers?.Location && !headers.get('location')) differences.push('it has no Location')
  const shared = declared.$ref?.split('/').at(-1)
  const hasBody = (shared ? description.components.responses[shared] : declared)?.content !== undefined
  if (hasBody !== (body !== undefined)) return [...differences, hasBody ? 'it has no body' : 'it has a body']
  if (!hasBody) return differences
  const place = shared
    ? ['components', 'responses', shared]
    : ['paths', operation.template, operation.method.toLowerCase(), 'responses', String(status)]
  const pointer = [...place, 'content', 'application/json', 'schema']
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const check = ajv.getSchema(`api#/${pointer}`)
  if (!check) throw new Error(`The description has no schema at ${pointer}`)
  if (!check(body))
    for (const { instancePath, message, params } of check.errors ?? [])
      differences.push(`${instancePath} ${message} ${JSON.stringify(params)}`)
  return differences
}
