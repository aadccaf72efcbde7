import type { ContentRef } from '../content/records.ts'
import type { JSONDocument } from './document.ts'

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

type Change = (ref: ContentRef, use: RefUse) => ContentRef

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

/** References lie in `data.ref`, `data.refDark` and in table cells; nodes lie in `nodes` and `fragments`. */
function mapNode<T extends object>(node: T, change: Change): T {
  let next = node
  const type: unknown = Reflect.get(node, 'type')
  const use = typeof type === 'string' ? REF_USES[type] : undefined
  if (use) next = mapIn(next, 'data', (data) => mapData(data, use, change))
  if (type === 'table')
    next = mapIn(next, 'data', (data) => mapIn(data, 'records', (all) => mapRecords(all, change)))
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

function mapData(data: object, use: RefUse, change: Change): object {
  let next = data
  for (const key of ['ref', 'refDark']) {
    next = mapIn(next, key, (ref) => (isRef(ref) ? change(ref, use) : ref))
  }
  return next
}

function mapRecords(records: object, change: Change): object {
  let next = records
  for (const id of Object.keys(records)) {
    next = mapIn(next, id, (record) => mapIn(record, 'values', (values) => mapValues(values, change)))
  }
  return next
}

function mapValues(values: object, change: Change): object {
  let next = values
  for (const column of Object.keys(values)) {
    next = mapIn(next, column, (value) =>
      isRef(value) ? change(value, 'cell') : mapData(value, 'cell', change),
    )
  }
  return next
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isRef(value: object): value is ContentRef {
  return typeof Reflect.get(value, 'kind') === 'string'
}
