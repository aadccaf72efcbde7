import type { Table } from '../document.ts'
import type { Replacement } from '../edit/plain-lines.ts'
import { respelt, type Spelling } from '../edit/respell.ts'
import { type HtmlElement, type HtmlNode, parseHtml } from '../html/html-tree.ts'
import { own } from '../nodes.ts'
import { writeHtmlBlocks } from '../write/write-html-blocks.ts'
import type { CellValue, Definition } from './document-table.ts'
import type { TableChange } from './table-change.ts'
import { cellAttributes, columnAttributes, tableAttributes } from './table-columns.ts'
import { cellBlocks, type Grid, isTextCell } from './table-grid.ts'
import { inner, rowsOf } from './table-html.ts'
import { cellContent, cellTag, headContent, headTag, htmlRow, tableTag } from './write-html-tables.ts'

/** What has to change in the elements of a table; undefined where it has to be written anew. */
export function htmlEdits(text: string, change: TableChange, spelling: Spelling): Replacement[] | undefined {
  const [table] = placed(parseHtml(text), 0)
  if (!table || !rowsOf(table.element) || !hasSameShape(change)) return undefined
  const parts = inside(table)
  const body = parts.at(-1)
  const heads = parts.slice(0, -1).flatMap(inside).flatMap(inside)
  if (!body || heads.length !== change.before.columns.length) return undefined
  return [
    ...tableEdits(table, change),
    ...heads.flatMap((th, column) => headEdits(th, column, change)),
    ...rowEdits(text, body, change, spelling),
  ]
}

/** An element and where it begins. */
type Placed = { element: HtmlElement; from: number }

function placed(nodes: readonly HtmlNode[], start: number): Placed[] {
  const found: Placed[] = []
  let from = start
  for (const node of nodes) {
    if (node.kind === 'element') found.push({ element: node, from })
    from += node.source.length
  }
  return found
}

function inside({ element, from }: Placed): Placed[] {
  return placed(element.children, from + element.open.length)
}

function endOf({ element, from }: Placed): number {
  return from + element.source.length
}

/** Columns that come, go, change places or their alignment change every row. */
function hasSameShape({ hasSameColumns, before, after }: TableChange): boolean {
  return (
    hasSameColumns &&
    after.columns.every((definition, index) => {
      const was = before.columns[index]
      return was && isEqual(cellAttributes(was), cellAttributes(definition))
    })
  )
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function openTag({ element, from }: Placed, text: string): Replacement[] {
  return element.open === text ? [] : [{ from, to: from + element.open.length, text }]
}

function content({ element, from }: Placed, text: string): Replacement[] {
  const [start, end] = [from + element.open.length, endOf({ element, from }) - element.close.length]
  const source = element.source.slice(element.open.length, element.source.length - element.close.length)
  const lead = source.length - source.trimStart().length
  const tail = source.trim() === '' ? 0 : source.length - source.trimEnd().length
  return source.trim() === text ? [] : [{ from: start + lead, to: end - tail, text }]
}

function tableEdits(table: Placed, { was, wanted }: TableChange): Replacement[] {
  if (isEqual(tableAttributes(was.data), tableAttributes(wanted.data))) return []
  return openTag(table, tableTag({ ...wanted, meta: was.meta ?? {} }))
}

function headEdits(th: Placed, column: number, change: TableChange): Replacement[] {
  const { was, wanted, before, after } = change
  const [old, now] = [before.columns[column], after.columns[column]]
  if (!old || !now) return []
  const table = { ...wanted, meta: was.meta ?? {} }
  const isSameTag = isEqual(columnAttributes(old, was.data), columnAttributes(now, wanted.data))
  return [
    ...(isSameTag ? [] : openTag(th, headTag(table, now))),
    ...(headContent(was, old) === headContent(table, now) ? [] : content(th, headContent(table, now))),
  ]
}

function rowEdits(text: string, body: Placed, change: TableChange, spelling: Spelling): Replacement[] {
  const rows = inside(body)
  const start = body.from + body.element.open.length
  const gap = rows[0] ? text.slice(start, rows[0].from) : ''
  const edits: Replacement[] = []
  let end = start
  for (const { before: old, after: fresh, isSame } of change.steps) {
    const tr = old === undefined ? undefined : rows[old]
    const row = fresh === undefined ? undefined : change.after.rows[fresh]
    if (tr && !row) edits.push({ from: end, to: endOf(tr), text: '' })
    if (tr && old !== undefined && fresh !== undefined && !isSame)
      edits.push(...cellEdits(tr, [old, fresh], change, spelling))
    if (!tr && row) {
      const written = htmlRow(change.wanted, change.after, spelling.writing, row)
      edits.push({ from: end, to: end, text: gap + written })
    }
    if (tr) end = endOf(tr)
  }
  return edits
}

function cellEdits(
  tr: Placed,
  [old, fresh]: [number, number],
  change: TableChange,
  spelling: Spelling,
): Replacement[] {
  const { after, isSame } = change
  const cells = inside(tr)
  const end = endOf(tr) - tr.element.close.length
  const isKept = (column: number) => isSame([old, column], [fresh, column])
  const last = after.columns.findLastIndex((_, column) => !isKept(column))
  return after.columns.slice(0, last + 1).flatMap((_, column): Replacement[] => {
    const td = cells[column]
    const cell = new ChangedCell(change, column, [old, fresh])
    // A row may have fewer cells than there are columns.
    if (!td) return [{ from: end, to: end, text: `${cell.tag}${cell.written('', spelling)}</td>` }]
    if (isKept(column)) return []
    return [
      ...(cell.hasSameTag ? [] : openTag(td, cell.tag)),
      ...content(td, cell.written(inner(td.element), spelling)),
    ]
  })
}

/** A cell that says something else now, in a table that is written as it was. */
class ChangedCell {
  private readonly change: TableChange
  private readonly table: Table
  private readonly definition: Definition
  private readonly was: Grid['rows'][number]
  private readonly row: Grid['rows'][number]

  constructor(change: TableChange, column: number, [old, fresh]: [number, number]) {
    const { before, after, wanted, was } = change
    const none: Grid['rows'][number] = ['', { orderIndex: '', values: {} }]
    this.change = change
    this.table = { ...wanted, meta: was.meta ?? {} }
    this.definition = after.columns[column] ?? { id: '', title: '', type: 'text', textAlignment: 'left' }
    this.was = before.rows[old] ?? none
    // What is remembered of a cell is remembered by the name of its row.
    this.row = [this.was[0], after.rows[fresh]?.[1] ?? none[1]]
  }

  get tag(): string {
    return cellTag(this.table, { definition: this.definition, row: this.row })
  }

  get hasSameTag(): boolean {
    const { id } = this.definition
    return isEqual(fitOf(own(this.was[1].values, id)), fitOf(own(this.row[1].values, id)))
  }

  written(source: string, spelling: Spelling): string {
    const { definition, was, row, change } = this
    if (!isTextCell(definition, row[1], change.after))
      return cellContent(this.table, change.after, spelling.writing, { definition, row })
    const were = cellBlocks(was[1], definition.id, change.before)
    const blocks = cellBlocks(row[1], definition.id, change.after)
    return respelt({ source, were, blocks, write: writeHtmlBlocks }, spelling)
  }
}

function fitOf(value: CellValue | undefined): unknown {
  return typeof value === 'object' && value && 'objectFit' in value ? value.objectFit : undefined
}
