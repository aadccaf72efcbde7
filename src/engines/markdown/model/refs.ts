import type { ContentRef } from '../../content/records.ts'
import type { JSONDocument } from '../document.ts'
import { own } from '../nodes.ts'
import { refOfEntry } from '../write/markdown-writer.ts'

export type RefUse =
  | 'link'
  | 'image'
  | 'file'
  | 'drawing'
  | 'content-ref'
  | 'mention'
  | 'button'
  | 'include'
  | 'openapi'
  | 'cell'

/** What holds a reference: a node, or a cell of a table. */
export type RefHolder = object | { row: string; column: string }

type Change = (ref: ContentRef, use: RefUse, holder: RefHolder) => ContentRef

const REF_USES: Record<string, RefUse | undefined> = {
  link: 'link',
  image: 'image',
  'inline-image': 'image',
  file: 'file',
  drawing: 'drawing',
  swagger: 'openapi',
  'openapi-operation': 'openapi',
  'openapi-schemas': 'openapi',
  'openapi-webhook': 'openapi',
  'content-ref': 'content-ref',
  mention: 'mention',
  button: 'button',
  'reusable-content': 'include',
}

/** The same document with every reference replaced. What holds none is shared, not copied. */
export function mapRefs(document: JSONDocument, change: Change): JSONDocument {
  return mapNode(document, change)
}

/** References are in `data.ref`, `data.refDark` and in table cells; nodes are in `nodes` and `fragments`. */
function mapNode<T extends object>(node: T, change: Change): T {
  let next = node
  const type: unknown = Reflect.get(node, 'type')
  const use = typeof type === 'string' ? own(REF_USES, type) : undefined
  if (use) next = mapIn(next, 'data', (data) => mapData(data, (ref) => change(ref, use, node)))
  if (type === 'table')
    next = mapIn(next, 'data', (data) => mapIn(data, 'records', (all) => mapRecords(all, data, change)))
  for (const list of ['nodes', 'fragments']) next = mapIn(next, list, (nodes) => mapEach(nodes, change))
  return next
}

function mapIn<T extends object>(holder: T, key: string, map: (value: object) => object): T {
  const value: unknown = Reflect.get(holder, key)
  if (!isObject(value)) return holder
  const next = map(value)
  return next === value ? holder : { ...holder, [key]: next }
}

function mapEach(nodes: object, change: Change): object {
  if (!Array.isArray(nodes)) return nodes
  let changed = false
  const mapped = nodes.map((node: unknown) => {
    if (!isObject(node)) return node
    const next = mapNode(node, change)
    if (next !== node) changed = true
    return next
  })
  return changed ? mapped : nodes
}

type ChangeHere = (ref: ContentRef) => ContentRef

function mapData(data: object, change: ChangeHere): object {
  let next = data
  for (const key of ['ref', 'refDark']) {
    next = mapIn(next, key, (ref) => (isRef(ref) ? change(ref) : ref))
  }
  return next
}

function mapRecords(records: object, table: object, change: Change): object {
  const files = filesColumns(table)
  return mapFields(records, (record, row) =>
    mapIn(record, 'values', (values) =>
      mapFields(values, (value, column) => {
        const changeHere = (ref: ContentRef) => change(ref, 'cell', { row, column })
        if (Array.isArray(value)) return files.has(column) ? mapEntries(value, changeHere) : value
        return isRef(value) ? changeHere(value) : mapData(value, changeHere)
      }),
    ),
  )
}

function mapFields(holder: object, map: (value: object, key: string) => object): object {
  const entries: [string, unknown][] = Object.entries(holder)
  const mapped = entries.map(([key, value]) => [key, isObject(value) ? map(value, key) : value] as const)
  return mapped.every(([, value], at) => value === entries[at]?.[1]) ? holder : Object.fromEntries(mapped)
}

function filesColumns(table: object): Set<string> {
  const definition: unknown = Reflect.get(table, 'definition')
  if (!isObject(definition)) return new Set()
  const isFiles = (column: unknown) => isObject(column) && Reflect.get(column, 'type') === 'files'
  return new Set(Object.entries(definition).flatMap(([id, column]) => (isFiles(column) ? [id] : [])))
}

/** Cells with files hold names instead of references: ids, and targets of what is no file of the space. */
function mapEntries(entries: unknown[], change: ChangeHere): unknown[] {
  const mapped = entries.map((entry) => (typeof entry === 'string' ? mapEntry(entry, change) : entry))
  return mapped.every((entry, at) => entry === entries[at]) ? entries : mapped
}

function mapEntry(entry: string, change: ChangeHere): string {
  const ref = change(refOfEntry(entry))
  if (ref.kind === 'file') return ref.file
  return ref.kind === 'url' ? ref.url : entry
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isRef(value: object): value is ContentRef {
  return typeof Reflect.get(value, 'kind') === 'string'
}
