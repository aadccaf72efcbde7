import type { ContentRef } from '../../../content/records.ts'
import type { Block } from '../../../markdown/document.ts'
import type { CellValue, Definition } from '../../../markdown/tables/document-table.ts'
import { writtenNumber } from '../../../markdown/tables/table-cells.ts'
import { refOfEntry } from '../../../markdown/write/markdown-writer.ts'
import { type Html, html } from '../../html.ts'
import { type Markup, markup, say } from '../../markup.ts'
import { pictureOf } from '../picture.ts'
import { colourClass, writeInlines } from '../write-inlines.ts'
import { tick } from '../write-lists.ts'
import { type WriteState, writeInside } from '../write-state.ts'
import type { Cells, Row } from './table-rows.ts'

/** Undefined for a cell with nothing in it. */
export function writeCell(
  state: WriteState,
  column: Definition,
  { key, values }: Row,
  cells: Cells,
): Markup | undefined {
  const value = Object.hasOwn(values, column.id) ? values[column.id] : undefined
  if (value === undefined || value === null || value === '') return undefined
  if (isText(value, cells)) return writeText(state, value, cells)
  switch (column.type) {
    case 'checkbox':
      return tick(value === true)
    case 'rating':
      return writeRating(Number(value) || 0, column.max)
    case 'select':
      return entriesOf(value).map((id) => writeChoice(column, id))
    case 'files':
      return entriesOf(value).map(
        (entry) => markup`<div>${{ placeholder: 'mention', ref: refOfEntry(entry) }}</div>`,
      )
    case 'users':
      return entriesOf(value).map(
        (user) => markup`<div>${{ placeholder: 'mention', ref: { kind: 'user', user } }}</div>`,
      )
    case 'content-ref': {
      const ref = refIn(value)
      return ref ? { placeholder: 'mention', ref } : html`${String(value)}`
    }
    case 'image': {
      const ref = refIn(value)
      return ref ? pictureOf(state, { ref, alt: '', look: 'cell' }) : html`${String(value)}`
    }
    case 'number':
      return html`${writtenNumber(cells.table, `${key}${column.id}`, value) ?? entriesOf(value).join(', ')}`
    case 'text':
      return writeText(state, String(value), cells)
    default:
      return column satisfies never
  }
}

function entriesOf(value: CellValue): string[] {
  return (Array.isArray(value) ? value : [value]).map(String)
}

export function refIn(value: CellValue | undefined): ContentRef | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return 'kind' in value ? value : value.ref
}

/** What does not fit the type of its column is text there too. */
function isText(value: CellValue, { texts }: Cells): value is string {
  return typeof value === 'string' && texts.has(value)
}

/** Text is in a fragment that the cell names. */
function writeText(state: WriteState, name: string, { texts, spot }: Cells): Markup {
  const nodes: Block[] | undefined = texts.get(name)
  if (!nodes) return html`${name}`
  const [only, second] = nodes
  if (only?.type === 'paragraph' && !second && only.meta?.markdown === undefined)
    return writeInlines(state, only.nodes, { ...spot, isCell: true })
  return writeInside(state, nodes, { ...spot, isTight: false })
}

const MOST_STARS = 20

function writeRating(value: number, max: number): Markup {
  const most = Math.max(0, Math.min(Math.round(max) || 0, MOST_STARS))
  const stars = Math.max(0, Math.min(Math.round(value), most))
  return markup`<span class="rating" role="img" aria-label="${say('rating', { stars, most })}">${'★'.repeat(stars)}<span>${'★'.repeat(most - stars)}</span></span>`
}

function writeChoice(column: Definition, id: string): Html {
  const option = column.type === 'select' ? column.options.find(({ value }) => value === id) : undefined
  const colour = colourClass('on', option?.color ?? '')
  return html`<span class="tag choice${colour && ` ${colour}`}">${option?.label ?? id}</span>`
}
