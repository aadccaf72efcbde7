// What is done to rows, columns and cells of a table.
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { schema } from '../model/schema.ts'
import { freshId } from '../typing/ids.ts'
import { cellAt, selectCell } from './select-cell.ts'
import { headCellsOf, type Place, placeIn, type Side } from './table-place.ts'

const type = (name: 'table' | 'table_head' | 'table_title' | 'table_row' | 'table_cell' | 'table_kept') => {
  const found = schema.nodes[name]
  if (!found) throw new Error(`No node for ${name}`)
  return found
}

export const MOST_COLUMNS = 50

/** Of columns of other types the cells hold values. */
const isText = (title: Node) => (title.attrs.rest?.type ?? 'text') === 'text'
const emptyCell = (title: Node) => type(isText(title) ? 'table_cell' : 'table_kept').create()
const newTitle = (text = '') =>
  type('table_title').create({ name: freshId() }, text === '' ? [] : schema.text(text))
const newRow = (titles: readonly Node[], cells: readonly Node[] = titles.map(emptyCell)) =>
  type('table_row').create({ name: freshId() }, [...cells])

export function newTable(titles: readonly string[], rows: number): Node {
  const head = titles.map(newTitle)
  const body = Array.from({ length: rows }, () => newRow(head))
  return type('table').create(null, [type('table_head').create(null, head), ...body])
}

type Change = (
  place: Place,
  table: { head: Node[]; rows: Node[] },
) => { row: number; column: number } | undefined

/** The table made anew of the same rows and cells; where the cursor is then, rows counted from the head. */
function changing(change: Change): Command {
  return (state, dispatch) => {
    const place = placeIn(state)
    if (!place) return false
    const [first, ...rows] = place.table.children
    const parts = { head: [...(first?.children ?? [])], rows }
    const next = change(place, parts)
    if (!next) return false
    if (!dispatch) return true
    const table = place.table.copy(schemaContent(parts))
    const tr = state.tr.replaceWith(place.at + 1, place.at + place.table.nodeSize - 1, table.content)
    dispatch(selectCell(tr, place.at, next).scrollIntoView())
    return true
  }
}

function schemaContent({ head, rows }: { head: Node[]; rows: Node[] }) {
  return type('table').create(null, [type('table_head').create(null, head), ...rows]).content
}

export const addRow = (side: Side): Command =>
  changing(({ row, column }, { head, rows }) => {
    const at = row === 0 ? 0 : side === 'before' ? row - 1 : row
    rows.splice(at, 0, newRow(head))
    return { row: at + 1, column }
  })

export const removeRow: Command = changing(({ row, column }, { rows }) => {
  if (row === 0) return
  rows.splice(row - 1, 1)
  return { row: Math.min(row, rows.length), column }
})

export const moveRow = (by: -1 | 1): Command =>
  changing(({ row, column }, { rows }) => {
    const to = row - 1 + by
    const moved = rows[row - 1]
    if (row === 0 || to < 0 || to >= rows.length || !moved) return
    rows.splice(row - 1, 1)
    rows.splice(to, 0, moved)
    return { row: to + 1, column }
  })

/** Every row gets or loses the same. */
function eachRow(
  { head, rows }: { head: Node[]; rows: Node[] },
  change: (cells: Node[], isHead: boolean) => void,
) {
  change(head, true)
  for (const [at, row] of rows.entries()) {
    const cells = [...row.children]
    change(cells, false)
    rows[at] = row.type.create(row.attrs, cells)
  }
}

export const addColumn = (side: Side): Command =>
  changing(({ row, column }, parts) => {
    if (parts.head.length >= MOST_COLUMNS) return
    const at = side === 'before' ? column : column + 1
    eachRow(parts, (cells, isHead) => cells.splice(at, 0, isHead ? newTitle() : type('table_cell').create()))
    return { row, column: at }
  })

export const removeColumn: Command = changing(({ row, column }, parts) => {
  if (parts.head.length === 1) return
  eachRow(parts, (cells) => cells.splice(column, 1))
  return { row, column: Math.min(column, parts.head.length - 1) }
})

