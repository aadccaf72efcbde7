import type { JsonSchema, OpenApiMedia } from '../document.ts'
import { isObject } from '../values.ts'
import { clipValue, fieldOf, fieldsOf } from './guards.ts'
import type { Lookup } from './schema-lookup.ts'
import { choicesOf, foldAllOf, isNull, schemaNameOf, typesOf } from './schema-lookup.ts'

const byFormat = new Map([
  ['date-time', '2026-03-14T09:30:00.000Z'],
  ['date', '2026-03-14'],
  ['email', 'reader@example.com'],
  ['uri', 'https://example.com/page'],
  ['url', 'https://example.com/page'],
  ['hostname', 'docs.example.com'],
  ['uuid', '5f0c8a52-6f0e-4b1e-9d0b-3c2a7e41d9aa'],
])

const byName = new Map([
  ['id', 'k3v9Qm2TzX'],
  ['name', 'Handbook'],
  ['title', 'Getting started'],
  ['slug', 'getting-started'],
  ['path', 'guides/getting-started'],
  ['description', 'What a newcomer reads first'],
  ['message', 'What happened, in a sentence'],
  ['next', 'bmV4dC1wYWdl'],
])

const ANY_TEXT = 'string'
const deepestName = 4
const deepest = 14
/** Of an example that is made of a schema: more of it nobody reads. */
const mostValues = 200

/** What a reader sends has nothing that is read-only in it, and what they get has nothing that is write-only. */
export type Side = 'sent' | 'received'

// What the document gives as its example, else one made from the schema.
export function exampleOfMedia(media: OpenApiMedia, lookup: Lookup, side?: Side): unknown {
  if (media.example !== undefined) return clipValue(media.example)
  const named = fieldsOf(media.examples, 1).map(([, one]) => fieldOf(one, 'value'))[0]
  if (named !== undefined) return clipValue(named)
  return media.schema && exampleOf(media.schema, lookup, side)
}

/** What is above the schema: a recursive part is left out instead of repeated. And how many more values there may be. */
type Above = { names: readonly string[]; depth: number; room: { values: number }; side: Side | undefined }

export function exampleOf(schema: JsonSchema, lookup: Lookup, side?: Side): unknown {
  return clipValue(made(schema, lookup, { names: [], depth: 0, room: { values: mostValues }, side }, ''))
}

function made(schema: JsonSchema, lookup: Lookup, above: Above, property: string): unknown {
  const { names, depth, room, side } = above
  if (depth > deepest || room.values <= 0) return undefined
  room.values -= 1
  const { name, schema: target } = lookup(schema)
  if (name !== undefined && (names.includes(name) || names.length >= deepestName)) return undefined
  // Of what is left out; the schema as a whole was requested.
  if (depth > 0 && ((side === 'sent' && target.readOnly) || (side === 'received' && target.writeOnly)))
    return undefined
  const within = { names: name === undefined ? names : [...names, name], depth: depth + 1, room, side }
  const whole = foldAllOf(target, lookup)
  const given = givenValue(whole)
  if (given !== undefined) return given
  const choices = choicesOf(whole)
  if (choices.length > 0) return exampleOfUnion(choices, whole.discriminator, lookup, within, property)
  const type = typesOf(whole).find((candidate) => candidate !== 'null')
  if (type === 'object') return exampleOfObject(whole, lookup, within)
  if (type === 'array') return exampleOfArray(whole, lookup, within)
  return exampleOfScalar(whole, type, property)
}

function givenValue(schema: JsonSchema): unknown {
  return schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.enum?.[0] ?? schema.default
}

function exampleOfUnion(
  choices: readonly JsonSchema[],
  discriminator: JsonSchema['discriminator'],
  lookup: Lookup,
  above: Above,
  property: string,
): unknown {
  for (const choice of choices) {
    const value = isNull(choice) ? undefined : made(choice, lookup, above, property)
    if (value !== undefined) return withKind(value, choice, discriminator)
  }
  return choices.some(isNull) ? null : undefined
}

/** With the word that tells this variant from the others, where its own schema does not say which it is. */
function withKind(value: unknown, choice: JsonSchema, discriminator: JsonSchema['discriminator']): unknown {
  const name = discriminator?.propertyName
  const ref = choice.$ref
  if (typeof name !== 'string' || ref === undefined || !isObject(value)) return value
  const before = fieldOf(value, name)
  if (before !== undefined && before !== ANY_TEXT) return value
  const given = fieldsOf(discriminator?.mapping, mostValues).find(([, target]) => target === ref)?.[0]
  const kind = given ?? schemaNameOf(choice)
  return kind === undefined ? value : Object.fromEntries([...Object.entries(value), [name, kind]])
}

function exampleOfObject(schema: JsonSchema, lookup: Lookup, above: Above): unknown {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    made(field, lookup, above, name),
  ])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function exampleOfArray(schema: JsonSchema, lookup: Lookup, above: Above): unknown {
  const { prefixItems } = schema
  if (prefixItems) return prefixItems.map((one) => made(one, lookup, above, '') ?? null)
  const item = schema.items && made(schema.items, lookup, above, '')
  return item === undefined ? [] : [item]
}

function exampleOfScalar(schema: JsonSchema, type: string | undefined, property: string): unknown {
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (type !== 'string') return null
  return (
    byFormat.get(schema.format ?? '') ??
    byName.get(property) ??
    (/Id$/.test(property) ? 'k3v9Qm2TzX' : ANY_TEXT)
  )
}
