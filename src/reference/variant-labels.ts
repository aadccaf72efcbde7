import type { JsonSchema } from '../openapi/document.ts'
import type { Lookup } from './schema-lookup.ts'
import { foldAllOf } from './schema-lookup.ts'
import { valueWord } from './schema-shape.ts'

export type VariantLabel = { name: string; description: string | undefined }

// What each variant of a union is called, as a reader would tell them apart: by the words of the field that
// is fixed in them (`insert_page`), with what that field says of itself; else by the title, else by the
// fields that must be there.
export function variantLabels(variants: readonly JsonSchema[], lookup: Lookup): VariantLabel[] {
  const whole = variants.map((variant) => foldAllOf(lookup(variant).schema, lookup))
  const objects = whole.filter((schema) => schema.properties)
  const discriminator = Object.keys(objects[0]?.properties ?? {}).find((name) =>
    objects.every((schema) => fixedWords(schema.properties?.[name], lookup).length > 0),
  )
  return whole.map((schema, index) => {
    const field = discriminator === undefined ? undefined : schema.properties?.[discriminator]
    const fixed = fixedWords(field, lookup)
    if (fixed.length > 0) return { name: fixed.join(', '), description: field?.description }
    const needed = schema.required?.length ? `with ${schema.required.join(', ')}` : ''
    return { name: variants[index]?.$ref ? '' : (schema.title ?? needed), description: undefined }
  })
}

function fixedWords(field: JsonSchema | undefined, lookup: Lookup): string[] {
  const schema = field ? lookup(field).schema : {}
  const words = 'const' in schema ? [schema.const] : (schema.enum ?? [])
  return words.filter((word) => word !== null).map(valueWord)
}
