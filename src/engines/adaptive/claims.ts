// Which of the things that are said of a visitor conditions may know: what the schema declares, and nothing else.
import { isList, isPlainObject, ownValue } from './own-values.ts'
import type { ClaimSchema, ClaimSchemas, SimpleClaimSchema, VisitorSchema } from './visitor-schema.ts'

const MAX_TEXT = 4096
const MAX_ITEMS = 500

export type Claims = { [name: string]: ClaimValue }
export type ClaimValue = string | number | boolean | (string | number | boolean)[] | Claims

/** `signed` is what a token proves, `unsigned` what an address or a cookie says. */
export type GivenClaims = { signed?: unknown; unsigned?: unknown }

/**
 * What is not declared, or has another type, is dropped without a word. Unsigned claims are below `unsigned` only; what a
 * token itself says there wins over them.
 */
export function claimsAllowedBy(schema: VisitorSchema, given: GivenClaims): Claims {
  const signed = allowedObject(schema.properties, given.signed)
  const unsigned = allowedObject(schema.properties, { unsigned: given.unsigned })
  return { ...signed, unsigned: merged(claimsIn(unsigned.unsigned), claimsIn(signed.unsigned)) }
}

function allowedObject(schemas: ClaimSchemas, given: unknown): Claims {
  const kept: [string, ClaimValue][] = []
  for (const [name, schema] of Object.entries(schemas)) {
    const value = allowed(schema, ownValue(given, name))
    if (value !== undefined) kept.push([name, value])
  }
  return Object.fromEntries(kept)
}

function allowed(schema: ClaimSchema, value: unknown): ClaimValue | undefined {
  switch (schema.type) {
    case 'object':
      return isPlainObject(value) ? allowedObject(schema.properties, value) : undefined
    case 'array':
      return isList(value) ? allowedItems(schema.items, value) : undefined
    default:
      return allowedSimple(schema, value)
  }
}

function allowedItems(schema: SimpleClaimSchema, list: readonly unknown[]) {
  const length = Math.min(list.length, MAX_ITEMS)
  return Array.from({ length }, (_, place) => allowedSimple(schema, ownValue(list, place))).filter(
    (item) => item !== undefined,
  )
}

function allowedSimple(schema: SimpleClaimSchema, value: unknown): string | number | boolean | undefined {
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    case 'string':
      if (typeof value !== 'string' || value.length > MAX_TEXT) return undefined
      return schema.enum && !schema.enum.includes(value) ? undefined : value
    default:
      return schema satisfies never
  }
}

function merged(weak: Claims, strong: Claims): Claims {
  const both = { ...weak, ...strong }
  for (const [name, value] of Object.entries(weak)) {
    const other = Object.hasOwn(strong, name) ? strong[name] : undefined
    if (isObject(value) && isObject(other)) both[name] = merged(value, other)
  }
  return both
}

function claimsIn(value: ClaimValue | undefined): Claims {
  return isObject(value) ? value : {}
}

function isObject(value: ClaimValue | undefined): value is Claims {
  return typeof value === 'object' && !Array.isArray(value)
}
