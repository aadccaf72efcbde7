import type { InlineNode, Leaf, Mark } from '../document.ts'
import { markId } from '../nodes.ts'

// Marks are flat on the leaves; written, they are nested. This finds where each opens and closes.

export type InlineItem = { node: InlineNode; leaf?: Leaf; marks: Mark[] }
export type MarkPiece =
  | { kind: 'open'; mark: Mark; pair: number }
  | { kind: 'close'; mark: Mark; pair: number }
export type RunPiece = MarkPiece | { kind: 'item'; item: InlineItem }

/** Leaves and inlines in a row. An inline is under the marks that all it holds share. */
export function itemsOf(nodes: readonly InlineNode[]): InlineItem[] {
  const items: InlineItem[] = []
  // Asked once for each: links inside links would double the work at every level.
  const bare = new Set<InlineItem>()
  for (const node of nodes) {
    if (node.object !== 'text') {
      const shared = sharedMarks(node)
      const item = { node, marks: shared ?? [] }
      items.push(item)
      if (!shared) bare.add(item)
      continue
    }
    for (const leaf of node.leaves) if (leaf.text !== '') items.push({ node, leaf, marks: leaf.marks })
  }
  const following = marksFollowing(items, bare)
  items.forEach((item, index) => {
    // A void inline has no marks of its own; it need not interrupt those around it.
    if (!bare.has(item)) return
    const before = items[index - 1]?.marks ?? []
    const after = following[index] ?? []
    item.marks = before.filter((mark) => after.some((other) => markId(other) === markId(mark)))
  })
  return items
}

/** For each item the marks of the next one that has any to tell. */
function marksFollowing(items: readonly InlineItem[], bare: ReadonlySet<InlineItem>): Mark[][] {
  let next: Mark[] = []
  return items
    .toReversed()
    .map((item) => {
      const following = next
      if (!bare.has(item)) next = item.marks
      return following
    })
    .reverse()
}

function sharedMarks(node: InlineNode): Mark[] | undefined {
  if (node.object === 'text' || (node.type !== 'link' && node.type !== 'annotation')) return undefined
  const inner = itemsOf(node.nodes)
  const [first, ...rest] = inner
  if (!first) return undefined
  return first.marks.filter((mark) =>
    rest.every((item) => item.marks.some((other) => markId(other) === markId(mark))),
  )
}

/** `isSpan` are marks that are written around each leaf by itself, not as an opening and a closing. */
export function piecesOf(items: readonly InlineItem[], isSpan: (mark: Mark) => boolean): RunPiece[] {
  const pieces: RunPiece[] = []
  const open: { mark: Mark; index: number }[] = []
  const close = (): void => {
    const last = open.pop()
    if (!last) return
    const opening = pieces[last.index]
    if (opening && opening.kind !== 'item') opening.pair = pieces.length
    pieces.push({ kind: 'close', mark: last.mark, pair: last.index })
  }
  const reach = reachOf(items)
  items.forEach((item, index) => {
    const marks = item.marks.filter((mark) => !isSpan(mark))
    const has = (mark: Mark): boolean => marks.some((other) => markId(other) === markId(mark))
    while (open.some(({ mark }) => !has(mark))) close()
    const opened = new Set(open.map(({ mark }) => markId(mark)))
    const opening = marks.filter((mark) => !opened.has(markId(mark)))
    // The mark that reaches furthest goes outside.
    opening.sort((a, b) => (reach[index]?.get(markId(b)) ?? 0) - (reach[index]?.get(markId(a)) ?? 0))
    for (const mark of opening) {
      open.push({ mark, index: pieces.length })
      pieces.push({ kind: 'open', mark, pair: -1 })
    }
    pieces.push({ kind: 'item', item })
  })
  while (open.length > 0) close()
  return pieces
}

/** For each item and mark, up to which item the mark goes on. */
function reachOf(items: readonly InlineItem[]): Map<string, number>[] {
  const reach: Map<string, number>[] = new Array(items.length)
  let after = new Map<string, number>()
  for (let index = items.length - 1; index >= 0; index--) {
    const here = new Map<string, number>()
    for (const mark of items[index]?.marks ?? []) here.set(markId(mark), after.get(markId(mark)) ?? index)
    reach[index] = here
    after = here
  }
  return reach
}
