// How schemas differ that are one of several.

import type { ApiDocument, JsonSchema } from './document.ts'
import { isNull } from './parts/schema-lookup.ts'
import {
  at,
  type Difference,
  type Direction,
  difference,
  type Followed,
  follow,
  type SchemaComparison,
  type SchemaPair,
  shown,
  typesOf,
} from './schema-difference.ts'
import { listOf, objectOf } from './values.ts'

type Variant = { key: string; schema: JsonSchema; isNull: boolean }
type Below = (pair: SchemaPair) => Difference[]

/** Variants have no names of their own: they are the same when they refer to the same, or look alike. */
function variantsOf(document: ApiDocument, schema: JsonSchema): Variant[] {
  return [...listOf(schema.oneOf), ...listOf(schema.anyOf)].map((variant, at) => {
    const found = follow(document, variant as JsonSchema)
    const key = looksOf(found) || `number ${at + 1}`
    return { key, schema: variant as JsonSchema, isNull: isNull(found.schema) }
  })
}

function looksOf({ name, schema: { title, type, properties } }: Followed): string {
  return name ?? title ?? `${type ?? ''} ${Object.keys(objectOf(properties)).join(' ')}`.trim()
}

function added({ key, isNull }: Variant, direction: Direction): Difference {
  const message = isNull ? 'it can be null now' : `the variant ${shown(key)} was added`
  return difference(message, direction === 'response')
}

function removed({ key, isNull }: Variant, direction: Direction): Difference {
  const message = isNull ? 'it can no longer be null' : `the variant ${shown(key)} was removed`
  return difference(message, direction === 'request')
}

/**
 * Of a schema that became one of several, or that is left of several: it is compared with the one it is. Undefined where
 * it is none of them.
 */
export function compareWithVariant(
  { before: earlier, after: later }: SchemaComparison,
  direction: Direction,
  { before, after }: { before: Followed; after: Followed },
  below: Below,
): Difference[] | undefined {
  const were = variantsOf(earlier, before.schema)
  const are = variantsOf(later, after.schema)
  if ((were.length === 0) === (are.length === 0)) return undefined
  const [plain, variants] = were.length === 0 ? [before, are] : [after, were]
  const same = sameVariant(plain, variants)
  if (!same) return undefined
  const takesNull = typesOf(plain.schema)?.has('null') === true
  const one = takesNull ? withoutNull(plain.schema) : plain.schema
  const others = variants.filter((variant) => variant !== same && !(variant.isNull && takesNull))
  if (were.length === 0)
    return [
      ...below({ before: one, after: same.schema }),
      ...others.map((variant) => added(variant, direction)),
    ]
  return [
    ...below({ before: same.schema, after: one }),
    ...others.map((variant) => removed(variant, direction)),
  ]
}

function sameVariant(plain: Followed, variants: readonly Variant[]): Variant | undefined {
  const real = variants.filter((variant) => !variant.isNull)
  if (real.length === 1 && real.length < variants.length) return real[0]
  const looks = looksOf(plain)
  return looks === '' ? undefined : real.find(({ key }) => key === looks)
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const types = [...(typesOf(schema) ?? [])].filter((type) => type !== 'null')
  return { ...schema, type: types.length === 1 ? types[0] : types }
}

export function compareVariants(
  comparison: SchemaComparison,
  direction: Direction,
  { before, after }: SchemaPair,
  below: Below,
): Difference[] {
  const earlier = new Map(variantsOf(comparison.before, before).map((variant) => [variant.key, variant]))
  const later = new Map(variantsOf(comparison.after, after).map((variant) => [variant.key, variant]))
  if (earlier.size === 0 && later.size === 0) return []
  if (earlier.size === 0) return [difference('it is one of several variants now', true)]
  if (later.size === 0) return [difference('it is no longer one of several variants', true)]
  const differences: Difference[] = []
  for (const [key, variant] of later) {
    const known = earlier.get(key)
    if (known)
      differences.push(...below({ before: known.schema, after: variant.schema }).map(at(`variant ${key}`)))
    else differences.push(added(variant, direction))
  }
  for (const [key, variant] of earlier) if (!later.has(key)) differences.push(removed(variant, direction))
  return differences
}
