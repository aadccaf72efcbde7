import type { JsonSchema } from '../document.ts'
import type { Lookup } from './schema-lookup.ts'
import { foldAllOf } from './schema-lookup.ts'
import { schemaOf } from './schema-of.ts'
import type { ShapeScope } from './schema-shape.ts'
import { valueWord } from './schema-shape.ts'

export type VariantLabel = { name: string; description: string | undefined }

/** A label has room for a few words. */
const mostWords = 10

// What each variant of a union is called, as a reader would tell them apart: by the words of the field that
// is fixed in them (`insert_page`), with what that field says of itself; else by the title, else by the
// fields that must be there.
export function variantLabels(
  variants: readonly JsonSchema[],
  { lookup, words }: ShapeScope,
): VariantLabel[] {
  const whole = variants.map((variant) => foldAllOf(lookup(variant).schema, lookup))
  const objects = whole.filter((schema) => schema.properties)
  const discriminator = Object.keys(objects[0]?.properties ?? {}).find((name) =>
    objects.every((schema) => fixedWords(fieldIn(schema, name), lookup).length > 0),
  )
  return whole.map((schema, index) => {
    const field = discriminator === undefined ? undefined : fieldIn(schema, discriminator)
    const fixed = fixedWords(field, lookup)
    if (fixed.length > 0)
      return { name: fixed.slice(0, mostWords).join(', '), description: field && schemaOf(field).description }
    const needed = schema.required?.length
      ? `${words.with} ${schema.required.slice(0, mostWords).join(', ')}`
      : ''
    return { name: schemaOf(variants[index]).$ref ? '' : (schema.title ?? needed), description: undefined }
  })
}

function fieldIn({ properties = {} }: JsonSchema, name: string): JsonSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

function fixedWords(field: JsonSchema | undefined, lookup: Lookup): string[] {
  const schema = field ? lookup(field).schema : {}
  const words = 'const' in schema ? [schema.const] : (schema.enum ?? [])
  return words.filter((word) => word !== null).map(valueWord)
}
