// Schemas of Swagger 2.0 and OpenAPI 3.0 in the words of OpenAPI 3.1, and of any of them only what is well formed.

import { isObject, type JsonObject, listOf, textOf } from '../values.ts'
import type { SpecForm } from './check.ts'
import type { Build, Placed } from './upgrade-build.ts'

type Schema = Record<string, unknown>

/** Wherever the value of a keyword is not what it must be, the keyword is left out. */
const TEXTS = new Set('title description format pattern $comment contentMediaType contentEncoding'.split(' '))
const FLAGS = new Set('deprecated readOnly writeOnly uniqueItems'.split(' '))
const NUMBERS = new Set(
  'minLength maxLength minimum maximum minItems maxItems minProperties maxProperties multipleOf minContains maxContains'.split(
    ' ',
  ),
)
const SCHEMAS = new Set(
  'not if then else contains propertyNames unevaluatedProperties unevaluatedItems additionalItems contentSchema'.split(
    ' ',
  ),
)
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])
/** What matters of those that are beside a reference, where nothing should. */
const WORDS_BESIDE = new Set(
  'title description deprecated readOnly writeOnly default example examples'.split(' '),
)
/** These are taken care of elsewhere, or mean nothing once references are names. */
const LEFT_OUT = new Set('$ref $id id $schema $anchor $defs definitions nullable x-nullable'.split(' '))

export function upgradeSchema(build: Build, { value, file, form }: Placed): Schema {
  if (value === false) return { not: {} }
  if (!isObject(value)) return {}
  const below = (part: unknown) => upgradeSchema(build, { value: part, file, form })
  if (typeof value.$ref === 'string') {
    const $ref = build.refTo(value.$ref, file)
    const beside = upgradeKeywords(value, below)
    if ($ref === undefined) return beside
    const kept = form === '3.1' ? beside : pick(beside, WORDS_BESIDE)
    return isNullable(value, form) ? { anyOf: [{ $ref }, { type: 'null' }], ...kept } : { $ref, ...kept }
  }
  const schema = upgradeKeywords(value, below)
  fixLimits(schema, value)
  if (value.discriminator !== undefined)
    schema.discriminator = discriminatorOf(build, value.discriminator, file)
  if (schema.discriminator === undefined) delete schema.discriminator
  if (schema.type === 'file') Object.assign(schema, { type: 'string', format: 'binary' })
  return isNullable(value, form) ? withNull(schema) : schema
}

function upgradeKeywords(value: JsonObject, below: (part: unknown) => Schema) {
  const schema: [string, unknown][] = []
  for (const [key, given] of Object.entries(value)) {
    if (LEFT_OUT.has(key) || key === 'discriminator') continue
    const kept = keywordOf(key, given, below)
    if (kept !== undefined) schema.push([key, kept])
  }
  const result: Schema = Object.fromEntries(schema)
  // A list of items was what prefixItems is now.
  if (Array.isArray(value.items)) {
    result.prefixItems = value.items.map(below)
    result.items = { anyOf: result.prefixItems }
  }
  return result
}

function keywordOf(key: string, given: unknown, below: (part: unknown) => Schema): unknown {
  if (TEXTS.has(key)) return textOf(given)
  if (FLAGS.has(key)) return typeof given === 'boolean' ? given : undefined
  if (NUMBERS.has(key)) return typeof given === 'number' ? given : undefined
  if (SCHEMAS.has(key)) return typeof given === 'boolean' ? given : isObject(given) ? below(given) : undefined
  if (LISTS.has(key)) return listOf(given).length > 0 ? listOf(given).map(below) : undefined
  if (MAPS.has(key)) return isObject(given) ? mapValues(given, below) : undefined
  switch (key) {
    case 'items':
      return Array.isArray(given) ? undefined : below(given)
    case 'additionalProperties':
      return typeof given === 'boolean' ? given : isObject(given) ? below(given) : undefined
    case 'type':
      return typesOf(given)
    case 'required':
      return Array.isArray(given) ? textsIn(given) : undefined
    case 'enum':
    case 'examples':
      return Array.isArray(given)
        ? given
        : isObject(given) && key === 'examples'
          ? Object.values(given)
          : undefined
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return typeof given === 'number' ? given : undefined
    default:
      return given
  }
}

function typesOf(given: unknown) {
  const types = textsIn(Array.isArray(given) ? given : [given])
  return types.length > 1 ? types : types[0]
}

export function textsIn(list: readonly unknown[]): string[] {
  return list.filter((item) => typeof item === 'string')
}

export function mapValues<T>(given: JsonObject, change: (value: unknown) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, change(value)]))
}

function pick(schema: Schema, keys: ReadonlySet<string>): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => keys.has(key) || key.startsWith('x-')))
}

/** Earlier they said of a limit whether it is one of what is allowed. */
function fixLimits(schema: Schema, given: JsonObject) {
  if (given.exclusiveMinimum === true && typeof given.minimum === 'number') {
    schema.exclusiveMinimum = given.minimum
    delete schema.minimum
  }
  if (given.exclusiveMaximum === true && typeof given.maximum === 'number') {
    schema.exclusiveMaximum = given.maximum
    delete schema.maximum
  }
}

function isNullable(value: JsonObject, form: SpecForm) {
  // Many write it in 3.1 too, where it means nothing; nobody means nothing by it.
  return value.nullable === true || (form === 'swagger' && value['x-nullable'] === true)
}

function withNull(schema: Schema): Schema {
  if (schema.type !== undefined) {
    const types = [schema.type].flat() as string[]
    const type = types.includes('null') ? schema.type : [...types, 'null']
    const values =
      Array.isArray(schema.enum) && !schema.enum.includes(null) ? [...schema.enum, null] : schema.enum
    return values === undefined ? { ...schema, type } : { ...schema, type, enum: values }
  }
  const key = ['anyOf', 'oneOf'].find((key) => Array.isArray(schema[key]))
  if (key) return { ...schema, [key]: [...(schema[key] as unknown[]), { type: 'null' }] }
  if (!schema.allOf) return schema
  const { allOf, ...words } = schema
  return { ...words, anyOf: [{ allOf }, { type: 'null' }] }
}

function discriminatorOf(build: Build, given: unknown, file: Placed['file']) {
  if (typeof given === 'string') return { propertyName: given }
  if (!isObject(given) || typeof given.propertyName !== 'string') return
  if (!isObject(given.mapping)) return { propertyName: given.propertyName }
  const mapping: [string, string][] = []
  for (const [word, target] of Object.entries(given.mapping)) {
    if (typeof target !== 'string') continue
    const ref = /[#/.]/.test(target) ? target : `#/components/schemas/${target}`
    mapping.push([word, build.refTo(ref, file) ?? target])
  }
  return { propertyName: given.propertyName, mapping: Object.fromEntries(mapping) }
}
