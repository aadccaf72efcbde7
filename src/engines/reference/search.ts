// Search over operations and objects, in memory. Every word must be there; names count more than what is said of them.
import type { JsonSchema, OpenApiDocument } from '../openapi/document.ts'
import { mediaOf } from '../openapi/parts/media.ts'
import { findOperation } from '../openapi/parts/operation-parts.ts'
import type { Lookup } from '../openapi/parts/schema-lookup.ts'
import { choicesOf, foldAllOf, lookupIn } from '../openapi/parts/schema-lookup.ts'
import { readQuery } from '../search/query.ts'
import { finderFor } from '../search/snippet.ts'
import type { SearchAnswer } from '../site/model.ts'
import type { PlacedOperation, Places } from './places.ts'

type Found = { group: string; groupHref: string; title: string; href: string; snippet: string }
type Entry = Found & {
  name: string
  /** What a reader sees of it in a list. */
  shown: string
  all: string
}

const MOST_FOUND = 40
const DEEPEST = 6

export function openSearch(document: OpenApiDocument, places: Places): (query: string) => SearchAnswer {
  let entries: Entry[] | undefined
  return (query) => {
    const terms = readQuery(query).growing.map((term) => finderFor([term]))
    if (terms.length === 0) return { pages: [] }
    const has = (text: string) => terms.every((find) => find(text) !== undefined)
    entries ??= entriesOf(document, places)
    const ranked = entries.flatMap((entry) => {
      if (!has(entry.all)) return []
      return [{ entry, rank: has(entry.name) ? 0 : has(entry.shown) ? 1 : 2 }]
    })
    const best = ranked.sort((a, b) => a.rank - b.rank).slice(0, MOST_FOUND)
    return byPage(best.map(({ entry }) => entry))
  }
}

function byPage(found: readonly Found[]): SearchAnswer {
  const pages = new Map<string, { title: string; href: string; sections: Found[] }>()
  for (const one of found) {
    const page = pages.get(one.groupHref) ?? { title: one.group, href: one.groupHref, sections: [] }
    pages.set(one.groupHref, page)
    page.sections.push(one)
  }
  return {
    pages: [...pages.values()].map(({ sections, ...page }) => ({
      ...page,
      sections: sections.map(({ title, href, snippet }) => ({ title, href, snippet })),
    })),
  }
}

function entriesOf(document: OpenApiDocument, places: Places): Entry[] {
  const lookup = lookupIn(document)
  const operations = places.groups.flatMap(({ title, href, operations }) =>
    operations.map((one) => operationEntry(document, lookup, one, { group: title, groupHref: href })),
  )
  const objects = [...places.objects].map(([name, href]): Entry => {
    const reference = { $ref: `#/components/schemas/${name}` }
    const snippet = lookup(reference).schema.description ?? ''
    const all = textOf([name, snippet, fieldWords(reference, lookup, 1)])
    const [groupHref = href] = href.split('#')
    return { group: 'Objects', groupHref, title: name, href, snippet, name, shown: name, all }
  })
  return [...operations, ...objects]
}

function operationEntry(
  document: OpenApiDocument,
  lookup: Lookup,
  { kind, id = '', title, method, path, href }: PlacedOperation,
  group: Pick<Found, 'group' | 'groupHref'>,
): Entry {
  const found = findOperation(document, { kind, method, path })
  const body = mediaOf(found?.body?.content)?.schema
  const snippet = `${method.toUpperCase()} ${path}`
  const shown = `${title} ${snippet} ${id}`
  const parameters = found?.parameters.map((parameter) => [parameter.name, parameter.description])
  const all = textOf([shown, group.group, found?.description, parameters, body && fieldWords(body, lookup)])
  return { ...group, title, href, snippet, name: `${title} ${id}`, shown, all }
}

type Words = string | undefined | false | readonly Words[]

/** Every word once: it is looked for, not read. */
function textOf(words: Words): string {
  const split = flat(words).flatMap((text) => text.split(/[\s`,;:()]+/))
  return [...new Set(split)].join(' ')
}

function flat(words: Words): string[] {
  if (typeof words === 'string') return [words]
  return words ? words.flatMap(flat) : []
}

// Names and descriptions of fields, down to a depth at which a schema made of itself ends too.
function fieldWords(schema: JsonSchema, lookup: Lookup, depth = DEEPEST): Words[] {
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
