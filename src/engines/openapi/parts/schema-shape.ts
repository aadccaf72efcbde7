import type { JsonSchema } from '../document.ts'
import type { ApiWords } from '../view/words.ts'
import { clipText, clipValue, fieldOf } from './guards.ts'
import type { Lookup } from './schema-lookup.ts'
import { choicesOf, foldAllOf, isNull, typesOf } from './schema-lookup.ts'
import { schemaOf } from './schema-of.ts'

const longestPattern = 40
const longestValue = 200
const longestNote = 500
/** Lists of lists, unions of unions: what has no name to stop at. */
const deepest = 6

export type ShapeScope = { lookup: Lookup; words: ApiWords }

/** What is above the schema that is described: the names, so that one made of itself ends, and how many levels. */
type Above = { names: readonly string[]; depth: number }
const TOP: Above = { names: [], depth: 0 }

export type SchemaField = { name: string; isRequired: boolean; schema: JsonSchema }

// What a reader needs to know of one schema, one level deep. `name` is set only when a component stands
// behind it that has something to unfold; everything smaller is told in place.
export type Shape = {
  prefix: string
  word: string
  name: string | undefined
  isNullable: boolean
  values: string[]
  /** What values stand for. */
  notes: ReadonlyMap<string, string>
  limits: string[]
  fields: SchemaField[]
  variants: JsonSchema[]
}

const NO_NOTES: ReadonlyMap<string, string> = new Map()

function plainShape(word: string): Shape {
  return {
    prefix: '',
    word,
    name: undefined,
    isNullable: false,
    values: [],
    notes: NO_NOTES,
    limits: [],
    fields: [],
    variants: [],
  }
}

export function hasInside(shape: Shape): boolean {
  return shape.fields.length > 0 || shape.variants.length > 0
}

export function shapeOf(schema: JsonSchema, scope: ShapeScope, above: Above = TOP): Shape {
  if (above.depth > deepest) return plainShape('…')
  const { name, schema: target } = scope.lookup(schema)
  const deeper = { names: above.names, depth: above.depth + 1 }
  if (name === undefined) return shapeOfTarget(target, scope, deeper)
  if (above.names.includes(name)) return { ...plainShape(name), name }
  const shape = shapeOfTarget(target, scope, { ...deeper, names: [...above.names, name] })
  return hasInside(shape) ? { ...shape, prefix: '', word: name, name } : shape
}

// As shapeOf, but of what the schema's name stands for.
export function insideOf(schema: JsonSchema, scope: ShapeScope): Shape {
  const { name, schema: target } = scope.lookup(schema)
  return shapeOfTarget(target, scope, { names: name === undefined ? [] : [name], depth: 1 })
}

function shapeOfTarget(target: JsonSchema, scope: ShapeScope, above: Above): Shape {
  const schema = foldAllOf(target, scope.lookup)
  const choices = choicesOf(schema)
  if (choices.length > 0) return withOwnFields(schema, shapeOfUnion(choices, scope, above))
  const types = typesOf(schema).filter((type) => type !== 'null')
  const isNullable = typesOf(schema).includes('null')
  if (types.length === 1 && types[0] === 'array') return { ...shapeOfArray(schema, scope, above), isNullable }
  if (types.includes('object')) return { ...shapeOfObject(schema, scope, above), isNullable }
  return { ...shapeOfScalar(schema, types, scope), isNullable }
}

function shapeOfUnion(choices: readonly JsonSchema[], scope: ShapeScope, above: Above): Shape {
  const real = choices.filter((choice) => !isNull(choice))
  const isNullable = real.length < choices.length
  const [first] = real
  if (real.length === 1 && first) return { ...shapeOf(first, scope, above), isNullable }
  const shapes = real.map((choice) => shapeOf(choice, scope, above))
  const word = [...new Set(shapes.map((shape) => shape.prefix + shape.word))].join(scope.words.or)
  if (shapes.some((shape) => shape.name !== undefined || hasInside(shape)))
    return { ...plainShape(scope.words.oneOf), isNullable, variants: real }
  return {
    ...plainShape(word),
    isNullable: isNullable || shapes.some((shape) => shape.isNullable),
    values: shapes.flatMap((shape) => shape.values),
    notes: new Map(shapes.flatMap((shape) => [...shape.notes])),
    limits: shapes.flatMap((shape) => shape.limits),
  }
}

