import { ELEMENT_FORM, writeAttributes } from './attributes.ts'
import { joinLines } from './blanks.ts'
import type { Block, Fragment, Table } from './document.ts'
import type { Definition, TableRecord } from './document-table.ts'
import { escapeText, spellBlank } from './escape.ts'
import { encodeHtml } from './html-text.ts'
import { own } from './nodes.ts'
import { cellKey, writeCell } from './table-cells.ts'
import {
  cellAttributes,
  columnAttributes,
  columnAttributesWere,
  selectElement,
  tableAttributes,
  tableAttributesWere,
} from './table-columns.ts'
import { writeHtmlBlocks } from './write-html-blocks.ts'
import { writeInlines } from './write-inlines.ts'
import type { Writing } from './writing.ts'

type Grid = {
  columns: Definition[]
  rows: [name: string, record: TableRecord][]
  fragments: Map<string, Block[]>
}

export function writeTable(table: Table, writing: Writing): string {
  const grid = gridOf(table)
  if (grid.columns.length === 0) return ''
  return canUsePipes(table, grid) ? pipeTable(table, grid, writing) : htmlTable(table, grid, writing)
}

function gridOf(table: Table): Grid {
  const { definition, records, view } = table.data
  const all = Object.values(definition)
  const shown = new Set(view.columns)
  const inOrder = all.filter(({ id }) => shown.has(id)).every(({ id }, index) => view.columns[index] === id)
  const visible = view.columns.flatMap((id) => own(definition, id) ?? [])
  const columns = inOrder ? all : [...visible, ...all.filter(({ id }) => !shown.has(id))]
  const rows = Object.entries(records).sort(([, a], [, b]) => (a.orderIndex < b.orderIndex ? -1 : 1))
  return { columns, rows, fragments: new Map(table.fragments.map(named)) }
}

function named(fragment: Fragment): [string, Block[]] {
  return [fragment.fragment ?? fragment.key ?? '', fragment.nodes]
}

function canUsePipes(table: Table, { columns, fragments }: Grid): boolean {
  const { view, fullWidth } = table.data
  if (table.meta?.form === 'html' || view.type !== 'grid' || view.hideHeader || fullWidth !== undefined)
    return false
  if (view.columnWidths && Object.keys(view.columnWidths).length > 0) return false
  const isText = (definition: Definition): boolean =>
    definition.type === 'text' && !definition.verticalAlignment && view.columns.includes(definition.id)
  return columns.every(isText) && [...fragments.values()].every(isOneParagraph)
}

function isOneParagraph(blocks: Block[]): boolean {
  const [only, ...rest] = blocks
  if (rest.length > 0) return false
  return !only || (only.type === 'paragraph' && !only.data?.align && !only.meta?.markdown)
}

function cellBlocks(record: TableRecord, id: string, { fragments }: Grid): Block[] {
  const value = own(record.values, id)
  return typeof value === 'string' ? (fragments.get(value) ?? textBlocks(value)) : []
}

/** A client may have put the text itself where the name of a fragment belongs. */
function textBlocks(value: string): Block[] {
  const leaf = { object: 'leaf' as const, text: value, marks: [] }
  return value === ''
    ? []
    : [{ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [leaf] }] }]
}

function pipeTable(table: Table, grid: Grid, writing: Writing): string {
  const titles = grid.columns.map(({ id, title }) => {
    const kept = own(table.meta?.cells, id)
    return kept?.value === title ? kept.source : escapeText(title)
  })
  const rules = grid.columns.map((definition) => {
    const align = definition.type === 'text' ? definition.textAlignment : 'left'
    return align === 'center' ? ':---:' : align === 'right' ? '---:' : '---'
  })
  const rows = grid.rows.map(([, record]) =>
    grid.columns.map(({ id }) => pipeCell(cellBlocks(record, id, grid), writing)),
  )
  return [titles, rules, ...rows].map(pipeRow).join('\n')
}

function pipeRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => escapePipes(cell)).join(' | ')} |`
}

function escapePipes(cell: string): string {
  return joinLines(cell)
    .replace(/^\s|\s$/g, spellBlank)
    .replaceAll('|', '\\|')
}

function pipeCell(blocks: Block[], writing: Writing): string {
  const [only] = blocks
  return only?.type === 'paragraph'
    ? writeInlines(only.nodes, writing, { lineBreak: '<br>', breaks: [] })
    : ''
}

function htmlTable(table: Table, grid: Grid, writing: Writing): string {
  const { data, meta } = table
  const attributes = writeAttributes(
    meta?.attributes,
    tableAttributes(data),
    ELEMENT_FORM,
    tableAttributesWere,
  )
  const head = grid.columns.map((definition) => headCell(table, definition)).join('')
  const rows = grid.rows.map(([name, record]) => htmlRow(table, grid, writing, name, record)).join('')
  const open = ['<table', ...attributes].join(' ')
  return `${open}><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`
}

function headCell(table: Table, definition: Definition): string {
  const { data, meta } = table
  const kept = own(meta?.cells, definition.id)
  const title = kept?.value === definition.title ? kept.source : encodeHtml(definition.title).trim()
  const attributes = writeAttributes(
    own(meta?.parts, definition.id),
    columnAttributes(definition, data),
    ELEMENT_FORM,
    (all) => columnAttributesWere(all, definition, data.view.type === 'cards'),
  )
  const select = selectElement(definition)
  const keptSelect = own(meta?.cells, `${definition.id} select`)
  return element('th', attributes, title + (keptSelect?.value === select ? keptSelect.source : select))
}

function htmlRow(table: Table, grid: Grid, writing: Writing, name: string, record: TableRecord): string {
  const cells = grid.columns.map((definition) => {
    const cell = `${name}${definition.id}`
    const value = own(record.values, definition.id) ?? null
    const fit = typeof value === 'object' && value && 'objectFit' in value ? value.objectFit : undefined
    const wanted = fit ? [['data-object-fit', fit] as const] : cellAttributes(definition)
    const kept = own(table.meta?.parts, cell)
    // How a single cell is aligned is its own affair: the model knows columns only.
    const attributes = writeAttributes(
      kept,
      kept ? wanted.slice(0, fit ? 1 : 0) : wanted,
      ELEMENT_FORM,
      (all) => [['data-object-fit', all.find(({ name }) => name === 'data-object-fit')?.value]],
    )
    return element('td', attributes, cellContent(table, grid, writing, { definition, record, cell }))
  })
  return `<tr>${cells.join('')}</tr>`
}

type Cell = { definition: Definition; record: TableRecord; cell: string }

function cellContent(table: Table, grid: Grid, writing: Writing, { definition, record, cell }: Cell): string {
  if (definition.type === 'text') return writeHtmlBlocks(cellBlocks(record, definition.id, grid), writing)
  const value = own(record.values, definition.id) ?? null
  const kept = own(table.meta?.cells, cell)
  if (kept && kept.value === cellKey(value, writing.targetOf)) return kept.source
  return writeCell(definition, value, writing.targetOf)
}

function element(name: string, attributes: readonly string[], content: string): string {
  return `${[`<${name}`, ...attributes].join(' ')}>${content}</${name}>`
}
