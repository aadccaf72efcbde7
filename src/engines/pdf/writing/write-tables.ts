import type { ContentRef } from '../../content/records.ts'
import type { Block, Table } from '../../markdown/document.ts'
import { attributeValue, readElementAttributes } from '../../markdown/read/attributes.ts'
import type {
  CardsView,
  CellValue,
  Definition,
  GridView,
  TableRecord,
} from '../../markdown/tables/document-table.ts'
import { writtenNumber } from '../../markdown/tables/table-cells.ts'
import { refOfEntry } from '../../markdown/write/markdown-writer.ts'
import { NARROW } from './long-words.ts'
import { leadOf, linked } from './references.ts'
import { inside, type PdfSpot, type RenderState, writeInside } from './render-state.ts'
import { columnsTaken, laidOut, type PdfCell, spanOf } from './spans.ts'
import { joined } from './typst-escape.ts'
import { writePicture } from './write-images.ts'
import { writeInlines } from './write-inlines.ts'

export function writeTable(state: RenderState, table: Table, spot: PdfSpot): string {
  const { view } = table.data
  const rows = Object.entries(table.data.records)
    .map(([key, record]) => ({ ...record, key }))
    .sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
  const texts = new Map(table.fragments.map(({ fragment, key, nodes }) => [fragment ?? key ?? '', nodes]))
  const cells = { table, texts, spot: inside(spot, { inTable: true }) }
  return view.type === 'cards' ? writeCards(state, view, rows, cells) : writeGrid(state, view, rows, cells)
}

type Cells = { table: Table; texts: Map<string, Block[]>; spot: PdfSpot }
type Row = TableRecord & { key: string }

const MANY_COLUMNS = 5
const IN_A_CELL = { longest: NARROW }
const USUAL_WIDTH = 140

function writeGrid(state: RenderState, view: GridView, rows: Row[], cells: Cells): string {
  const columns = definitions(view.columns, cells.table)
  if (columns.length === 0) return '[]'
  const spans = spansIn(cells.table)
  const header = trimmed(
    columns.map(({ id, title }) => ({ ...spans(id), body: state.ink.words(title, IN_A_CELL) })),
  )
  const hasHeader = !view.hideHeader && columns.some(({ title }) => title !== '')
  const body = rows.map((row) =>
    trimmed(
      columns.map((column) => ({
        ...spans(`${row.key}${column.id}`),
        body: writeCell(state, column, row, cells),
      })),
    ),
  )
  const named = view.columnWidths ?? {}
  const widths = columns.map(({ id, type }) => {
    const wanted = Object.hasOwn(named, id) ? named[id] : undefined
    if (Object.keys(named).length > 0) return `${Math.max(wanted ?? USUAL_WIDTH, 20)}fr`
    return type === 'image' ? '54pt' : 'auto'
  })
  const width = Math.max(columns.length, columnsTaken([header]), columnsTaken(body))
  const further = width - columns.length
  const parts = [
    tuple([...widths, ...new Array<string>(further).fill('auto')]),
    tuple([...columns.map(alignmentOf), ...new Array<string>(further).fill('start + top')]),
    hasHeader ? tuple(laidOut([header], width)) : 'none',
    ...(width > MANY_COLUMNS ? ['size:0.78em'] : []),
    ...laidOut(body, width),
  ]
  return `data-table(${parts.join(',')})`
}

/** What a cell or a column takes more than one place for is an attribute that the model only keeps. */
function spansIn({ meta }: Table) {
  return (name: string) => {
    const written = meta?.parts && Object.hasOwn(meta.parts, name) ? (meta.parts[name] ?? []) : []
    const attributes = written.flatMap((raw) => readElementAttributes(raw) ?? [])
    return {
      across: spanOf(attributeValue(attributes, 'colspan')),
      down: spanOf(attributeValue(attributes, 'rowspan')),
    }
  }
}

/** A row that holds less than there are columns ends early: the cells that reach into it take the rest. */
function trimmed(cells: PdfCell[]): PdfCell[] {
  const last = cells.findLastIndex(({ body, across, down }) => body !== '[]' || across > 1 || down > 1)
  return cells.slice(0, last + 1)
}

function tuple(parts: string[]) {
  return `(${parts.join(',')},)`
}

function definitions(ids: string[], { data }: Table): Definition[] {
  return ids.flatMap((id) => (Object.hasOwn(data.definition, id) ? (data.definition[id] ?? []) : []))
}

