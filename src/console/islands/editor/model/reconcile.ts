// Three ways come together, block by block: the page as it was, as it is here, and as others left it on the server.
import type { Node } from 'prosemirror-model'
import { fingerprint } from '../../../../engines/markdown/model/same.ts'
import { keptInPlace, type SavedBlock, type SavedPage, sameNode } from './saved-page.ts'
import { blockOf } from './to-document.ts'

/** A run of blocks. Of a conflict both sides are told, and somebody decides. */
export type Run = {
  kind: 'same' | 'mine' | 'theirs' | 'conflict'
  was: readonly SavedBlock[]
  mine: readonly Node[]
  theirs: readonly SavedBlock[]
}

export function reconcile(base: SavedPage, mine: readonly Node[], theirs: readonly SavedBlock[]): Run[] {
  const here = keptInPlace(base.blocks, mine)
  const untouched = new Map<number, number>()
  for (const [index, node] of mine.entries()) {
    const at = here.get(node)
    const block = at === undefined ? undefined : base.blocks[at]
    if (at !== undefined && block && sameNode(block.node, node)) untouched.set(at, index)
  }
  const there = sameBlocks(
    base.blocks.map(({ node }) => printOf(node)),
    theirs.map(({ node }) => printOf(node)),
  )
  const runs: Run[] = []
  let [from, own, other] = [0, 0, 0]
  const take = (at: number, myEnd: number, theirEnd: number) => {
    runs.push(...runOf(base.blocks.slice(from, at), mine.slice(own, myEnd), theirs.slice(other, theirEnd)))
  }
  for (const at of base.blocks.keys()) {
    const [myIndex, theirIndex] = [untouched.get(at), there.get(at)]
    if (myIndex === undefined || theirIndex === undefined) continue
    take(at, myIndex, theirIndex)
    runs.push({
      kind: 'same',
      was: base.blocks.slice(at, at + 1),
      mine: mine.slice(myIndex, myIndex + 1),
      theirs: theirs.slice(theirIndex, theirIndex + 1),
    })
    ;[from, own, other] = [at + 1, myIndex + 1, theirIndex + 1]
  }
  take(base.blocks.length, mine.length, theirs.length)
  return runs
}

function runOf(was: readonly SavedBlock[], mine: readonly Node[], theirs: readonly SavedBlock[]): Run[] {
  if (mine.length === 0 && theirs.length === 0) return []
  const printsOf = (nodes: readonly Node[]) => nodes.map(printOf).join('\n')
  const [before, here, there] = [was, undefined, theirs].map((blocks) =>
    printsOf(blocks ? blocks.map(({ node }) => node) : mine),
  )
  const sides = { was, mine, theirs }
  if (here === there) return [{ kind: 'same', ...sides }]
  if (here === before) return [{ kind: 'theirs', ...sides }]
  if (there === before) return [{ kind: 'mine', ...sides }]
  return [{ kind: 'conflict', ...sides }]
}

/** What a block says, whatever its key is. */
export function printOf(node: Node): string {
  const known = prints.get(node)
  if (known !== undefined) return known
  const print = fingerprint(blockOf(node))
  prints.set(node, print)
  return print
}
const prints = new WeakMap<Node, string>()

const MOST_STEPS = 4_000_000

/** Which of these are the same in both, in order: from the index before to the index after. */
function sameBlocks(before: readonly string[], after: readonly string[]): Map<number, number> {
  const pairs = new Map<number, number>()
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start])
    pairs.set(start, start++)
  let [endBefore, endAfter] = [before.length, after.length]
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1])
    pairs.set(--endBefore, --endAfter)
  const [rows, columns] = [endBefore - start, endAfter - start]
  // Of an enormous page that others wrote anew, the middle is one run.
  if (rows * columns > MOST_STEPS) return pairs
  const width = columns + 1
  const longest = new Uint16Array((rows + 1) * width)
  const at = (row: number, column: number) => longest[row * width + column] ?? 0
  const isSame = (row: number, column: number) => before[start + row] === after[start + column]
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      longest[row * width + column] = isSame(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (isSame(row, column)) pairs.set(start + row++, start + column++)
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return pairs
}
