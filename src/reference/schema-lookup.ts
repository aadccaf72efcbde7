import type { JsonSchema, OpenApiDocument } from '../openapi/document.ts'

export type Resolved = { name: string | undefined; schema: JsonSchema }

export type Lookup = (schema: JsonSchema) => Resolved

const prefix = '#/components/schemas/'

export function schemaNameOf(schema: JsonSchema): string | undefined {
  return schema.$ref?.startsWith(prefix) ? schema.$ref.slice(prefix.length) : undefined
}

// Follows references until a schema that is not one; a reference to nothing gives a schema of anything.
export function lookupIn(document: OpenApiDocument): Lookup {
  const schemas = new Map(Object.entries(document.components?.schemas ?? {}))
  return (schema) => {
    const passed = new Set<string>()
    let name: string | undefined
    let current = schema
    for (let next = schemaNameOf(current); next !== undefined; next = schemaNameOf(current)) {
      if (passed.has(next)) return { name, schema: {} }
      passed.add(next)
      name = next
      current = schemas.get(next) ?? {}
    }
    return { name, schema: schema.$ref ? withOwnWords(current, schema) : current }
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
  const properties: Record<string, JsonSchema> = {}
  let whole: JsonSchema = {}
  for (const part of parts) {
    Object.assign(properties, part.properties)
    whole = { ...whole, ...part, required: [...(whole.required ?? []), ...(part.required ?? [])] }
  }
  return { ...whole, properties }
}

export function isNull(schema: JsonSchema): boolean {
  return schema.type === 'null' || ('const' in schema && schema.const === null)
}

export function choicesOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf ?? schema.oneOf ?? []
}

export function typesOf(schema: JsonSchema): string[] {
  if (schema.type === undefined) return schema.properties ? ['object'] : []
  return typeof schema.type === 'string' ? [schema.type] : [...schema.type]
}
