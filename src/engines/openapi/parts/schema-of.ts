import type { JsonSchema } from '../document.ts'
import { isObject, type JsonObject } from '../values.ts'
import { fieldsOf, listOf, numberOf, textOf } from './guards.ts'

/** Of one schema; what is beyond is not shown. */
const MOST_FIELDS = 400
const MOST_CHOICES = 60
const MOST_VALUES = 200
const LONGEST_NAME = 300

const known = new WeakMap<object, JsonSchema>()
const ANYTHING: JsonSchema = {}

/** One level of a schema, without what has no place in one. What is below is as it was, to be read in its turn. */
export function schemaOf(value: unknown): JsonSchema {
  if (!isObject(value)) return ANYTHING
  const before = known.get(value)
  if (before) return before
  const schema = readSchema(value)
  known.set(value, schema)
  return schema
}

function readSchema(value: JsonObject): JsonSchema {
  const schema: Record<string, unknown> = {}
  for (const [name, read] of READERS) {
    if (!Object.hasOwn(value, name)) continue
    const found = read(value[name])
    if (found !== undefined) schema[name] = found
  }
  // Null is a value like any other here.
  for (const name of ['const', 'default', 'example'])
    if (Object.hasOwn(value, name)) schema[name] = value[name]
  return schema
}

type Reader = (value: unknown) => unknown

const flag: Reader = (value) => (typeof value === 'boolean' ? value : undefined)
const text: Reader = (value) => textOf(value)
const word: Reader = (value) => textOf(value, LONGEST_NAME)
const below: Reader = (value) => (isObject(value) ? value : undefined)
const values: Reader = (value) => (Array.isArray(value) ? listOf(value, MOST_VALUES) : undefined)

const names: Reader = (value) =>
  Array.isArray(value) ? listOf(value, MOST_FIELDS).filter((one) => typeof one === 'string') : undefined

const types: Reader = (value) => (typeof value === 'string' ? word(value) : names(value))

const choices: Reader = (value) => {
  const found = listOf(value, MOST_CHOICES).filter(isObject)
  return found.length > 0 ? found : undefined
}

const notes: Reader = (value) => (Array.isArray(value) ? listOf(value, MOST_VALUES) : below(value))

const parts: Reader = (value) => {
  if (!isObject(value)) return undefined
  // A schema may also be `true`: there is such a field, and nothing is said of it.
  const entries = fieldsOf(value, MOST_FIELDS).map(([name, part]) => [name, isObject(part) ? part : {}])
  return Object.fromEntries(entries)
}

const READERS: readonly (readonly [string, Reader])[] = [
  ['$ref', word],
  ['type', types],
  ['title', word],
  ['description', text],
  ['deprecated', flag],
  ['readOnly', flag],
  ['writeOnly', flag],
  ['properties', parts],
  ['patternProperties', parts],
  ['additionalProperties', (value) => (typeof value === 'boolean' ? value : below(value))],
  ['required', names],
  ['items', below],
  ['prefixItems', choices],
  ['anyOf', choices],
  ['oneOf', choices],
  ['allOf', choices],
  ['not', below],
  ['discriminator', below],
  ['enum', values],
  ['x-enumDescriptions', notes],
  ['x-enum-descriptions', notes],
  ['examples', values],
  ['format', word],
  ['contentMediaType', word],
  ['pattern', word],
  ['minLength', numberOf],
  ['maxLength', numberOf],
  ['minimum', numberOf],
  ['maximum', numberOf],
  ['exclusiveMinimum', numberOf],
  ['exclusiveMaximum', numberOf],
  ['minItems', numberOf],
  ['maxItems', numberOf],
  ['uniqueItems', flag],
]
