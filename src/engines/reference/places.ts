// Where each operation and object is: on which page, and at which anchor.
import { apisIn } from '../html/placeholders/fill-in.ts'
import type { ApiPart } from '../html/written-document.ts'
import { Anchors } from '../markdown/names/slugs.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { findOperation } from '../openapi/parts/operation-parts.ts'
import { anchorOf } from '../openapi/view/site-operation-view.ts'
import { anchorOfSchema } from '../openapi/view/site-schemas-view.ts'
import { type ReferencePage, writtenPage } from './api-pages.ts'

export type PlacedOperation = {
  kind: 'operation' | 'webhook'
  id: string | undefined
  title: string
  method: string
  path: string
  href: string
  /** The title of its page. */
  group: string
}

export type Places = {
  /** Pages that have operations, in their order. */
  groups: { page: ReferencePage; title: string; href: string; operations: PlacedOperation[] }[]
  operations: ReadonlyMap<string, PlacedOperation>
  /** Addresses by the names of objects. */
  objects: ReadonlyMap<string, string>
}

export async function placesIn(
  document: OpenApiDocument,
  pages: readonly ReferencePage[],
  addressOf: (path: string) => string,
): Promise<Places> {
  const parts: { page: ReferencePage; href: string; parts: ApiPart[] }[] = []
  for (const page of pages) parts.push({ page, href: addressOf(page.path), parts: await partsOn(page) })
  const groups = parts.flatMap(({ page, href, parts }) => {
    const operations = operationsAmong(document, parts, { page, href })
    return operations.length > 0 ? [{ page, title: page.title, href, operations }] : []
  })
  const all = groups.flatMap(({ operations }) => operations)
  const objects = parts.flatMap(({ href, parts }) =>
    parts.flatMap((part) =>
      part.kind === 'schemas'
        ? part.names.map((name): [string, string] => [name, `${href}#${anchorOfSchema(name)}`])
        : [],
    ),
  )
  return {
    groups,
    operations: new Map(all.flatMap((one) => (one.id === undefined ? [] : [[one.id, one]]))),
    objects: new Map(objects),
  }
}

async function partsOn(page: ReferencePage): Promise<ApiPart[]> {
  return apisIn(await writtenPage(page)).map(({ part }) => part)
}

// Titles are anchors; the second of two that are alike gets a number, as on the page.
function operationsAmong(
  document: OpenApiDocument,
  parts: readonly ApiPart[],
  { page, href }: { page: ReferencePage; href: string },
): PlacedOperation[] {
  const anchors = new Anchors()
  return parts.flatMap((part): PlacedOperation[] => {
    const found = part.kind === 'schemas' ? undefined : findOperation(document, part)
    if (!found || part.kind === 'schemas') return []
    const anchor = anchors.unique(anchorOf(found.title))
    const { title, method, path } = found
    const id = part.kind === 'operation' ? idOf(document, method, path) : undefined
    return [{ kind: part.kind, id, title, method, path, href: `${href}#${anchor}`, group: page.title }]
  })
}

function idOf({ paths }: OpenApiDocument, method: string, path: string): string | undefined {
  return Object.entries(paths?.[path] ?? {}).find(([name]) => name === method)?.[1].operationId
}
