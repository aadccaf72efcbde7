// What others changed comes into the page that is being written, and stays out of the way of undo.
import type { Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import type { Run } from '../model/reconcile.ts'
import { idOf, type SavedBlock } from '../model/saved-page.ts'
import { schema } from '../model/schema.ts'
import { freshId, withId } from '../typing/ids.ts'
import { turnInto } from './turn-into.ts'

/** Blocks that both sides changed: somebody decides. Until then the page has `mine`. */
export type Conflict = { id: string; mine: string[]; theirs: SavedBlock[] }

export type Taken = { blocks: SavedBlock[]; conflicts: Conflict[]; transaction: Transaction }

export function takeRuns(state: EditorState, runs: readonly Run[]): Taken {
  const named = runs.map(nameRun)
  const { tr } = state
  const places = placesOf(state.doc)
  let end = state.doc.content.size
  for (const { kind, mine, theirs } of named.toReversed()) {
    const own = mine.map((node) => places.get(idOf(node) ?? '')).filter((place) => place !== undefined)
    const [first, last] = [own[0], own.at(-1)]
    if (kind === 'theirs') {
      const nodes = theirs.map(({ node }) => node)
      if (!first || !last) tr.insert(end, nodes)
      else if (own.length !== nodes.length) tr.replaceWith(first.from, last.to, nodes)
      else
        for (const [index, { from, node }] of [...own.entries()].reverse())
          turnInto(tr, from, node, nodes[index] ?? node)
    }
    if (first) end = first.from
  }
  if (tr.doc.childCount === 0) tr.insert(0, schema.node('paragraph'))
  return {
    blocks: named.flatMap(({ blocks }) => blocks),
    conflicts: named.flatMap(({ kind, mine, theirs }) =>
      kind === 'conflict'
        ? [{ id: freshId(), mine: mine.map((node) => idOf(node) ?? ''), theirs: [...theirs] }]
        : [],
    ),
    transaction: tr.setMeta('addToHistory', false).setMeta('remote', true),
  }
}

/** What the server has of a run from now on, each block by the name that it has here. */
function nameRun(run: Run) {
  const { kind, was, mine, theirs } = run
  const names = (kind === 'mine' ? was.map(({ id }) => id) : mine.map(idOf)).map((id) => id ?? freshId())
  const blocks = theirs.map(({ key, node }, at): SavedBlock => {
    const id = (kind !== 'theirs' && names[at]) || freshId()
    const same = kind === 'same' ? mine[at] : kind === 'mine' ? was[at]?.node : undefined
    return { id, key, node: same ?? withId(node, id) }
  })
  return { ...run, theirs: kind === 'theirs' || kind === 'conflict' ? blocks : theirs, blocks }
}

function placesOf(doc: Node): Map<string, { from: number; to: number; node: Node }> {
  const places: ReturnType<typeof placesOf> = new Map()
  doc.forEach((node, from) => {
    const id = idOf(node)
    if (id !== undefined) places.set(id, { from, to: from + node.nodeSize, node })
  })
  return places
}

/** Puts the other side's blocks in the place of ours, or after them. */
export function takeTheirs(
  { tr, doc }: EditorState,
  { mine, theirs }: Conflict,
  isBoth: boolean,
): Transaction {
  const places = placesOf(doc)
  const own = mine.map((id) => places.get(id)).filter((place) => place !== undefined)
  const [first, last] = [own[0], own.at(-1)]
  const nodes = theirs.map(({ node }) => (isBoth ? withId(node, freshId()) : node))
  if (!first || !last) return tr.insert(doc.content.size, nodes)
  return isBoth ? tr.insert(last.to, nodes) : tr.replaceWith(first.from, last.to, nodes)
}
