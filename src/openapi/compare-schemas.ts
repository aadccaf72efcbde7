// How two schemas differ for somebody who sends what they describe, or gets it. What is sent must still be taken: anything
// narrower breaks. What is received must still be understood: anything wider breaks.
import type { ApiDocument, JsonSchema } from './document.ts'
import { schemaNameIn } from './reading/references.ts'
import { isObject, listOf, objectOf } from './values.ts'

export type Difference = { message: string; isBreaking: boolean }

export type SchemaComparison = {
  before: ApiDocument
  after: ApiDocument
  /** By the names of both: schemas are used in many places, and in each other. */
  known: Map<string, Difference[]>
}

export function openComparison(before: ApiDocument, after: ApiDocument): SchemaComparison {
  return { before, after, known: new Map() }
}

type Direction = 'request' | 'response'
type Pair = { before: JsonSchema; after: JsonSchema }

const DEEPEST = 60
const MOST = 50

export function compareSchemas(
  comparison: SchemaComparison,
  direction: Direction,
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
): Difference[] {
  if (before === undefined && after === undefined) return []
  return compare(comparison, direction, { before: before ?? {}, after: after ?? {} }, 0).slice(0, MOST)
}

function compare(
  comparison: SchemaComparison,
  direction: Direction,
  pair: Pair,
  depth: number,
): Difference[] {
  if (depth > DEEPEST) return []
  const before = follow(comparison.before, pair.before)
  const after = follow(comparison.after, pair.after)
  const look = () =>
    compareFollowed(comparison, direction, { before: before.schema, after: after.schema }, depth)
  if (before.name === undefined || after.name === undefined) return look()
  const key = JSON.stringify([direction, before.name, after.name])
  const known = comparison.known.get(key)
  if (known) return known
  // In a circle, what is being compared already differs in nothing but what is found elsewhere.
  comparison.known.set(key, [])
  const found = look().slice(0, MOST)
  comparison.known.set(key, found)
  return found
}

/** What a reference leads to, by its last name; nothing is known of one that leads nowhere. */
function follow(document: ApiDocument, schema: JsonSchema): { name?: string; schema: JsonSchema } {
  let name: string | undefined
  let at = schema
  for (let hops = 0; hops < 30 && typeof at.$ref === 'string'; hops++) {
    name = schemaNameIn(at.$ref)
    const schemas = objectOf(document.components?.schemas)
    const next = name !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined
    if (!isObject(next)) return { schema: {} }
    at = next as JsonSchema
  }
  return typeof at.$ref === 'string' ? { schema: {} } : { name, schema: at }
}

function compareFollowed(
  comparison: SchemaComparison,
  direction: Direction,
  given: Pair,
  depth: number,
): Difference[] {
  const before = folded(comparison.before, given.before, 0)
  const after = folded(comparison.after, given.after, 0)
  const below = (pair: Pair) => compare(comparison, direction, pair, depth + 1)
  return [
    ...compareTypes(direction, before, after),
    ...compareValues(direction, before, after),
    ...compareLimits(direction, before, after),
    ...compareProperties(direction, { before, after }, below),
    ...compareItems({ before, after }, below),
    ...compareVariants(comparison, direction, { before, after }, below),
  ]
}

/** With all that it is made of in one. */
function folded(document: ApiDocument, schema: JsonSchema, depth: number): JsonSchema {
  if (!schema.allOf || depth > 8) return schema
  const { allOf, ...own } = schema
  const parts = [...allOf.map((part) => folded(document, follow(document, part).schema, depth + 1)), own]
  const properties = Object.assign(Object.create(null), ...parts.map((part) => part.properties))
  const required = parts.flatMap((part) => part.required ?? [])
  return Object.assign({}, ...parts, Object.keys(properties).length > 0 && { properties }, { required })
}

function difference(message: string, isBreaking: boolean): Difference {
  return { message, isBreaking }
}

function typesOf(schema: JsonSchema): Set<string> | undefined {
  const types = schema.type === undefined ? [] : [schema.type].flat()
  return types.length === 0 ? undefined : new Set(types)
}

function takes(types: Set<string> | undefined, type: string) {
  return !types || types.has(type) || (type === 'integer' && types.has('number'))
}

function takesAll(types: Set<string> | undefined, others: Set<string> | undefined) {
  if (!types) return true
  return others !== undefined && [...others].every((type) => takes(types, type))
}

function compareTypes(direction: Direction, before: JsonSchema, after: JsonSchema): Difference[] {
  const [earlier, later] = [typesOf(before), typesOf(after)]
  const isWider = takesAll(later, earlier)
  const isNarrower = takesAll(earlier, later)
  const differences: Difference[] = []
  if (!isWider || !isNarrower) {
    const message = `the type was ${typesInWords(earlier)} and is ${typesInWords(later)}`
    differences.push(difference(message, direction === 'request' ? !isWider : !isNarrower))
  }
  if (before.format !== after.format)
    differences.push(
      difference(`the format was ${before.format ?? 'not told'} and is ${after.format ?? 'not told'}`, false),
    )
  return differences
}

function typesInWords(types: Set<string> | undefined) {
  return types ? [...types].join(' or ') : 'anything'
}

function valuesOf(schema: JsonSchema): Map<string, unknown> | undefined {
  const values = 'const' in schema ? [schema.const] : schema.enum
  return values && new Map(values.map((value) => [JSON.stringify(value), value]))
}

