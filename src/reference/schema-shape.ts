import type { JsonSchema } from '../openapi/document.ts'
import type { Lookup } from './schema-lookup.ts'
import { choicesOf, foldAllOf, isNull, typesOf } from './schema-lookup.ts'

const longestPattern = 40

export type Field = { name: string; isRequired: boolean; schema: JsonSchema }

// What a reader needs to know of one schema, one level deep. `name` is set only when a component stands
// behind it that has something to unfold; everything smaller is told in place.
export type Shape = {
  prefix: string
  word: string
  name: string | undefined
  isNullable: boolean
  values: string[]
  limits: string[]
  fields: Field[]
  variants: JsonSchema[]
}

function plainShape(word: string): Shape {
  return {
    prefix: '',
    word,
    name: undefined,
    isNullable: false,
    values: [],
    limits: [],
    fields: [],
    variants: [],
  }
}

export function hasInside(shape: Shape): boolean {
  return shape.fields.length > 0 || shape.variants.length > 0
}

// `passed` holds the names being described, so that a schema made of itself ends.
export function shapeOf(schema: JsonSchema, lookup: Lookup, passed: readonly string[] = []): Shape {
  const { name, schema: target } = lookup(schema)
  if (name === undefined) return shapeOfTarget(target, lookup, passed)
  if (passed.includes(name)) return { ...plainShape(name), name }
  const shape = shapeOfTarget(target, lookup, [...passed, name])
  return hasInside(shape) ? { ...shape, prefix: '', word: name, name } : shape
}

// As shapeOf, but of what the schema's name stands for.
export function insideOf(schema: JsonSchema, lookup: Lookup): Shape {
  const { name, schema: target } = lookup(schema)
  return shapeOfTarget(target, lookup, name === undefined ? [] : [name])
}

function shapeOfTarget(target: JsonSchema, lookup: Lookup, passed: readonly string[]): Shape {
  const schema = foldAllOf(target, lookup)
  const choices = choicesOf(schema)
  if (choices.length > 0) return shapeOfUnion(choices, lookup, passed)
  const types = typesOf(schema).filter((type) => type !== 'null')
  const isNullable = typesOf(schema).includes('null')
  if (types.length === 1 && types[0] === 'array')
    return { ...shapeOfArray(schema, lookup, passed), isNullable }
  if (types.includes('object')) return { ...shapeOfObject(schema, lookup, passed), isNullable }
  return { ...shapeOfScalar(schema, types), isNullable }
}

function shapeOfUnion(choices: readonly JsonSchema[], lookup: Lookup, passed: readonly string[]): Shape {
  const real = choices.filter((choice) => !isNull(choice))
  const isNullable = real.length < choices.length
  const [first] = real
  if (real.length === 1 && first) return { ...shapeOf(first, lookup, passed), isNullable }
  const shapes = real.map((choice) => shapeOf(choice, lookup, passed))
  const word = [...new Set(shapes.map((shape) => shape.prefix + shape.word))].join(' or ')
  if (shapes.some((shape) => shape.name !== undefined || hasInside(shape)))
    return { ...plainShape('one of'), isNullable, variants: real }
  return {
    ...plainShape(word),
    isNullable: isNullable || shapes.some((shape) => shape.isNullable),
    values: shapes.flatMap((shape) => shape.values),
    limits: shapes.flatMap((shape) => shape.limits),
  }
}

function shapeOfArray(schema: JsonSchema, lookup: Lookup, passed: readonly string[]): Shape {
  const item = shapeOf(schema.items ?? {}, lookup, passed)
  const limits = [
    range('items', schema.minItems, schema.maxItems),
    schema.uniqueItems ? 'no item twice' : '',
    ...item.limits,
  ]
  return { ...item, prefix: `array of ${nullableWord(item)}${item.prefix}`, limits: limits.filter(Boolean) }
}

function shapeOfObject(schema: JsonSchema, lookup: Lookup, passed: readonly string[]): Shape {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    // What has a default need not be sent.
    isRequired: (schema.required?.includes(name) ?? false) && field.default === undefined,
    schema: field,
  }))
  const rest = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
  if (fields.length > 0 || typeof rest !== 'object') return { ...plainShape('object'), fields }
  const value = shapeOf(rest, lookup, passed)
  return { ...value, prefix: `map of ${nullableWord(value)}${value.prefix}` }
}

function nullableWord(shape: Shape): string {
  return shape.isNullable ? 'nullable ' : ''
}

function shapeOfScalar(schema: JsonSchema, types: readonly string[]): Shape {
  const listed = 'const' in schema ? [schema.const] : (schema.enum ?? [])
  const values = listed.filter((value) => value !== null)
  const guessed = [...new Set(values.map((value) => typeof value))]
  const word = (types.length > 0 ? types : guessed).join(' or ') || 'anything'
  return { ...plainShape(word), values: values.map(valueWord), limits: limitsOf(schema) }
}

export function valueWord(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function limitsOf(schema: JsonSchema): string[] {
  const limits = [
    schema.format ?? '',
    range('characters', schema.minLength, schema.maxLength),
    range('', schema.minimum, schema.maximum),
    schema.exclusiveMinimum === undefined ? '' : `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? '' : `less than ${schema.exclusiveMaximum}`,
    isReadable(schema.pattern) ? `matches ${schema.pattern}` : '',
    schema.default === undefined ? '' : `default ${valueWord(schema.default)}`,
  ]
  return limits.filter(Boolean)
}

// A long pattern is for programs; its description says it in words.
function isReadable(pattern: string | undefined): boolean {
  return pattern !== undefined && pattern.length <= longestPattern
}

function range(unit: string, low: number | undefined, high: number | undefined): string {
  const unitWord = unit && ` ${unit}`
  if (low !== undefined && low === high) return `exactly ${low}${unitWord}`
  if (low !== undefined && high !== undefined) return `${low} to ${high}${unitWord}`
  if (low !== undefined) return `at least ${low}${unitWord}`
  return high === undefined ? '' : `at most ${high}${unitWord}`
}
