import type { TSchema } from 'typebox'
import { APP_OF, BY_NAME, BY_OWNER, ID_OF, LOCATION_OF, SELDOM } from './example-values.ts'

type JsonSchema = TSchema & {
  title?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  default?: unknown
  format?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  minimum?: number
}

const BY_FORMAT: Record<string, unknown> = {
  'date-time': '2026-11-15T09:30:00.000Z',
  uri: 'https://docs.example.org/guide.html',
  email: 'maria@example.org',
}

/** Where a field stands: its name, and the kinds of things around it, the nearest first. */
type FieldContext = { name: string; owners: readonly string[] }

/** A believable value of a shape, for the document: what an answer looks like. */
export function exampleOf(shape: TSchema, context: FieldContext = { name: '', owners: [] }): unknown {
  const schema = shape as JsonSchema
  if (schema.const !== undefined) return schema.const
  if (schema.examples) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return fromTables(schema, context) ?? schema.enum[0]
  const [variant] = schema.anyOf ?? schema.oneOf ?? []
  if (variant) return exampleOf(variant, context)
  if (schema.properties) return ofObject(schema, context)
  if (schema.items?.properties) return [exampleOf(schema.items, { ...context, name: '' })]
  const known = fromTables(schema, context)
  if (known !== undefined) return known
  if (schema.items) return [exampleOf(schema.items, context)]
  return ofType(schema)
}

function ofObject({ title, properties = {}, required = [] }: JsonSchema, context: FieldContext) {
  const kind = properties.object?.const ?? properties.object?.enum?.[0]
  const own = [kind, title, context.name].filter(
    (word): word is string => typeof word === 'string' && word !== '',
  )
  const owners = [...own, ...context.owners]
  const fields = Object.entries(properties)
    .filter(([name]) => required.includes(name) || !SELDOM.has(name))
    .map(([name, part]) => ({ name, value: exampleOf(part, { name, owners }) }))
    // Something open that need not be there tells nothing.
    .filter(({ name, value }) => required.includes(name) || !isEmpty(value))
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

function isEmpty(value: unknown) {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** Undefined also where the tables have another type of value than the shape asks for. */
function fromTables(schema: JsonSchema, { name, owners }: FieldContext) {
  const [owner = ''] = owners
  const candidates = [
    BY_OWNER[owner]?.[name],
    special(name, owners),
    schema.format ? undefined : BY_NAME[name],
  ]
  return candidates.find((value) => value !== undefined && fits(schema, value))
}

function special(name: string, owners: readonly string[]) {
  const table = { id: ID_OF, location: LOCATION_OF, app: APP_OF }[name]
  const owner = table && owners.find((kind) => table[kind])
  return owner ? table[owner] : name === 'id' ? ID_OF.page : undefined
}

function fits({ type, enum: words }: JsonSchema, value: unknown) {
  if (words) return words.includes(value)
  const kind = Array.isArray(value) ? 'array' : typeof value
  const types = [type].flat()
  return type === undefined || types.includes(kind) || (kind === 'number' && types.includes('integer'))
}

function ofType(schema: JsonSchema) {
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'object':
      return {}
    case 'array':
      return []
    default:
      return BY_FORMAT[schema.format ?? ''] ?? 'Text'
  }
}
