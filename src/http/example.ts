import type { TSchema } from 'typebox'

type JsonSchema = TSchema & {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  format?: string
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  minimum?: number
}

const BY_NAME: Record<string, unknown> = {
  id: '01kx6m0v9d4q8w2z7r5t3y1c6b',
  title: 'Example Docs',
  displayName: 'Maria',
  email: 'maria@example.org',
  emailDomains: ['example.org'],
  hostname: 'example',
  label: 'Build server',
  plan: 'enterprise_2024',
  version: 'v1',
  build: '0.1.0',
  token: 'quire_…',
  page: 'bmV4dA',
  users: ['01kx6m0v9d4q8w2z7r5t3y1c6b'],
}

const BY_FORMAT: Record<string, unknown> = {
  'date-time': '2026-11-15T09:30:00.000Z',
  uri: 'https://docs.example.org/picture.png',
  email: 'maria@example.org',
}

/** A believable value of a shape, for the document: what an answer looks like. */
export function exampleOf(shape: TSchema, name = ''): unknown {
  const schema = shape as JsonSchema
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], name)
  if (schema.properties) {
    const entries = Object.entries(schema.properties)
    return Object.fromEntries(entries.map(([key, part]) => [key, exampleOf(part, key)]))
  }
  if (schema.items?.properties) return [exampleOf(schema.items)]
  if (name in BY_NAME && schema.type !== 'object') return BY_NAME[name]
  if (schema.items) return [exampleOf(schema.items, name)]
  return ofType(schema, name)
}

function ofType(schema: JsonSchema, name: string) {
  const type = [schema.type].flat()[0]
  switch (type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'object':
      return {}
    default:
      return (
        BY_FORMAT[schema.format ?? ''] ??
        (name.endsWith('location') ? 'https://docs.example.org/v1/…' : name || 'text')
      )
  }
}
