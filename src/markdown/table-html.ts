import {
  type Attribute,
  elementAttribute,
  isSet,
  rememberAttributes,
  valueOf,
  type Wanted,
} from './attributes.ts'
import type {
  CardsView,
  Definition,
  Fragment,
  GridView,
  Meta,
  SelectOption,
  Table,
  TableRecord,
  TextAlignment,
  VerticalAlignment,
} from './document.ts'
import { blocksFromHtml } from './html-blocks.ts'
import { inlinesFromHtml, type Notes } from './html-inlines.ts'
import { type Element, elementsOf, type HtmlNode, onlyElements, parseHtml } from './html-tree.ts'
import { compact, inlineText, withMeta } from './nodes.ts'
import { cellKey, rawTarget, readCell, writeCell } from './table-cells.ts'

/** The rows of a table of the shape this flavour writes; undefined when it has any other. */
function rowsOf(table: Element): { head: Element[]; body: Element[][] } | undefined {
  const parts = onlyElements(table.children)
  if (!parts || parts.some((part) => part.attributes.length > 0)) return undefined
  const hasHead = parts[0]?.name === 'thead'
  const [body, ...rest] = hasHead ? parts.slice(1) : parts
  if (!body || body.name !== 'tbody' || rest.length > 0) return undefined
  const headRows = hasHead ? rowsIn(parts[0]) : []
  const bodyRows = rowsIn(body)
  if (!headRows || !bodyRows || headRows.length > 1) return undefined
  const head = headRows[0]
  if (!head || head.some((cell) => cell.name !== 'th')) return undefined
  const fits = bodyRows.every((row) => row.length <= head.length && row.every((cell) => cell.name === 'td'))
  return fits ? { head, body: bodyRows } : undefined
}

function rowsIn(part: Element | undefined): Element[][] | undefined {
  const rows = part && onlyElements(part.children)
  if (!rows) return undefined
  const cells = rows.map((row) =>
    row.name === 'tr' && !row.attributes.length ? onlyElements(row.children) : undefined,
  )
  return cells.every((row) => row !== undefined) ? cells : undefined
}

export function inner(element: Element): string {
  return element.source.slice(element.open.length, element.source.length - element.close.length).trim()
}

export function tableFromHtml(source: string, notes: Notes): Table | undefined {
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
  const kept: Kept = { parts: {}, cells: {}, fragments: [] }
  for (const column of columns) keepColumn(column, data, kept)
  rows.body.forEach((row, index) => {
    data.records[`r${index + 1}`] = recordOf(row, index, columns, kept, notes)
  })
  if (Object.keys(kept.parts).length > 0) meta.parts = kept.parts
  if (Object.keys(kept.cells).length > 0) meta.cells = kept.cells
  return withMeta({ object: 'block', type: 'table', data, fragments: kept.fragments, isVoid: true }, meta)
}

type Kept = { parts: Record<string, string[]>; cells: NonNullable<Meta['cells']>; fragments: Fragment[] }
type ColumnRead = { definition: Definition; attributes: Attribute[]; source?: string; select?: string }

