import { inlinesOf, own } from '../../markdown/nodes.ts'
import { attributeValue } from '../../markdown/read/attributes.ts'
import type { CardsView, Definition } from '../../markdown/tables/document-table.ts'
import { refOfEntry } from '../../markdown/write/markdown-writer.ts'
import { html } from '../html.ts'
import { type Markup, markup } from '../markup.ts'
import { pictureOf } from './picture.ts'
import { plainWords } from './plain-words.ts'
import { type Cells, definitions, keptAttributes, type Row } from './tables/table-rows.ts'
import { refIn, writeCell } from './tables/write-cells.ts'
import { direction, type WriteState } from './write-state.ts'

export function writeCards(state: WriteState, view: CardsView, rows: Row[], cells: Cells): Markup {
  const columns = definitions(view.columns, cells.table)
  const cards = rows.map(
    (row) => markup`<li class="card">${writeCard(state, view, row, { ...cells, columns })}</li>`,
  )
  const names = ['cards', view.cardSize === 'large' && 'large', cells.table.data.fullWidth && 'full-width']
  return markup`<ul class="${names.filter((name) => name).join(' ')}">${cards}</ul>`
}

type Card = Cells & { columns: readonly Definition[] }

function writeCard(state: WriteState, view: CardsView, row: Row, card: Card): Markup {
  const refNamed = (id: string | undefined) => coverIn(id === undefined ? undefined : own(row.values, id))
  const cover = refNamed(view.coverDefinition)
  const dark = refNamed(view.coverDefinitionDark)
  const target = refNamed(view.targetDefinition)
  const shown = cover ?? dark
  const fit = fitOf(row, (cover ? view.coverDefinition : view.coverDefinitionDark) ?? '', card)
  const lines = card.columns.flatMap((column) => {
    const content = writeCell(state, column, row, card)
    if (content === undefined) return []
    const isTitled = !view.hideColumnTitle && column.title !== '' && column.type !== 'text'
    const title = isTitled && html`<span class="card-column">${column.title}</span>`
    return [markup`<div class="card-line"${direction(state)}>${title}${content}</div>`]
  })
  return markup`
    ${shown && markup`<div class="card-cover${fit}">${pictureOf(state, { ref: shown, ...(dark && cover ? { dark } : {}), alt: '', look: 'cover' })}</div>`}
    <div class="card-body">${lines}</div>
    ${target && { placeholder: 'cover-link', ref: target, label: labelOf(row, card) }}`
}

/** A cell with files holds several; the first is meant. */
function coverIn(value: Parameters<typeof refIn>[0]) {
  const [first] = Array.isArray(value) ? value : []
  return first === undefined ? refIn(value) : refOfEntry(first)
}

/** How a cover fits its place, if its cell says so. The model knows it of pictures, and not of files. */
function fitOf({ key, values }: Row, id: string, { table }: Card): string {
  const value = own(values, id)
  const known = typeof value === 'object' && value && 'objectFit' in value ? value.objectFit : undefined
  const fit = known ?? attributeValue(keptAttributes(table, `${key}${id}`), 'data-object-fit')
  return fit === 'contain' || fit === 'fill' ? ` fit-${fit}` : ''
}

const LONGEST_LABEL = 120

/** The first words of the card. */
function labelOf({ values }: Row, { columns, texts }: Card): string {
  for (const { id, type } of columns) {
    const value = own(values, id)
    if (type !== 'text' || typeof value !== 'string') continue
    const blocks = texts.get(value)
    const words = blocks ? blocks.map((block) => plainWords(inlinesOf(block))).join(' ') : value
    if (words.trim() !== '') return words.trim().slice(0, LONGEST_LABEL)
  }
  return ''
}