export const moveColumn = (by: -1 | 1): Command =>
  changing(({ row, column }, parts) => {
    const to = column + by
    if (to < 0 || to >= parts.head.length) return
    eachRow(parts, (cells) => cells.splice(to, 0, ...cells.splice(column, 1)))
    return { row, column: to }
  })

/** From cell to cell; after the last there is a new row. */
export const goTo =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    const place = placeIn(state)
    if (!place) return false
    const { table, at, row, column } = place
    const columns = headCellsOf(table).length
    const next = row * columns + column + by
    if (next < 0) return true
    const where = { row: Math.floor(next / columns), column: next % columns }
    if (where.row >= table.childCount) {
      const last = { ...place, row: table.childCount - 1, column: -1 }
      return rowAfter(state, last, dispatch, 0)
    }
    dispatch?.(selectCell(state.tr, at, where).scrollIntoView())
    return true
  }

/** Enter goes to the cell below, as in a spreadsheet. */
export const goDown: Command = (state, dispatch) => {
  const place = placeIn(state)
  if (!place) return false
  const { table, at, row, column } = place
  if (row + 1 >= table.childCount) return rowAfter(state, place, dispatch, column)
  dispatch?.(selectCell(state.tr, at, { row: row + 1, column }).scrollIntoView())
  return true
}

/** From the first or the last line of a cell, to the cell above or below. */
export const goVertically =
  (by: -1 | 1): Command =>
  (state, dispatch, view) => {
    const place = placeIn(state)
    const row = (place?.row ?? -1) + by
    if (!place || !view?.endOfTextblock(by > 0 ? 'down' : 'up') || row < 0 || row >= place.table.childCount)
      return false
    const tr = selectCell(state.tr, place.at, { row, column: place.column })
    const { $from, $to } = tr.selection
    if ($from.parent.isTextblock) tr.setSelection(TextSelection.create(tr.doc, by > 0 ? $from.pos : $to.pos))
    dispatch?.(tr.scrollIntoView())
    return true
  }

function rowAfter(
  state: EditorState,
  { table, at, row }: Place,
  dispatch: Parameters<Command>[1],
  column: number,
) {
  const tr = state.tr.insert(at + table.nodeSize - 1, newRow(headCellsOf(table)))
  dispatch?.(selectCell(tr, at, { row: row + 1, column }).scrollIntoView())
  return true
}

/** To a line of text below the table. */
export const leaveTable: Command = (state, dispatch) => {
  const place = placeIn(state)
  if (!place) return false
  const after = place.at + place.table.nodeSize
  const { tr } = state
  if (!tr.doc.resolve(after).nodeAfter?.isTextblock) tr.insert(after, schema.node('paragraph'))
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView())
  return true
}

/** Says something of the column, which is text unless it says otherwise. */
export function setColumn(state: EditorState, more: Record<string, unknown>): Transaction | undefined {
  const place = placeIn(state)
  const title = place && cellAt(state.doc, place.at, { row: 0, column: place.column })
  if (!title) return
  const { attrs } = title.cell
  const rest = { type: 'text', textAlignment: 'left', ...attrs.rest, ...more }
  return state.tr.setNodeMarkup(title.position, undefined, { ...attrs, rest })
}

/** What a cell holds instead of text; undefined empties it. */
export function setValue(state: EditorState, at: number, value: unknown): Transaction | undefined {
  const node = state.doc.nodeAt(at)
  if (node?.type !== type('table_kept')) return
  const given = value === undefined ? {} : { value }
  const tr = state.tr.setNodeMarkup(at, undefined, { given, fragment: null })
  return state.selection.from === at ? tr.setSelection(Selection.near(tr.doc.resolve(at), 1)) : tr
}

/** The cell of a value that is selected, with nothing in it. */
export function emptied(state: EditorState): Transaction | undefined {
  const place = placeIn(state)
  const title = place && headCellsOf(place.table)[place.column]
  if (!place || !title || place.row === 0) return
  const { from, to } = state.selection
  return selectCell(state.tr.replaceWith(from, to, emptyCell(title)), place.at, place)
}

export { newRow, newTitle }
