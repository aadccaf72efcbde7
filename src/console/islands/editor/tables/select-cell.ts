import type { Node } from 'prosemirror-model'
import { Selection, TextSelection, type Transaction } from 'prosemirror-state'

export function cellAt(doc: Node, at: number, { row, column }: { row: number; column: number }) {
  const table = doc.nodeAt(at)
  const line = table?.maybeChild(row)
  if (!table || !line) return
  let position = at + 1
  for (let index = 0; index < row; index++) position += table.child(index).nodeSize
  position += 1
  const last = Math.min(column, line.childCount - 1)
  for (let index = 0; index < last; index++) position += line.child(index).nodeSize
  return { position, cell: line.child(last) }
}

export function selectCell(tr: Transaction, at: number, where: { row: number; column: number }): Transaction {
  const found = cellAt(tr.doc, at, where)
  if (!found) return tr
  const { position, cell } = found
  if (cell.isAtom) return tr.setSelection(Selection.near(tr.doc.resolve(position), 1))
  return tr.setSelection(TextSelection.create(tr.doc, position + 1, position + 1 + cell.content.size))
}
