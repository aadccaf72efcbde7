import type { JsonSchema, OpenApiDocument } from '../document.ts'
import { isObject } from '../values.ts'
import { fieldOf } from './guards.ts'
import { schemaOf } from './schema-of.ts'

export type ResolvedSchema = { name: string | undefined; schema: JsonSchema }

export type Lookup = (schema: JsonSchema) => ResolvedSchema

/** References that lead to references. */
const LONGEST_WAY = 40
/** Of schemas that are folded into one. */
const MOST_FIELDS = 1000
const NAMED = /^#\/(?:components\/schemas|\$defs|definitions)\/([^/]+)$/

export function schemaNameOf(schema: JsonSchema): string | undefined {
  const [, name] = NAMED.exec(schema.$ref ?? '') ?? []
  return name === undefined ? undefined : pointerPart(name)
}

function pointerPart(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** What a reference within the document leads to. */
export function pointedAt(document: unknown, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined
  let found: unknown = document
  for (const part of ref.slice(2).split('/').slice(0, LONGEST_WAY)) {
    const name = pointerPart(part)
    found = Array.isArray(found) ? found[Number(name)] : fieldOf(found, name)
  }
  return found
}

/**
 * Follows references until a schema that is not one; a reference to nothing gives a schema of anything. After `most`
 * questions everything is: whatever is made of a hostile description comes to an end.
 */
export function lookupIn(document: OpenApiDocument, most = Number.POSITIVE_INFINITY): Lookup {
  let left = most
  return (asked) => {
    if (left <= 0) return { name: undefined, schema: {} }
    left -= 1
    const schema = schemaOf(asked)
    const passed = new Set<string>()
    let name: string | undefined
    let current = schema
    while (current.$ref !== undefined) {
      if (passed.has(current.$ref) || passed.size >= LONGEST_WAY) return { name, schema: {} }
      passed.add(current.$ref)
      name = schemaNameOf(current) ?? name
      current = schemaOf(pointedAt(document, current.$ref))
    }
    return { name, schema: schema.$ref === undefined ? current : withOwnWords(current, schema) }
  }
}

// JSON Schema 2020 allows neighbours beside $ref; the ones that matter to a reader win over the target's.
function withOwnWords(target: JsonSchema, reference: JsonSchema): JsonSchema {
  if (Object.keys(reference).length === 1) return target
  const { $ref: _, ...own } = reference
  return { ...target, ...own }
}

// Folds allOf into one schema, so that the views know only plain objects and unions.
export function foldAllOf(schema: JsonSchema, lookup: Lookup, depth = 0): JsonSchema {
  if (!schema.allOf) return schema
  const { allOf, ...own } = schema
  if (depth > 8) return own
  const parts = [...allOf.map((part) => foldAllOf(lookup(part).schema, lookup, depth + 1)), own]
  const properties = new Map<string, JsonSchema>()
  let whole: JsonSchema = {}
  for (const part of parts) {
    for (const [name, field] of Object.entries(part.properties ?? {}))
      if (properties.size < MOST_FIELDS) properties.set(name, field)
    const required = [...(whole.required ?? []), ...(part.required ?? [])].slice(0, MOST_FIELDS)
    whole = { ...whole, ...part, required }
  }
  return { ...whole, properties: Object.fromEntries(properties) }
}

export function isNull(schema: JsonSchema): boolean {
  if (!isObject(schema)) return false
  return schema.type === 'null' || ('const' in schema && schema.const === null)
}

export function choicesOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf ?? schema.oneOf ?? []
}

export function typesOf(schema: JsonSchema): string[] {
  if (schema.type === undefined)
    return schema.properties ? ['object'] : schema.items || schema.prefixItems ? ['array'] : []
  return typeof schema.type === 'string' ? [schema.type] : [...schema.type]
}
