// Where in a table the cursor is.
import type { Node, ResolvedPos } from 'prosemirror-model'
import { type EditorState, NodeSelection } from 'prosemirror-state'

export type Side = 'before' | 'after'
/** Row 0 is that of the titles. */
export type Place = { table: Node; at: number; row: number; column: number }

export const headCellsOf = (table: Node): readonly Node[] => table.child(0).children

export function placeIn({ selection }: Pick<EditorState, 'selection'>): Place | undefined {
  const { $from } = selection
  const place = placeAt($from)
  if (!place) return
  const isOther = !(selection instanceof NodeSelection) && placeAt(selection.$to)?.at !== place.at
  return isOther ? undefined : place
}

export function placeAt($at: ResolvedPos): Place | undefined {
  for (let depth = $at.depth; depth > 0; depth--) {
    const table = $at.node(depth)
    if (table.type.name !== 'table') continue
    if ($at.depth === depth) return
    const column = $at.index(depth + 1)
    return { table, at: $at.before(depth), row: $at.index(depth), column }
  }
}

/** Whether the selection goes from one cell into another. */
export function spansCells({ selection }: Pick<EditorState, 'selection'>): boolean {
  if (selection instanceof NodeSelection || selection.empty) return false
  const [from, to] = [placeAt(selection.$from), placeAt(selection.$to)]
  return from?.at !== to?.at || from?.row !== to?.row || from?.column !== to?.column
}
