import type { ContentRef } from '../../content/records.ts'
import type { Block, JSONDocument } from '../document.ts'
import { mapRefs } from './refs.ts'

/** Whether two documents say the same, whatever their keys, anchors and order of properties. */
export function sameDocuments(a: JSONDocument, b: JSONDocument): boolean {
  return sameBlocks(a.nodes, b.nodes)
}

export function sameBlocks(a: readonly Block[], b: readonly Block[]): boolean {
  return a.length === b.length && a.every((block, index) => fingerprint(block) === fingerprint(b[index]))
}

/** Equal for blocks that are the same. Without `meta`: what the public model alone says. */
export function fingerprint(value: unknown, withMeta = true): string {
  return JSON.stringify(plain(value, withMeta))
}

function plain(value: unknown, withMeta: boolean): unknown {
  if (Array.isArray(value)) return value.filter(isNotEmptyText).map((item) => plain(item, withMeta))
  if (typeof value !== 'object' || value === null) return value
  const out: Record<string, unknown> = {}
  for (const name of Object.keys(value).sort()) {
    const isSkipped = name === 'key' || name === 'isVoid' || (name === 'meta' && !withMeta)
    const field: unknown = Reflect.get(value, name)
    if (isSkipped || field === undefined) continue
    const next = plain(name === 'meta' ? withoutId(field) : field, withMeta)
    const isEmpty =
      (name === 'data' || name === 'meta') && typeof next === 'object' && next && !Object.keys(next).length
    if (!isEmpty) out[name] = next
  }
  return out
}

/** An anchor may change because another heading did. */
function withoutId(meta: unknown): unknown {
  if (typeof meta !== 'object' || meta === null) return meta
  const { id: _, formerId: __, ...rest } = { id: undefined, formerId: undefined, ...meta }
  return rest
}

function isNotEmptyText(item: unknown): boolean {
  if (!isObject(item) || Reflect.get(item, 'object') !== 'text') return true
  const leaves: unknown = Reflect.get(item, 'leaves')
  return !Array.isArray(leaves) || leaves.some((leaf) => !isObject(leaf) || Reflect.get(leaf, 'text') !== '')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** How a block is recognized: with all it says, and with what the public model says. */
export type Print = { full: string; bare: string; hasMeta: boolean }

/** References count by where they point, whoever resolved them. */
export function printsOf(blocks: readonly Block[], targetOf: (ref: ContentRef) => string): Print[] {
  const document: JSONDocument = { object: 'document', data: {}, nodes: [...blocks] }
  return mapRefs(document, (ref) => ({ kind: 'url', url: targetOf(ref) })).nodes.map((block) => {
    const full = fingerprint(block)
    const bare = fingerprint(block, false)
    // One string instead of two that are the same: they are as large as the text.
    return bare === full ? { full, bare: full, hasMeta: false } : { full, bare, hasMeta: true }
  })
}

export function printOf(block: Block, targetOf: (ref: ContentRef) => string): Print {
  return printsOf([block], targetOf)[0] ?? { full: '', bare: '', hasMeta: false }
}
