// What comes into a table: cells of spreadsheets and of other tables go into cells, anything else is text of one cell.
import { Fragment, type Node, type Slice } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { schema } from '../model/schema.ts'
import { selectCell } from './select-cell.ts'
import { MOST_COLUMNS, newRow, newTitle } from './table-commands.ts'
import { headCellsOf, placeIn } from './table-place.ts'

const MOST_ROWS = 1_000

export type Cell = readonly Node[]

/** Rows of cells, or undefined for what is not cells. */
export function cellsIn(html: string, text: string): Cell[][] | undefined {
  return (cellsOfHtml(html) ?? cellsOfText(text))?.map((row) => row.map(linesOf))
}

/** With all that stands in them; a cell that is kept as it is has nothing that goes elsewhere. */
export function cellsOfTable({ content: { content } }: Slice): Cell[][] | undefined {
  const [table] = content
  if (content.length !== 1 || table?.type.name !== 'table') return
  return table.children.map((row) => row.children.map((cell) => cell.children))
}

function cellsOfHtml(html: string): string[][] | undefined {
  if (!/<table/i.test(html)) return
  const [table, ...others] = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('table')
  if (!table || others.length > 0) return
  const rows = [...table.rows].map((row) => [...row.cells].map((cell) => wordsIn(cell)))
  return rows.length > 0 ? rows : undefined
}

/** Nothing of it is put into this page: it is read alone. */
function wordsIn(cell: HTMLElement): string {
  for (const line of cell.querySelectorAll('br')) line.replaceWith('\n')
  return (cell.textContent ?? '').replace(/[^\S\n]+/g, ' ').trim()
}

/** Tab-separated, as spreadsheets copy: a cell with lines or quotes in it is in quotes. */
export function cellsOfText(text: string): string[][] | undefined {
  if (!text.includes('\t')) return
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [, quoted, bare = '', end = ''] = match
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === '') break
    if (end !== '\t') rows.push([])
    if (cell.lastIndex === text.length && end !== '\t') break
  }
  const filled = rows.filter((row) => row.length > 0)
  return filled.length > 0 ? filled : undefined
}

/** From the cell of the cursor on, over what is there; the table grows as it must. */
export function pasteCells(state: EditorState, cells: readonly Cell[][]): Transaction | undefined {
  const place = placeIn(state)
  if (!place) return
  const { table, at, row, column } = place
  const width = Math.min(MOST_COLUMNS, column + Math.max(...cells.map((line) => line.length)))
  const head = [...headCellsOf(table)]
  const added = Math.max(0, width - head.length)
  for (let count = 0; count < added; count++) head.push(newTitle())
  const lines = cells.slice(0, MOST_ROWS)
  const rows = table.children.slice(1)
  while (rows.length < row + lines.length - 1) rows.push(newRow(head))
  const put = (was: readonly Node[], line: readonly Cell[] | undefined, isHead: boolean) => {
    const all = [...was]
    for (let index = all.length; index < head.length; index++)
      all.push(schema.node(isHead ? 'table_title' : 'table_cell'))
    for (const [offset, cell] of (line ?? []).entries()) {
      const old = all[column + offset]
      // What is not text is no place for words.
      if (!old || old.isAtom) continue
      all[column + offset] = old.type.create(old.attrs, isHead ? titleOf(cell) : cell)
    }
    return all
  }
  const titles = put(head, row === 0 ? lines[0] : undefined, true)
  const body = rows.map((one, index) =>
    one.type.create(one.attrs, put(one.children, lines[index + 1 - row], false)),
  )
  const content = Fragment.from([schema.node('table_head', null, titles), ...body])
  const tr = state.tr.replaceWith(at + 1, at + table.nodeSize - 1, content)
  return selectCell(tr, at, { row, column })
}

const titleOf = (cell: Cell) => {
  const line = cell
    .map((node) => node.textContent || ' ')
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  return line === '' ? [] : [schema.text(line)]
}

export function linesOf(words: string): Node[] {
  return words
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .flatMap((line, at) => [
      ...(at > 0 ? [schema.node('hard_break')] : []),
      ...(line === '' ? [] : [schema.text(line)]),
    ])
}

/** The text of blocks as one line of a cell, with its marks. */
export function inlinesIn(slice: Slice): Node[] {
  const out: Node[] = []
  slice.content.descendants((node) => {
    if (!node.isTextblock) return !node.isAtom
    if (out.length > 0) out.push(schema.node('hard_break'))
    out.push(...node.children)
    return false
  })
  return out
}
