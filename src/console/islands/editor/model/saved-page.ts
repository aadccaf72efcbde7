// What the server has of a page, as far as this editor knows: the revision, and its blocks with the keys they have there.
import type { Node } from 'prosemirror-model'
import type { Block, JSONDocument } from '../../../../engines/markdown/document.ts'
import { namesOnServer } from '../tables/table-names.ts'
import { type Head, headOf } from './page-head.ts'
import { blockOf, isWritten } from './to-document.ts'

/** `id` is what the node is known by here; the key of a block changes with its text. */
export type SavedBlock = { id: string; key: string; node: Node }
export type SavedPage = { revision: string; blocks: readonly SavedBlock[]; head: Head }

export type BlockEdit = { key?: string; after?: string | null; document?: JSONDocument; delete?: true }

export const idOf = (node: Node): string | undefined => node.attrs.id ?? undefined

export function writtenBlocks(doc: Node): Node[] {
  return doc.children.filter(isWritten)
}

export function savedPage(revision: string, doc: Node, head: Head = headOf({})): SavedPage {
  const blocks = writtenBlocks(doc).flatMap((node): SavedBlock[] => {
    const id = idOf(node)
    return id === undefined ? [] : [{ id, key: id, node }]
  })
  return { revision, blocks, head }
}

/** What is to be sent so that the page is as it is here; nothing where nothing was touched. */
export function editsBetween({ blocks }: Pick<SavedPage, 'blocks'>, now: readonly Node[]): BlockEdit[] {
  const kept = keptInPlace(blocks, now)
  const stays = new Set(kept.values())
  const edits: BlockEdit[] = []
  let after: string | null = null
  for (const node of now) {
    const at = kept.get(node)
    const block = at === undefined ? undefined : blocks[at]
    if (!block) {
      edits.push({ after, document: documentOf(node) })
      continue
    }
    if (!sameNode(node, block.node)) edits.push({ key: block.key, document: documentNow(node, block.node) })
    after = block.key
  }
  for (const [at, { key }] of blocks.entries()) if (!stays.has(at)) edits.push({ key, delete: true })
  return edits
}

export function sameNode(a: Node, b: Node): boolean {
  return a === b || a.eq(b)
}

/** The index of the block that each node was, of those whose order is as it was. */
export function keptInPlace(blocks: readonly SavedBlock[], now: readonly Node[]): Map<Node, number> {
  const places = new Map(blocks.map(({ id }, at) => [id, at]))
  const found: { node: Node; at: number }[] = []
  for (const node of now) {
    const id = idOf(node)
    const at = id === undefined ? undefined : places.get(id)
    if (id === undefined || at === undefined) continue
    places.delete(id)
    found.push({ node, at })
  }
  return new Map(longestRising(found).map(({ node, at }) => [node, at]))
}

/** The longest subsequence in which `at` rises. */
function longestRising<T extends { at: number }>(items: readonly T[]): T[] {
  const tails: { item: T; before?: Tail<T> }[] = []
  for (const item of items) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tails[middle]?.item.at ?? 0) < item.at) low = middle + 1
      else high = middle
    }
    tails[low] = { item, before: tails[low - 1] }
  }
  const out: T[] = []
  for (let tail: Tail<T> | undefined = tails.at(-1); tail; tail = tail.before) out.push(tail.item)
  return out.reverse()
}
type Tail<T> = { item: T; before?: Tail<T> }

/** Keys say which block it was; the server gives new ones. */
export function documentOf(...nodes: readonly Node[]): JSONDocument {
  return { object: 'document', data: {}, nodes: nodes.map((node) => withoutKeys(blockOf(node))) }
}

function documentNow(node: Node, saved: Node): JSONDocument {
  const block = withoutKeys(blockOf(node, namesOnServer(saved)))
  return { object: 'document', data: {}, nodes: [block] }
}

function withoutKeys(block: Block): Block {
  return JSON.parse(JSON.stringify(block), (name, value: unknown) => (name === 'key' ? undefined : value))
}