/** Fields that all choices have are beside the choices. */
function withOwnFields(schema: JsonSchema, shape: Shape): Shape {
  if (!schema.properties || shape.name !== undefined || shape.fields.length > 0) return shape
  return { ...shape, fields: fieldsIn(schema) }
}

function shapeOfArray(schema: JsonSchema, scope: ShapeScope, above: Above): Shape {
  const { words } = scope
  const item = shapeOf(schema.items ?? anyOfThem(schema.prefixItems), scope, above)
  const limits = [
    range(words, words.items, schema.minItems, schema.maxItems),
    schema.uniqueItems ? words.noItemTwice : '',
    ...item.limits,
  ]
  return {
    ...item,
    prefix: `${words.arrayOf}${nullableWord(item, words)}${item.prefix}`,
    limits: limits.filter(Boolean),
  }
}

/** What is at the places of a list, in their order. */
function anyOfThem(prefixItems: readonly JsonSchema[] = []): JsonSchema {
  return prefixItems.length > 0 ? { anyOf: prefixItems } : {}
}

function shapeOfObject(schema: JsonSchema, scope: ShapeScope, above: Above): Shape {
  const { words } = scope
  const fields = fieldsIn(schema)
  const rest = Object.values(schema.patternProperties ?? {})[0] ?? schema.additionalProperties
  if (fields.length > 0 || typeof rest !== 'object') return { ...plainShape('object'), fields }
  const value = shapeOf(rest, scope, above)
  return { ...value, prefix: `${words.mapOf}${nullableWord(value, words)}${value.prefix}` }
}

function fieldsIn(schema: JsonSchema): SchemaField[] {
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    // What has a default need not be sent.
    isRequired: required.has(name) && schemaOf(field).default === undefined,
    schema: field,
  }))
}

function nullableWord(shape: Shape, words: ApiWords): string {
  return shape.isNullable ? words.nullable : ''
}

function shapeOfScalar(schema: JsonSchema, types: readonly string[], { words }: ShapeScope): Shape {
  const listed = 'const' in schema ? [schema.const] : (schema.enum ?? [])
  const values = listed.filter((value) => value !== null)
  const guessed = [...new Set(values.map((value) => typeof value))]
  const word = (types.length > 0 ? types : guessed).join(words.or) || words.anything
  return {
    ...plainShape(word),
    values: values.map(valueWord),
    notes: notesOf(schema, listed),
    limits: limitsOf(schema, words),
  }
}

/** As GitBook has them, by the value, and as generators of code do, in the order of the values. */
function notesOf(schema: JsonSchema, listed: readonly unknown[]): ReadonlyMap<string, string> {
  const given = schema['x-enumDescriptions'] ?? schema['x-enum-descriptions']
  if (typeof given !== 'object' || given === null) return NO_NOTES
  const notes = listed.flatMap((value, at): [string, string][] => {
    const note = Array.isArray(given) ? given[at] : fieldOf(given, String(value))
    return typeof note === 'string' && note.trim() !== ''
      ? [[valueWord(value), clipText(note, longestNote)]]
      : []
  })
  return new Map(notes)
}

export function valueWord(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(clipValue(value)) ?? '')
  return clipText(text, longestValue)
}

function limitsOf(schema: JsonSchema, words: ApiWords): string[] {
  const limits = [
    schema.format ?? '',
    range(words, words.characters, schema.minLength, schema.maxLength),
    range(words, '', schema.minimum, schema.maximum),
    schema.exclusiveMinimum === undefined ? '' : `${words.moreThan} ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? '' : `${words.lessThan} ${schema.exclusiveMaximum}`,
    isReadable(schema.pattern) ? `${words.matches} ${schema.pattern}` : '',
    schema.default === undefined ? '' : `${words.default} ${valueWord(schema.default)}`,
  ]
  return limits.filter(Boolean)
}

// A long pattern is for programs; its description says it in words.
function isReadable(pattern: string | undefined): boolean {
  return pattern !== undefined && pattern.length <= longestPattern
}

function range(words: ApiWords, unit: string, low: number | undefined, high: number | undefined): string {
  const unitWord = unit && ` ${unit}`
  if (low !== undefined && low === high) return `${words.exactly} ${low}${unitWord}`
  if (low !== undefined && high !== undefined) return `${low} ${words.to} ${high}${unitWord}`
  if (low !== undefined) return `${words.atLeast} ${low}${unitWord}`
  return high === undefined ? '' : `${words.atMost} ${high}${unitWord}`
}
