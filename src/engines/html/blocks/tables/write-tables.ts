import type { Table } from '../../../markdown/document.ts'
import { attributeValue } from '../../../markdown/read/attributes.ts'
import type { Definition, GridView } from '../../../markdown/tables/document-table.ts'
import { spanOf } from '../../../pdf/writing/spans.ts'
import { breakableName } from '../../break-words.ts'
import { type Html, html } from '../../html.ts'
import { attribute, type Markup, markup, NOTHING } from '../../markup.ts'
import { writeCards } from '../write-cards.ts'
import {
  aside,
  direction,
  directionOf,
  directionOfWords,
  type HtmlSpot,
  type WriteState,
} from '../write-state.ts'
import { type Cells, definitions, keptAttributes, type Row, spanAttributes } from './table-rows.ts'
import { writeCell } from './write-cells.ts'

export function writeTable(state: WriteState, table: Table, spot: HtmlSpot): Markup {
  const { view } = table.data
  const rows = Object.entries(table.data.records)
    .map(([key, record]) => ({ ...record, key }))
    .sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : a.orderIndex > b.orderIndex ? 1 : 0))
  const texts = new Map(table.fragments.map(({ fragment, key, nodes }) => [fragment ?? key ?? '', nodes]))
  const cells = { table, texts, spot: aside(spot, { isTight: true }) }
  return view.type === 'cards' ? writeCards(state, view, rows, cells) : writeGrid(state, view, rows, cells)
}

function writeGrid(state: WriteState, view: GridView, rows: Row[], cells: Cells): Markup {
  const columns = definitions(view.columns, cells.table)
  if (columns.length === 0) return []
  const spans = spansIn(cells.table)
  const hasHeader = !view.hideHeader && columns.some(({ title }) => title !== '')
  const header = trimmed(
    columns.map((column) => ({
      ...spans(column.id),
      isEmpty: column.title === '',
      write: (span: Html) =>
        markup`<th scope="col"${look(column)}${span}${direction(state)}>${breakableName(column.title)}</th>`,
    })),
  )
  const body = rows.map((row) => {
    const all = columns.map((column) => {
      const content = writeCell(state, column, row, cells)
      return {
        ...spans(`${row.key}${column.id}`),
        isEmpty: content === undefined,
        write: (span: Html) =>
          markup`<td${look(column)}${span}${directionOfWords(state, content ?? NOTHING)}>${content}</td>`,
      }
    })
    return markup`<tr>${trimmed(all)}</tr>`
  })
  return markup`
    <div class="table${cells.table.data.fullWidth ? ' full-width' : ''}" tabindex="0">
      <table${directionOf(state, [columns.map(({ title }) => title), cells.table.fragments])}>
        ${writeWidths(view, columns)}
        ${hasHeader && markup`<thead><tr>${header}</tr></thead>`}
        <tbody>${body}</tbody>
      </table>
    </div>`
}

const WIDEST = 2000

function writeWidths({ columnWidths = {} }: GridView, columns: readonly Definition[]): Html | undefined {
  const widths = columns.map(({ id }) =>
    Object.hasOwn(columnWidths, id) ? Number(columnWidths[id]) : undefined,
  )
  if (widths.every((width) => width === undefined)) return undefined
  return html`<colgroup>${widths.map((width) => html`<col${attribute('width', width && width > 0 && width <= WIDEST ? Math.round(width) : undefined)}>`)}</colgroup>`
}

/** What a cell or a column takes more than one place for. */
function spansIn(table: Table) {
  return (name: string) => {
    const attributes = keptAttributes(table, name)
    return {
      across: spanOf(attributeValue(attributes, 'colspan')),
      down: spanOf(attributeValue(attributes, 'rowspan')),
    }
  }
}

type Cell = { across: number; down: number; isEmpty: boolean; write(span: Html): Markup }

/** A row that holds less than there are columns ends early where cells reach into it, and only there. */
function trimmed(cells: readonly Cell[]): Markup[] {
  const taken = cells.reduce((sum, { across }) => sum + across, 0)
  const last = cells.findLastIndex(({ isEmpty, across, down }) => !isEmpty || across > 1 || down > 1)
  const kept = taken > cells.length ? cells.slice(0, last + 1) : cells
  return kept.map(({ across, down, write }) => write(spanAttributes(across, down)))
}

function look(column: Definition): Html | undefined {
  if (column.type === 'number') return html` class="number"`
  if (column.type !== 'text')
    return attribute('class', column.type === 'checkbox' ? 'align-center' : undefined)
  const names = [
    column.textAlignment && column.textAlignment !== 'left' ? `align-${column.textAlignment}` : undefined,
    column.verticalAlignment === 'middle' || column.verticalAlignment === 'bottom'
      ? `at-${column.verticalAlignment}`
      : undefined,
  ].filter((name) => name !== undefined)
  return names.length > 0 ? html` class="${names.join(' ')}"` : undefined
}
