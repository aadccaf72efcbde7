import type { JsonSchema, OpenApiDocument } from '../openapi/document.ts'
import { mediaOf } from '../openapi/parts/media.ts'
import type { Lookup } from '../openapi/parts/schema-lookup.ts'
import { choicesOf, foldAllOf, lookupIn } from '../openapi/parts/schema-lookup.ts'
import { objectNames, referenceTo } from './objects-view.ts'
import { anchorOf, groupsOf } from './operations.ts'

const deepest = 6

/** By anchor, the words that an operation or object is found by beside those that its row shows. */
export function searchIndex(document: OpenApiDocument): Record<string, string> {
  const lookup = lookupIn(document)
  const operations = groupsOf(document).flatMap(({ name, entries }) =>
    entries.map(({ anchor, id, operation }): [string, string] => {
      const body = mediaOf(operation.requestBody?.content)?.schema
      const parameters = operation.parameters?.map((parameter) => [parameter.name, parameter.description])
      const answers = Object.entries(operation.responses ?? {}).map(([status]) => status)
      const words = [id, name, operation.description, parameters, body && fieldWords(body, lookup), answers]
      return [anchor, textOf(words)]
    }),
  )
  const objects = objectNames(document, lookup).map((name): [string, string] => {
    const reference = referenceTo(name)
    return [
      anchorOf('schema', name),
      textOf([lookup(reference).schema.description, fieldWords(reference, lookup, 1)]),
    ]
  })
  return Object.fromEntries([...operations, ...objects])
}

type Words = string | undefined | false | readonly Words[]

/** Every word once: it is looked for, not read. */
function textOf(words: Words): string {
  const all = [words].flat(Number.POSITIVE_INFINITY as 1) as (string | undefined | false)[]
  const split = all.flatMap((text) => (text ? text.toLowerCase().split(/[\s`,;:()]+/) : []))
  return [...new Set(split)].filter(Boolean).join(' ')
}

// Names and descriptions of fields, down to a depth at which a schema made of itself ends too.
function fieldWords(schema: JsonSchema, lookup: Lookup, depth = deepest): Words[] {
  const whole = foldAllOf(lookup(schema).schema, lookup)
  const parts = [...choicesOf(whole), ...(whole.items ? [whole.items] : [])]
  const fields = Object.entries(whole.properties ?? {}).map(([name, field]) => [
    name,
    lookup(field).schema.description,
    valuesOf(field),
    depth > 1 && fieldWords(field, lookup, depth - 1),
  ])
  return [...fields, ...(depth > 0 ? parts.map((part) => fieldWords(part, lookup, depth - 1)) : [])]
}

function valuesOf(field: JsonSchema): string[] {
  return (field.enum ?? [field.const]).filter((value) => typeof value === 'string')
}
