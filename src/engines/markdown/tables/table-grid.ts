import type { ContentRef } from '../../content/records.ts'
import type { Block, Fragment, Table } from '../document.ts'
import { type Print, printsOf } from '../model/same.ts'
import { own } from '../nodes.ts'
import type { Definition, TableRecord } from './document-table.ts'
import { cellKey } from './table-cells.ts'

/** A table as it is written: columns and rows in their order. */
export type Grid = {
  columns: Definition[]
  rows: [name: string, record: TableRecord][]
  fragments: Map<string, Block[]>
}

export function gridOf(table: Table): Grid {
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

/** Whether a cell is text: all of a column of text are, and elsewhere what does not fit the type of the column. */
export function isTextCell({ id, type }: Definition, record: TableRecord, { fragments }: Grid): boolean {
  const value = own(record.values, id)
  return type === 'text' || (typeof value === 'string' && fragments.has(value))
}

export function cellBlocks(record: TableRecord, id: string, { fragments }: Grid): Block[] {
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

/** How the cells of a row are recognized, column by column. */
export function rowPrints(grid: Grid, targetOf: (ref: ContentRef) => string): Print[][] {
  return grid.rows.map(([, record]) => {
    const cells = grid.columns.map((definition): Block => {
      const isText = isTextCell(definition, record, grid)
      const value = isText ? '' : cellKey(own(record.values, definition.id) ?? null, targetOf)
      const nodes = isText ? cellBlocks(record, definition.id, grid).filter((block) => !isBlank(block)) : []
      return { object: 'block', type: 'if', data: { expression: `${definition.type} ${value}` }, nodes }
    })
    return printsOf(cells, targetOf)
  })
}

/** An empty paragraph is how an empty cell may be sent. */
function isBlank(block: Block): boolean {
  if (block.type !== 'paragraph') return false
  return block.nodes.every((node) => node.object === 'text' && node.leaves.every(({ text }) => text === ''))
}
