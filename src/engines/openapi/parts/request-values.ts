// What is sent where a parameter stands.
import type { JsonSchema, OpenApiParameter } from '../document.ts'
import type { Lookup } from './schema-lookup.ts'
import { choicesOf, foldAllOf, isNull, typesOf } from './schema-lookup.ts'
import { schemaOf } from './schema-of.ts'
import { styledText } from './styled-text.ts'

/** How a reader fills it in: as one text, as one line an item, as one line a field, or with a file. */
export type ValueKind = 'value' | 'list' | 'object' | 'file'

export function kindOf(schema: JsonSchema, lookup: Lookup): ValueKind {
  const whole = foldAllOf(lookup(schema).schema, lookup)
  const [choice, ...others] = choicesOf(whole).filter((one) => !isNull(one))
  if (choice && others.length === 0) return kindOf({ ...choice }, lookup)
  const types = typesOf(whole)
  if (types.includes('array')) return 'list'
  if (types.includes('object')) return 'object'
  return isFile(whole) ? 'file' : 'value'
}

/** OpenAPI 3.0 has a format for what 3.1 says by its media type. */
export function isFile({ format, contentMediaType, type }: JsonSchema): boolean {
  if (format === 'binary') return true
  return type === undefined && contentMediaType !== undefined && !/^text|json$/i.test(contentMediaType)
}

export function givenExample(parameter: OpenApiParameter): unknown {
  const schema = schemaOf(parameter.schema)
  return parameter.example ?? schema.example ?? schema.examples?.[0]
}

/** Undefined where no example is known. */
export function sentText(parameter: OpenApiParameter): string | undefined {
  const value = givenExample(parameter)
  if (value === undefined) return undefined
  if (parameter.content === undefined) return styledText(parameter, value)
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return styledText({ name: parameter.name, in: parameter.in }, text)
}
