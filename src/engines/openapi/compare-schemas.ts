// How two schemas differ for somebody who sends what they describe, or gets it. What is sent must still be taken: anything
// narrower breaks. What is received must still be understood: anything wider breaks.
import { compareProperties } from './compare-properties.ts'
import { compareVariants, compareWithVariant } from './compare-variants.ts'
import type { ApiDocument, JsonSchema } from './document.ts'
import {
  at,
  type Difference,
  type Direction,
  difference,
  type Followed,
  follow,
  mostTelling,
  type SchemaComparison,
  type SchemaPair,
  shown,
  typesOf,
} from './schema-difference.ts'
import { isObject } from './values.ts'

const DEEPEST = 60

export function compareSchemas(
  comparison: SchemaComparison,
  direction: Direction,
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
): Difference[] {
  if (before === undefined && after === undefined) return []
  return mostTelling(compare(comparison, direction, { before: before ?? {}, after: after ?? {} }, 0))
}

function compare(
  comparison: SchemaComparison,
  direction: Direction,
  pair: SchemaPair,
  depth: number,
): Difference[] {
  if (depth > DEEPEST) return []
  const before = follow(comparison.before, pair.before)
  const after = follow(comparison.after, pair.after)
  const look = () => compareFollowed(comparison, direction, { before, after }, depth)
  if (before.name === undefined || after.name === undefined) return look()
  const key = JSON.stringify([direction, before.name, after.name])
  const known = comparison.known.get(key)
  if (known) return known
  // In a circle, what is being compared already differs in nothing but what is found elsewhere.
  comparison.known.set(key, [])
  const found = mostTelling(look())
  comparison.known.set(key, found)
  return found
}

function compareFollowed(
  comparison: SchemaComparison,
  direction: Direction,
  given: { before: Followed; after: Followed },
  depth: number,
): Difference[] {
  const before = folded(comparison.before, given.before.schema, 0)
  const after = folded(comparison.after, given.after.schema, 0)
  const below = (pair: SchemaPair) => compare(comparison, direction, pair, depth + 1)
  const oneOfThem = compareWithVariant(
    comparison,
    direction,
    { before: { ...given.before, schema: before }, after: { ...given.after, schema: after } },
    below,
  )
  if (oneOfThem) return oneOfThem
  return [
    ...compareTypes(direction, before, after),
    ...compareValues(direction, before, after),
    ...compareLimits(direction, before, after),
    ...compareProperties(comparison, direction, { before, after }, below),
    ...compareItems(direction, { before, after }, below),
    ...compareVariants(comparison, direction, { before, after }, below),
  ]
}

/** Whether values of it have parts, which are written one after the other. */
export function isMadeOfParts(document: ApiDocument, schema: JsonSchema): boolean {
  const types = typesOf(folded(document, follow(document, schema).schema, 0))
  return types !== undefined && (types.has('array') || types.has('object'))
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

function valueInWords(value: unknown) {
  return value === undefined ? 'not told' : shown(JSON.stringify(value))
}

const AT_LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const
const AT_MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const

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
  if (before.multipleOf !== after.multipleOf) {
    const [step, later] = [before.multipleOf, after.multipleOf]
    const isNarrower = later !== undefined && (step === undefined || !Number.isInteger(step / later))
    const message = `multipleOf was ${step ?? 'not told'} and is ${later ?? 'not told'}`
    differences.push(difference(message, direction === 'request' && isNarrower))
  }
  if (!before.uniqueItems && after.uniqueItems)
    differences.push(difference('items must now be unique', direction === 'request'))
  if (JSON.stringify(before.default) !== JSON.stringify(after.default))
    differences.push(
      difference(
        `the default was ${valueInWords(before.default)} and is ${valueInWords(after.default)}`,
        false,
      ),
    )
  return differences
}

function compareItems(
  direction: Direction,
  { before, after }: SchemaPair,
  below: (pair: SchemaPair) => Difference[],
) {
  const differences: Difference[] = []
  if (isObject(before.items) && isObject(after.items))
    differences.push(...below({ before: before.items, after: after.items }).map(at('items')))
  const [earlier, later] = [before.additionalProperties, after.additionalProperties]
  if (isObject(earlier) && isObject(later))
    differences.push(
      ...below({ before: earlier as JsonSchema, after: later as JsonSchema }).map(at('other fields')),
    )
  if (earlier !== false && later === false && direction === 'request')
    differences.push(difference('other fields are no longer accepted', true))
  return differences
}
