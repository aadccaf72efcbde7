import type { Table } from '../document.ts'
import { encodeHtml } from '../html/html-text.ts'
import { own } from '../nodes.ts'
import { ELEMENT_FORM, writeAttributes } from '../read/attributes.ts'
import type { MarkdownWriter } from '../write/markdown-writer.ts'
import { writeHtmlBlocks } from '../write/write-html-blocks.ts'
import type { Definition } from './document-table.ts'
import { cellKey, writeCell } from './table-cells.ts'
import {
  cellAttributes,
  columnAttributes,
  columnAttributesWere,
  selectElement,
  tableAttributes,
  tableAttributesWere,
} from './table-columns.ts'
import { cellBlocks, type Grid, isTextCell } from './table-grid.ts'

export function htmlTable(table: Table, grid: Grid, writing: MarkdownWriter): string {
  const head = grid.columns.map(
    (definition) => `${headTag(table, definition)}${headContent(table, definition)}</th>`,
  )
  const rows = grid.rows.map((row) => htmlRow(table, grid, writing, row))
  return `${tableTag(table)}<thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

export function tableTag({ data, meta }: Table): string {
  return tag(
    'table',
    writeAttributes(meta?.attributes, tableAttributes(data), ELEMENT_FORM, tableAttributesWere),
  )
}

export function headTag({ data, meta }: Table, definition: Definition): string {
  const attributes = writeAttributes(
    own(meta?.parts, definition.id),
    columnAttributes(definition, data),
    ELEMENT_FORM,
    (all) => columnAttributesWere(all, definition, data.view.type === 'cards'),
  )
  return tag('th', attributes)
}

export function headContent({ meta }: Table, definition: Definition): string {
  const kept = own(meta?.cells, definition.id)
  const title = kept?.value === definition.title ? kept.source : encodeHtml(definition.title).trim()
  const select = selectElement(definition)
  const keptSelect = own(meta?.cells, `${definition.id} select`)
  return title + (keptSelect?.value === select ? keptSelect.source : select)
}

export function htmlRow(
  table: Table,
  grid: Grid,
  writing: MarkdownWriter,
  row: Grid['rows'][number],
): string {
  const cells = grid.columns.map((definition) => {
    const cell = { definition, row }
    return `${cellTag(table, cell)}${cellContent(table, grid, writing, cell)}</td>`
  })
  return `<tr>${cells.join('')}</tr>`
}

export type TableCell = { definition: Definition; row: Grid['rows'][number] }

function nameOf({ definition, row }: TableCell): string {
  return `${row[0]}${definition.id}`
}

export function cellTag(table: Table, cell: TableCell): string {
  const value = own(cell.row[1].values, cell.definition.id) ?? null
  const fit = typeof value === 'object' && value && 'objectFit' in value ? value.objectFit : undefined
  const wanted = fit ? [['data-object-fit', fit] as const] : cellAttributes(cell.definition)
  const kept = own(table.meta?.parts, nameOf(cell))
  // How a single cell is aligned is its own affair: the model knows columns only.
  const attributes = writeAttributes(
    kept,
    kept ? wanted.slice(0, fit ? 1 : 0) : wanted,
    ELEMENT_FORM,
    (all) => [['data-object-fit', all.find(({ name }) => name === 'data-object-fit')?.value]],
  )
  return tag('td', attributes)
}

export function cellContent(table: Table, grid: Grid, writing: MarkdownWriter, cell: TableCell): string {
  const { definition, row } = cell
  if (isTextCell(definition, row[1], grid))
    return writeHtmlBlocks(cellBlocks(row[1], definition.id, grid), writing)
  const value = own(row[1].values, definition.id) ?? null
  const kept = own(table.meta?.cells, nameOf(cell))
  if (kept && kept.value === cellKey(value, writing.targetOf)) return kept.source
  return writeCell(definition, value, writing.targetOf)
}

function tag(name: string, attributes: readonly string[]): string {
  return `${[`<${name}`, ...attributes].join(' ')}>`
}
