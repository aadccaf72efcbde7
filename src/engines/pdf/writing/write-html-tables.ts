import { blocksFromHtml } from '../../markdown/html/html-blocks.ts'
import { elementsOf, type HtmlElement, parseHtml } from '../../markdown/html/html-tree.ts'
import { attributeValue } from '../../markdown/read/attributes.ts'
import { inner } from '../../markdown/tables/table-html.ts'
import { inside, type PdfSpot, type RenderState, writeInside } from './render-state.ts'
import { columnsTaken, laidOut, type PdfCell, spanOf } from './spans.ts'
import { writeBeside } from './write-inlines.ts'

// Tables of HTML in a shape that the model does not hold: several rows of titles, titles in the first column, none at all.

type Row = { cells: HtmlElement[]; isHeader: boolean }

/** Undefined when the source is anything else. */
export function writeHtmlTable(state: RenderState, source: string, spot: PdfSpot): string | undefined {
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

function rowsOf(table: HtmlElement): Row[] {
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

function cellOf(state: RenderState, cell: HtmlElement, spot: PdfSpot): PdfCell {
  // Notes belong to the text around the table, which is not at hand here.
  const blocks = blocksFromHtml(inner(cell), () => undefined)
  const within = inside(spot, { inTable: true })
  const isShort = blocks.length === 1
  const body = isShort ? writeBeside(state, blocks, within) : writeInside(state, blocks, within)
  return {
    body: cell.name === 'th' ? `strong(${body})` : body,
    across: spanOf(attributeValue(cell.attributes, 'colspan')),
    down: spanOf(attributeValue(cell.attributes, 'rowspan')),
  }
}
