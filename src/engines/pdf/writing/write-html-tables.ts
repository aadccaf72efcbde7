import { blocksFromHtml } from '../../markdown/html/html-blocks.ts'
import { type Element, elementsOf, parseHtml } from '../../markdown/html/html-tree.ts'
import { attributeValue } from '../../markdown/read/attributes.ts'
import { inner } from '../../markdown/tables/table-html.ts'
import { inside, type RenderState, type Spot } from './render-state.ts'
import { type Cell, columnsTaken, laidOut, spanOf } from './spans.ts'
import { writeBeside, writeBlocks } from './write-blocks.ts'

// Tables of HTML in a shape that the model does not hold: several rows of titles, titles in the first column, none at all.

type Row = { cells: Element[]; isHeader: boolean }

/** Undefined when the source is anything else. */
export function writeHtmlTable(state: RenderState, source: string, spot: Spot): string | undefined {
  const [table, ...rest] = parseHtml(source.trim())
  if (table?.kind !== 'element' || table.name !== 'table' || rest.length > 0) return undefined
  const rows = rowsOf(table)
  const first = rows.findIndex(({ isHeader }) => !isHeader)
  const cells = rows.map(({ cells }) => cells.map((cell) => cellOf(state, cell, spot)))
  const [header, body] = first < 0 ? [[], cells] : [cells.slice(0, first), cells.slice(first)]
  const width = Math.max(columnsTaken(header), columnsTaken(body))
  if (width === 0) return undefined
  const parts = [
    `(auto,)*${width}`,
    `(start + top,)*${width}`,
    header.length > 0 ? `(${laidOut(header, width).join(',')},)` : 'none',
    `header-rows:${header.length}`,
    ...laidOut(body, width),
  ]
  return `data-table(${parts.join(',')})`
}

function rowsOf(table: Element): Row[] {
  const sections = elementsOf(table.children).flatMap((part) =>
    part.name === 'tr'
      ? [{ rows: [part], isHead: false }]
      : [{ rows: elementsOf(part.children, 'tr'), isHead: part.name === 'thead' }],
  )
  return sections.flatMap(({ rows, isHead }) =>
    rows.map((row) => {
      const cells = elementsOf(row.children).filter(({ name }) => name === 'td' || name === 'th')
      return { cells, isHeader: isHead || (cells.length > 0 && cells.every(({ name }) => name === 'th')) }
    }),
  )
}

function cellOf(state: RenderState, cell: Element, spot: Spot): Cell {
  // Notes belong to the text around the table, which is not at hand here.
  const blocks = blocksFromHtml(inner(cell), () => undefined)
  const within = inside(spot, { inTable: true })
  const isShort = blocks.length === 1
  const body = isShort ? writeBeside(state, blocks, within) : writeBlocks(state, blocks, within)
  return {
    body: cell.name === 'th' ? `strong(${body})` : body,
    across: spanOf(attributeValue(cell.attributes, 'colspan')),
    down: spanOf(attributeValue(cell.attributes, 'rowspan')),
  }
}