function alignmentOf(column: Definition): string {
  if (column.type === 'number') return 'right + top'
  if (column.type !== 'text') return 'start + top'
  const across =
    column.textAlignment === 'center' ? 'center' : column.textAlignment === 'right' ? 'right' : 'start'
  const down = column.verticalAlignment === 'middle' ? 'horizon' : (column.verticalAlignment ?? 'top')
  return `${across} + ${down}`
}

function writeCards(state: RenderState, view: CardsView, rows: Row[], cells: Cells): string {
  const columns = definitions(view.columns, cells.table)
  const cards = rows.map((row) => {
    const parts = columns
      .map((column) => writeCell(state, column, row, cells))
      .filter((cell) => cell !== '[]')
    const target = view.targetDefinition ? refIn(row.values[view.targetDefinition]) : undefined
    if (target) {
      const lead = leadOf(state, target, cells.spot)
      parts.push(linked(lead, state.ink.words(`→ ${lead.title ?? ''}`)))
    }
    const cover = view.coverDefinition ? refIn(row.values[view.coverDefinition]) : undefined
    return `gallery-card(${coverOf(state, cover)},${joined(parts.flatMap((part, at) => (at === 0 ? [part] : ['parbreak()', part])))})`
  })
  return `gallery(${view.cardSize === 'large' ? 2 : 3},${cards.join(',')})`
}

function coverOf(state: RenderState, ref: ContentRef | undefined): string {
  if (ref?.kind !== 'file') return 'none'
  state.images.add(ref.file)
  return `fitted(${state.ink.literal(ref.file)})`
}

function refIn(value: CellValue | undefined): ContentRef | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return 'kind' in value ? value : value.ref
}

function writeCell(
  state: RenderState,
  column: Definition,
  { key, values }: Row,
  { table, texts, spot }: Cells,
): string {
  const value = Object.hasOwn(values, column.id) ? values[column.id] : undefined
  if (value === undefined || value === null || value === '') return '[]'
  // What does not fit the type of its column is text there too.
  if (typeof value === 'string' && texts.has(value))
    return writeTextCell(state, value, texts.get(value), spot)
  const { ink } = state
  switch (column.type) {
    case 'checkbox':
      return `tick(${value === true})`
    case 'rating': {
      const stars = Math.max(0, Math.min(Number(value) || 0, column.max, 20))
      return `sign(${ink.literal('★'.repeat(stars) + '☆'.repeat(Math.max(0, Math.min(column.max, 20) - stars)))})`
    }
    case 'select':
      return joined(
        (Array.isArray(value) ? value : [String(value)]).map((id) => writeChoice(state, column, id)),
      )
    case 'files':
      return joined(
        (Array.isArray(value) ? value : []).flatMap((entry, at) => {
          const lead = leadOf(state, refOfEntry(entry), spot)
          return [...(at > 0 ? ['linebreak()'] : []), linked(lead, ink.words(lead.title ?? entry, IN_A_CELL))]
        }),
      )
    case 'content-ref': {
      const ref = refIn(value)
      const lead = ref && leadOf(state, ref, spot)
      return lead ? linked(lead, ink.words(lead.title ?? '', IN_A_CELL)) : ink.words(String(value), IN_A_CELL)
    }
    case 'image': {
      const ref = refIn(value)
      return ref ? writePicture(state, ref, spot, { alt: '' }) : ink.words(String(value))
    }
    case 'number':
      return ink.words(writtenNumber(table, `${key}${column.id}`, value) ?? String(value), IN_A_CELL)
    case 'text':
      return typeof value === 'string'
        ? writeTextCell(state, value, texts.get(value), spot)
        : ink.words(String(value), IN_A_CELL)
    default:
      return ink.words(Array.isArray(value) ? value.join(', ') : String(value), IN_A_CELL)
  }
}

/** Text is in a fragment that the cell names. */
function writeTextCell(state: RenderState, name: string, nodes: Block[] | undefined, spot: PdfSpot): string {
  if (!nodes) return state.ink.words(name)
  const [only, second] = nodes
  if (only?.type === 'paragraph' && !second && only.meta?.markdown === undefined)
    return writeInlines(state, only.nodes, spot)
  return writeInside(state, nodes, spot)
}

function writeChoice({ ink }: RenderState, column: Definition, id: string): string {
  const option = column.type === 'select' ? column.options.find(({ value }) => value === id) : undefined
  return `choice("${(option?.color ?? '').replace(/[^a-z]/g, '')}",${ink.words(option?.label ?? id)})`
}
