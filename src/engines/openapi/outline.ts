// What a description has, without its details: enough for a table of contents.
import { type ApiDocument, METHODS, type Method, type OpenApiOperation } from './document.ts'
import { operationTitle } from './parts/operation-title.ts'
import { isObject, listOf, objectOf, textOf } from './values.ts'

export type ApiOutline = {
  title: string
  version: string
  description?: string
  /** By tag, in the order of the document; operations without a tag come last, in a group without a name. */
  groups: OutlineGroup[]
  webhooks: OutlineOperation[]
  /** Names in `components.schemas`. */
  schemas: OutlineSchema[]
}

export type OutlineGroup = {
  /** The tag; absent for the group of operations that have none. */
  tag?: string
  title?: string
  description?: string
  icon?: string
  /** The tag that this one is part of. */
  parent?: string
  operations: OutlineOperation[]
}

export type OutlineOperation = {
  method: Method
  /** Of a webhook, its name. */
  path: string
  operationId?: string
  /** The summary if it is short, else the operation id, else method and path. */
  title: string
  isDeprecated: boolean
}

export type OutlineSchema = { name: string; title: string; isDeprecated: boolean }

/** An operation that has several tags is in the group of each. What is marked as internal is in none. */
export function outlineOf(document: ApiDocument): ApiOutline {
  const { title = '', version = '', description } = objectOf(document.info) as Partial<ApiDocument['info']>
  const groups = new Map<string | undefined, OutlineGroup>()
  for (const tag of listOf(document.tags)) {
    const group = groupOf(objectOf(tag))
    if (group.tag !== undefined && !groups.has(group.tag)) groups.set(group.tag, group)
  }
  const untagged: OutlineGroup = { operations: [] }
  for (const { operation, ...at } of operationsOf(document.paths)) {
    const entry = entryOf(at, operation)
    const tags = new Set(listOf(operation.tags).filter((tag) => typeof tag === 'string'))
    if (tags.size === 0) untagged.operations.push(entry)
    for (const tag of tags) {
      const group = groups.get(tag) ?? { tag, title: tag, operations: [] }
      groups.set(tag, group)
      group.operations.push(entry)
    }
  }
  const named = withParents([...groups.values()])
  return {
    title,
    version,
    description,
    groups: untagged.operations.length > 0 ? [...named, untagged] : named,
    webhooks: [...operationsOf(document.webhooks)].map(({ operation, ...at }) => entryOf(at, operation)),
    schemas: schemasOf(document),
  }
}

export type FoundOperation = { method: Method; path: string; operation: OpenApiOperation }

/** Every operation that is for readers, in the order of the document. */
export function* operationsOf(paths: ApiDocument['paths']): Generator<FoundOperation> {
  for (const [path, item] of Object.entries(objectOf(paths))) {
    if (!isObject(item) || isInternal(item)) continue
    for (const key of Object.keys(item)) {
      const method = METHODS.find((method) => method === key)
      const operation = item[key]
      if (method && isObject(operation) && !isInternal(operation))
        yield { method, path, operation: operation as OpenApiOperation }
    }
  }
}

function isInternal(value: Readonly<Record<string, unknown>>) {
  return value['x-internal'] === true || value['x-gitbook-ignore'] === true
}

function groupOf(tag: Readonly<Record<string, unknown>>): OutlineGroup {
  const name = textOf(tag.name)
  return {
    tag: name,
    title: textOf(tag['x-page-title']) ?? textOf(tag['x-displayName']) ?? textOf(tag.summary) ?? name,
    description: textOf(tag['x-page-description']) ?? textOf(tag.description),
    icon: textOf(tag['x-page-icon']),
    parent: textOf(tag.parent) ?? textOf(tag['x-parent']),
    operations: [],
  }
}

/** How many tags may be parts of each other. */
const MOST_ABOVE = 10

/** A tag is shown when it has operations, or has tags that do. One that is part of itself is part of nothing. */
function withParents(groups: OutlineGroup[]) {
  const byTag = new Map(groups.map((group) => [group.tag, group]))
  const shown = new Set<OutlineGroup>()
  for (const group of groups) {
    const above = groupsAbove(group, byTag)
    if (group.parent !== undefined && !above) group.parent = undefined
    if (group.operations.length > 0) for (const one of [group, ...(above ?? [])]) shown.add(one)
  }
  return groups.filter((group) => shown.has(group))
}

/** Undefined when they never end at the top. */
function groupsAbove(group: OutlineGroup, byTag: Map<string | undefined, OutlineGroup>) {
  const above: OutlineGroup[] = []
  for (let at = group.parent; at !== undefined; at = above.at(-1)?.parent) {
    const next = byTag.get(at)
    if (!next || above.length === MOST_ABOVE) return
    above.push(next)
  }
  return above
}

function entryOf({ method, path }: { method: Method; path: string }, operation: OpenApiOperation) {
  const operationId = textOf(operation.operationId)
  const title = operationTitle({ summary: textOf(operation.summary), operationId }, method, path)
  return { method, path, operationId, title, isDeprecated: operation.deprecated === true }
}

function schemasOf(document: ApiDocument): OutlineSchema[] {
  const schemas = Object.entries(objectOf(document.components?.schemas))
  return schemas
    .filter(([, schema]) => !isInternal(objectOf(schema)))
    .map(([name, schema]) => {
      const { title, deprecated } = objectOf(schema)
      return { name, title: textOf(title) ?? name, isDeprecated: deprecated === true }
    })
}
