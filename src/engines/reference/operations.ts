import type { Method, OpenApiDocument, OpenApiOperation, OpenApiSecurity } from '../openapi/document.ts'
import { METHODS } from '../openapi/document.ts'

export type Entry = {
  id: string
  anchor: string
  method: Method
  path: string
  title: string
  operation: OpenApiOperation
  isPublic: boolean
}

export type Group = {
  anchor: string
  name: string
  description: string
  entries: Entry[]
}

export function anchorOf(kind: 'op' | 'tag' | 'schema', name: string): string {
  return `${kind}-${name.replace(/[^\w-]+/g, '-')}`
}

function isOpen(security: OpenApiSecurity | undefined): boolean {
  return security === undefined || security.length === 0
}

export function entriesOf(document: OpenApiDocument): Entry[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const id = operation.operationId ?? `${method}${path}`
      return {
        id,
        anchor: anchorOf('op', id),
        method,
        path,
        title: operation.summary ?? id,
        operation,
        isPublic: isOpen(operation.security ?? document.security),
      }
    }),
  )
}

// Groups in the order the document declares its tags; undeclared tags follow in the order they appear.
export function groupsOf(document: OpenApiDocument): Group[] {
  const groups = new Map<string, Group>()
  const add = (name: string, description: string): Group => {
    const group = { anchor: anchorOf('tag', name), name, description, entries: [] }
    groups.set(name, group)
    return group
  }
  for (const tag of document.tags ?? []) add(tag.name, tag.description ?? '')
  for (const entry of entriesOf(document)) {
    const name = entry.operation.tags?.[0] ?? 'Other'
    const group = groups.get(name) ?? add(name, '')
    group.entries.push(entry)
  }
  return [...groups.values()]
    .filter((group) => group.entries.length > 0)
    .map((group) => ({ ...group, entries: topDown(group.entries) }))
}

// In the order of the document, but a path before those below it: `/content` before `/content/pages`.
function topDown(entries: Entry[]): Entry[] {
  const above = ({ path }: Entry): Entry[] => entries.filter((other) => path.startsWith(`${other.path}/`))
  return [...new Set(entries.flatMap((entry) => [...above(entry), entry]))]
}
