import type { Fragment, Meta, Table } from '../document.ts'
import { blocksFromHtml } from '../html/html-blocks.ts'
import { inlinesFromHtml, type NoteOfLabel } from '../html/html-inlines.ts'
import { elementsOf, type HtmlElement, type HtmlNode, onlyElements, parseHtml } from '../html/html-tree.ts'
import { compact, inlineText, withMeta } from '../nodes.ts'
import { attributeValue, elementAttribute, isSet, rememberAttributes } from '../read/attributes.ts'
import { plainTarget } from '../write/markdown-writer.ts'
import { orderIndex, type TableRecord } from './document-table.ts'
import { cellKey, readCell, writeCell } from './table-cells.ts'
import {
  type ColumnRead,
  columnAttributes,
  definitionOf,
  selectElement,
  tableAttributes,
  viewOf,
  wantedOfCell,
} from './table-columns.ts'

/** The rows of a table of the shape this flavour writes; undefined when it has any other. */
export function rowsOf(table: HtmlElement): { head: HtmlElement[]; body: HtmlElement[][] } | undefined {
  const parts = onlyElements(table.children)
  if (!parts || parts.some((part) => part.attributes.length > 0)) return undefined
  const hasHead = parts[0]?.name === 'thead'
  const [body, ...rest] = hasHead ? parts.slice(1) : parts
  if (body?.name !== 'tbody' || rest.length > 0) return undefined
  const headRows = hasHead ? rowsIn(parts[0]) : []
  const bodyRows = rowsIn(body)
  if (!headRows || !bodyRows || headRows.length > 1) return undefined
  const head = headRows[0]
  if (!head || head.some((cell) => cell.name !== 'th')) return undefined
  const fits = bodyRows.every((row) => row.length <= head.length && row.every((cell) => cell.name === 'td'))
  return fits && !hasHoles(head, bodyRows) ? { head, body: bodyRows } : undefined
}

/** Rows are filled up to the width of the header: a wide one over thousands of short rows would be enormous. */
function hasHoles(head: HtmlElement[], body: HtmlElement[][]): boolean {
  const cells = body.reduce((sum, row) => sum + row.length, head.length)
  return head.length * body.length > 4 * cells + 4000
}

function rowsIn(part: HtmlElement | undefined): HtmlElement[][] | undefined {
  const rows = part && onlyElements(part.children)
  if (!rows) return undefined
  const cells = rows.map((row) =>
    row.name === 'tr' && !row.attributes.length ? onlyElements(row.children) : undefined,
  )
  return cells.every((row) => row !== undefined) ? cells : undefined
}

export function inner(element: HtmlElement): string {
  return element.source.slice(element.open.length, element.source.length - element.close.length).trim()
}

export function tableFromHtml(source: string, notes: NoteOfLabel): Table | undefined {
  const [table, ...rest] = parseHtml(source.trim())
  if (table?.kind !== 'element' || table.name !== 'table' || rest.length > 0) return undefined
  const rows = rowsOf(table)
  if (!rows || rows.head.length === 0) return undefined
  const columns = rows.head.map((th, index) => columnOf(th, index, notes))
  const definition: Table['data']['definition'] = {}
  for (const column of columns) definition[column.definition.id] = column.definition
  const view = viewOf(table.attributes, columns)
  const data: Table['data'] = compact({
    view,
    records: {},
    definition,
    fullWidth: isSet(table.attributes, 'data-full-width'),
  })
  const meta: Meta = {
    form: 'html',
    attributes: rememberAttributes(table.attributes, tableAttributes(data), elementAttribute),
  }
  const kept: KeptHtml = { parts: {}, cells: {}, fragments: [] }
  for (const column of columns) keepColumn(column, data, kept)
  rows.body.forEach((row, index) => {
    data.records[`r${index + 1}`] = recordOf(row, index, columns, kept, notes)
  })
  if (Object.keys(kept.parts).length > 0) meta.parts = kept.parts
  if (Object.keys(kept.cells).length > 0) meta.cells = kept.cells
  return withMeta({ object: 'block', type: 'table', data, fragments: kept.fragments, isVoid: true }, meta)
}

type KeptHtml = { parts: Record<string, string[]>; cells: NonNullable<Meta['cells']>; fragments: Fragment[] }

function columnOf(th: HtmlElement, index: number, notes: NoteOfLabel): ColumnRead {
  const select = elementsOf(th.children, 'select')[0]
  const rest = th.children.filter((node) => node !== select)
  const source = rest
    .map((node) => node.source)
    .join('')
    .trim()
  const title = inlineText(inlinesFromHtml(source, notes))
  const definition = definitionOf(`c${index + 1}`, title, th.attributes, select)
  return compact({
    definition,
    attributes: th.attributes,
    source: rest.every(isText) ? undefined : source,
    select: select?.source,
  })
}

function isText(node: HtmlNode): boolean {
  return node.kind === 'text'
}

function keepColumn(column: ColumnRead, data: Table['data'], kept: KeptHtml): void {
  const { id, title } = column.definition
  const raws = rememberAttributes(
    column.attributes,
    columnAttributes(column.definition, data),
    elementAttribute,
  )
  if (raws) kept.parts[id] = raws
  if (column.source !== undefined) kept.cells[id] = { value: title, source: column.source }
  const select = selectElement(column.definition)
  if (column.select !== undefined && column.select !== select) {
    kept.cells[`${id} select`] = { value: select, source: column.select }
  }
}

function recordOf(
  row: readonly HtmlElement[],
  index: number,
  columns: readonly ColumnRead[],
  kept: KeptHtml,
  notes: NoteOfLabel,
): TableRecord {
  const values: TableRecord['values'] = {}
  row.forEach((td, at) => {
    const definition = columns[at]?.definition
    if (!definition) return
    const name = `r${index + 1}${definition.id}`
    const objectFit = attributeValue(td.attributes, 'data-object-fit')
    const wanted = wantedOfCell(definition, objectFit)
    const raws = rememberAttributes(td.attributes, wanted, elementAttribute)
    if (raws) kept.parts[name] = raws
    const source = inner(td)
    const value = definition.type === 'text' ? null : readCell(definition, source, objectFit)
    // What does not fit the type of its column is text, as in a column of text: `10 GB` among numbers.
    const nodes = value === null ? blocksFromHtml(source, notes) : []
    if (nodes.length > 0) {
      values[definition.id] = name
      kept.fragments.push({ object: 'fragment', fragment: name, type: 'table-cell', nodes })
      return
    }
    if (definition.type === 'text') return
    values[definition.id] = value
    const written = writeCell(definition, value, plainTarget)
    if (written !== source) kept.cells[name] = { value: cellKey(value, plainTarget), source }
  })
  return { orderIndex: orderIndex(index), values }
}