function columnOf(th: Element, index: number, notes: Notes): ColumnRead {
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

function definitionOf(
  id: string,
  title: string,
  attributes: readonly Attribute[],
  select?: Element,
): Definition {
  const type = valueOf(attributes, 'data-type')
  if (select) {
    const options = elementsOf(select.children, 'option').map(optionOf)
    return { id, title, type: 'select', multiple: isSet(select.attributes, 'multiple') ?? false, options }
  }
  switch (type) {
    case 'number':
    case 'checkbox':
    case 'files':
    case 'content-ref':
    case 'image':
      return { id, title, type }
    case 'users':
      return { id, title, type, multiple: isSet(attributes, 'data-multiple') ?? false }
    case 'rating':
      return { id, title, type, max: Number(valueOf(attributes, 'data-max') ?? 5) || 5 }
    default:
      return compact({
        id,
        title,
        type: 'text' as const,
        textAlignment: textAlignment(valueOf(attributes, 'align')),
        verticalAlignment: verticalAlignment(valueOf(attributes, 'valign')),
      })
  }
}

function optionOf(option: Element): SelectOption {
  const value = valueOf(option.attributes, 'value') ?? ''
  const label = valueOf(option.attributes, 'label') ?? ''
  return { value, label, color: valueOf(option.attributes, 'color') ?? '' }
}

function textAlignment(value: string | undefined): TextAlignment {
  return value === 'center' || value === 'right' ? value : 'left'
}

function verticalAlignment(value: string | undefined): VerticalAlignment | undefined {
  return value === 'top' || value === 'middle' || value === 'bottom' ? value : undefined
}

function viewOf(table: readonly Attribute[], columns: readonly ColumnRead[]): GridView | CardsView {
  const shown = columns.filter(({ attributes }) => !isSet(attributes, 'data-hidden'))
  const ids = shown.map(({ definition }) => definition.id)
  const withAttribute = (name: string): string | undefined =>
    columns.find(({ attributes }) => isSet(attributes, name))?.definition.id
  const hideHeader = isSet(table, 'data-header-hidden') ?? false
  if (valueOf(table, 'data-view') === 'cards') {
    return compact({
      type: 'cards' as const,
      cardSize: valueOf(table, 'data-card-size') === 'large' ? ('large' as const) : ('medium' as const),
      columns: ids,
      targetDefinition: withAttribute('data-card-target'),
      coverDefinition: withAttribute('data-card-cover'),
      coverDefinitionDark: withAttribute('data-card-cover-dark'),
      hideColumnTitle: hideHeader || undefined,
    })
  }
  const columnWidths: Record<string, number> = {}
  for (const { definition, attributes } of columns) {
    const width = Number(valueOf(attributes, 'width') || Number.NaN)
    if (width > 0 && String(width) === valueOf(attributes, 'width')) columnWidths[definition.id] = width
  }
  const hasWidths = Object.keys(columnWidths).length > 0
  return compact({
    type: 'grid' as const,
    columns: ids,
    columnWidths: hasWidths ? columnWidths : undefined,
    hideHeader,
  })
}

export function selectElement(definition: Definition): string {
  if (definition.type !== 'select') return ''
  const options = definition.options.map(({ value, label, color }) => {
    const attributes = [elementAttribute('value', value), elementAttribute('label', label)]
    if (color !== '') attributes.push(elementAttribute('color', color))
    return `<option ${attributes.join(' ')}></option>`
  })
  return `<select${definition.multiple ? ' multiple' : ''}>${options.join('')}</select>`
}

export function tableAttributes(data: Table['data']): Wanted {
  const { view } = data
  const isCards = view.type === 'cards'
  return [
    ['data-view', isCards ? 'cards' : undefined],
    ['data-card-size', isCards && view.cardSize === 'large' ? 'large' : undefined],
    ['data-full-width', data.fullWidth?.toString()],
    ['data-header-hidden', (isCards ? view.hideColumnTitle : view.hideHeader) ? true : undefined],
  ]
}

/** The attributes of a table, read again: what remembered ones mean. */
export function tableAttributesWere(attributes: Attribute[]): Wanted {
  const fullWidth = isSet(attributes, 'data-full-width')
  return tableAttributes(compact({ view: viewOf(attributes, []), records: {}, definition: {}, fullWidth }))
}

export function columnAttributes(definition: Definition, data: Table['data']): Wanted {
  const { view } = data
  const { id } = definition
  const isCards = view.type === 'cards'
  const flag = (is: boolean): true | undefined => is || undefined
  return [
    ['width', isCards ? undefined : view.columnWidths?.[id]?.toString()],
    ...cellAttributes(definition),
    ['data-type', definition.type === 'text' ? undefined : definition.type],
    ['data-max', definition.type === 'rating' ? String(definition.max) : undefined],
    ['data-multiple', flag(definition.type === 'users' && definition.multiple)],
    ['data-hidden', flag(!view.columns.includes(id))],
    ['data-card-target', flag(isCards && view.targetDefinition === id)],
    ['data-card-cover', flag(isCards && view.coverDefinition === id)],
    ['data-card-cover-dark', flag(isCards && view.coverDefinitionDark === id)],
  ]
}

export function columnAttributesWere(
  attributes: Attribute[],
  definition: Definition,
  isCards: boolean,
): Wanted {
  const isSelect = definition.type === 'select'
  const read = isSelect ? definition : definitionOf('c', definition.title, attributes)
  const table = isCards ? [{ name: 'data-view', value: 'cards', raw: '' }] : []
  const column = { definition: { ...read, id: 'c' }, attributes }
  return columnAttributes(column.definition, { view: viewOf(table, [column]), records: {}, definition: {} })
}

export function cellAttributes(definition: Definition): Wanted {
  if (definition.type !== 'text') return []
  return [
    ['align', definition.textAlignment === 'left' ? undefined : definition.textAlignment],
    ['valign', definition.verticalAlignment],
  ]
}

function keepColumn(column: ColumnRead, data: Table['data'], kept: Kept): void {
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
  row: readonly Element[],
  index: number,
  columns: readonly ColumnRead[],
  kept: Kept,
  notes: Notes,
): TableRecord {
  const values: TableRecord['values'] = {}
  row.forEach((td, at) => {
    const definition = columns[at]?.definition
    if (!definition) return
    const name = `r${index + 1}${definition.id}`
    const objectFit = valueOf(td.attributes, 'data-object-fit')
    const wanted = wantedOfCell(definition, objectFit)
    const raws = rememberAttributes(td.attributes, wanted, elementAttribute)
    if (raws) kept.parts[name] = raws
    const source = inner(td)
    if (definition.type === 'text') {
      const nodes = blocksFromHtml(source, notes)
      if (nodes.length === 0) return
      values[definition.id] = name
      kept.fragments.push({ object: 'fragment', fragment: name, type: 'table-cell', nodes })
      return
    }
    const value = readCell(definition, source, objectFit)
    values[definition.id] = value
    const written = writeCell(definition, value, rawTarget)
    if (written !== source) kept.cells[name] = { value: cellKey(value, rawTarget), source }
  })
  return { orderIndex: orderIndex(index), values }
}

function wantedOfCell(definition: Definition, objectFit: string | undefined): Wanted {
  if (definition.type !== 'image') return cellAttributes(definition)
  const isKnown = objectFit === 'contain' || objectFit === 'fill' || objectFit === 'cover'
  return [['data-object-fit', isKnown ? objectFit : undefined]]
}

/** Sorts as text the way the rows follow each other. */
export function orderIndex(index: number): string {
  return `a${index.toString(36).padStart(4, '0')}`
}