function compareValues(direction: Direction, before: JsonSchema, after: JsonSchema): Difference[] {
  const [earlier, later] = [valuesOf(before), valuesOf(after)]
  if (!earlier && !later) return []
  if (!earlier) return [difference('only some values are left', direction === 'request')]
  if (!later) return [difference('it can be any value now', direction === 'response')]
  const gone = [...earlier.keys()].filter((value) => !later.has(value))
  const fresh = [...later.keys()].filter((value) => !earlier.has(value))
  return [
    ...gone.map((value) => difference(`the value ${shown(value)} was removed`, direction === 'request')),
    ...fresh.map((value) => difference(`the value ${shown(value)} was added`, direction === 'response')),
  ]
}

function shown(value: string) {
  return value.length > 80 ? `${value.slice(0, 80)}…` : value
}

const AT_LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const
const AT_MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const

function compareLimits(direction: Direction, before: JsonSchema, after: JsonSchema): Difference[] {
  const differences: Difference[] = []
  for (const name of [...AT_LEAST, ...AT_MOST]) {
    const [earlier, later] = [before[name], after[name]]
    if (earlier === later) continue
    const isLow = AT_LEAST.some((low) => low === name)
    const none = isLow ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
    const isNarrower = isLow ? (later ?? none) > (earlier ?? none) : (later ?? none) < (earlier ?? none)
    const message = `${name} was ${earlier ?? 'not told'} and is ${later ?? 'not told'}`
    differences.push(difference(message, isNarrower === (direction === 'request')))
  }
  if (before.pattern !== after.pattern)
    differences.push(
      difference('the pattern changed', direction === 'request' && after.pattern !== undefined),
    )
  return differences
}

function compareProperties(
  direction: Direction,
  { before, after }: Pair,
  below: (pair: Pair) => Difference[],
) {
  const [earlier, later] = [objectOf(before.properties), objectOf(after.properties)]
  const [neededBefore, needed] = [new Set(before.required ?? []), new Set(after.required ?? [])]
  const differences: Difference[] = []
  for (const [name, schema] of Object.entries(later)) {
    if (!Object.hasOwn(earlier, name)) {
      const isRequired = needed.has(name)
      const message = `the field "${name}" was added${isRequired && direction === 'request' ? ', and is required' : ''}`
      differences.push(difference(message, isRequired && direction === 'request'))
      continue
    }
    if (!neededBefore.has(name) && needed.has(name))
      differences.push(difference(`the field "${name}" is required now`, direction === 'request'))
    if (neededBefore.has(name) && !needed.has(name))
      differences.push(difference(`the field "${name}" may be missing now`, direction === 'response'))
    for (const { message, isBreaking } of below({
      before: earlier[name] as JsonSchema,
      after: schema as JsonSchema,
    }))
      differences.push(difference(inside(name, message), isBreaking))
    if (differences.length > MOST) return differences
  }
  for (const name of Object.keys(earlier))
    if (!Object.hasOwn(later, name)) differences.push(difference(`the field "${name}" was removed`, true))
  return differences
}

/** As in `owner › name: the type was …`. */
function inside(name: string, message: string) {
  const [, path] = /^([^:"]{1,200}): /.exec(message) ?? []
  return path === undefined ? `${name}: ${message}` : `${name} › ${message}`
}

function compareItems({ before, after }: Pair, below: (pair: Pair) => Difference[]) {
  const differences: Difference[] = []
  if (isObject(before.items) && isObject(after.items))
    differences.push(...below({ before: before.items, after: after.items }).map(at('items')))
  const [earlier, later] = [before.additionalProperties, after.additionalProperties]
  if (isObject(earlier) && isObject(later))
    differences.push(
      ...below({ before: earlier as JsonSchema, after: later as JsonSchema }).map(at('other fields')),
    )
  return differences
}

function at(name: string) {
  return ({ message, isBreaking }: Difference) => difference(inside(name, message), isBreaking)
}

type Variant = { key: string; schema: JsonSchema }

/** Variants have no names of their own: they are the same when they refer to the same, or look alike. */
function variantsOf(document: ApiDocument, schema: JsonSchema): Variant[] {
  return [...listOf(schema.oneOf), ...listOf(schema.anyOf)].map((variant, at) => {
    const found = follow(document, variant as JsonSchema)
    const { title, type, properties } = found.schema
    const looks = found.name ?? title ?? `${type ?? ''} ${Object.keys(objectOf(properties)).join(' ')}`.trim()
    return { key: looks || `number ${at + 1}`, schema: variant as JsonSchema }
  })
}

function compareVariants(
  comparison: SchemaComparison,
  direction: Direction,
  { before, after }: Pair,
  below: (pair: Pair) => Difference[],
): Difference[] {
  const earlier = new Map(variantsOf(comparison.before, before).map((variant) => [variant.key, variant]))
  const later = new Map(variantsOf(comparison.after, after).map((variant) => [variant.key, variant]))
  if (earlier.size === 0 && later.size === 0) return []
  if (earlier.size === 0) return [difference('it is one of several variants now', direction === 'request')]
  if (later.size === 0) return [difference('it is no longer one of several variants', true)]
  const differences: Difference[] = []
  for (const [key, { schema }] of later) {
    const known = earlier.get(key)
    if (known) differences.push(...below({ before: known.schema, after: schema }).map(at(`variant ${key}`)))
    else differences.push(difference(`the variant ${shown(key)} was added`, direction === 'response'))
  }
  for (const key of earlier.keys())
    if (!later.has(key))
      differences.push(difference(`the variant ${shown(key)} was removed`, direction === 'request'))
  return differences
}
