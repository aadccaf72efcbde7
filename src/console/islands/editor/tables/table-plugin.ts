// Tables stay tables, whatever is deleted, typed or pasted in them.
import type { Node } from 'prosemirror-model'
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from '../model/schema.ts'
import { freshId } from '../typing/ids.ts'
import { emptied, newRow, newTitle } from './table-commands.ts'
import { headCellsOf, placeAt, spansCells } from './table-place.ts'

export const tables = new Plugin({
  appendTransaction(transactions, before, { doc, tr }) {
    if (!transactions.some(({ docChanged }) => docChanged)) return null
    const known = new Set<Node>()
    before.doc.descendants((node) => {
      if (node.type.name === 'table') known.add(node)
      return !node.isTextblock
    })
    const uneven: { node: Node; at: number }[] = []
    doc.descendants((node, at) => {
      if (node.type.name === 'table' && !known.has(node) && !isEven(node)) uneven.push({ node, at })
      return !node.isTextblock
    })
    for (const { node, at } of uneven.toReversed()) tr.replaceWith(at, at + node.nodeSize, even(node))
    return tr.docChanged ? tr : null
  },
  props: {
    handleKeyDown(view, { key, isComposing }) {
      if (isComposing || (key !== 'Backspace' && key !== 'Delete')) return false
      if (isKeptCell(view.state)) return clearKept(view)
      if (!isWithinTable(view.state)) return false
      view.dispatch(clearCells(view.state).scrollIntoView())
      return true
    },
    handleTextInput(view, _from, _to, text) {
      // What is chosen is no place for words.
      if (isKeptCell(view.state)) return true
      if (!isWithinTable(view.state)) return false
      view.dispatch(clearCells(view.state).insertText(text).scrollIntoView())
      return true
    },
  },
})

const isKeptCell = ({ selection }: EditorState) =>
  selection instanceof NodeSelection && /^table_(title_)?kept$/.test(selection.node.type.name)

/** The cell stays, and holds nothing. */
function clearKept({ state, dispatch }: EditorView): true {
  const tr = emptied(state)
  if (tr) dispatch(tr.scrollIntoView())
  return true
}

/** A selection of several cells of one table. */
function isWithinTable(state: EditorState) {
  const { $from, $to } = state.selection
  const at = placeAt($from)?.at
  return at !== undefined && at === placeAt($to)?.at && spansCells(state)
}

/** Empties what is selected in each cell; the cells stay. */
function clearCells({ tr, doc, selection: { from, to } }: EditorState): Transaction {
  const ranges: { from: number; to: number }[] = []
  doc.nodesBetween(from, to, (node, at) => {
    if (!node.isTextblock) return true
    const range = { from: Math.max(from, at + 1), to: Math.min(to, at + 1 + node.content.size) }
    if (range.from < range.to) ranges.push(range)
    return false
  })
  for (const range of ranges.toReversed()) tr.delete(range.from, range.to)
  return tr.setSelection(TextSelection.near(tr.doc.resolve(from)))
}

/** What is left when the selection is cut out. */
export function withoutSelected(state: EditorState): Transaction {
  if (isKeptCell(state)) return emptied(state) ?? state.tr
  return isWithinTable(state) ? clearCells(state) : state.tr.deleteSelection()
}

function isEven(table: Node): boolean {
  const columns = headCellsOf(table)
  const names = new Set(columns.map(({ attrs }) => attrs.name))
  const rows = table.children.slice(1)
  return (
    names.size === columns.length &&
    !names.has(null) &&
    new Set(rows.map(({ attrs }) => attrs.name)).size === rows.length &&
    rows.every(({ childCount, attrs }) => childCount === columns.length && attrs.name !== null)
  )
}

/** As wide as its widest row, and everything in it with a name of its own. */
function even(table: Node): Node {
  const columns = Math.max(...table.children.map(({ childCount }) => childCount))
  const taken = new Set<string>()
  const nameOf = ({ attrs }: Node) => {
    const name = attrs.name === null || taken.has(attrs.name) ? freshId() : attrs.name
    taken.add(name)
    return name
  }
  const head = fill([...headCellsOf(table)], columns, () => newTitle()).map((title) =>
    title.type.create({ ...title.attrs, name: nameOf(title) }, title.content),
  )
  const rows = table.children.slice(1).map((row) => {
    const empty = newRow(head)
    const cells = fill([...row.children], columns, (at) => empty.child(at))
    return row.type.create({ ...row.attrs, name: nameOf(row) }, cells)
  })
  return table.type.create(table.attrs, [schema.node('table_head', null, head), ...rows])
}

function fill(nodes: Node[], count: number, make: (at: number) => Node): Node[] {
  while (nodes.length < count) nodes.push(make(nodes.length))
  return nodes
}
