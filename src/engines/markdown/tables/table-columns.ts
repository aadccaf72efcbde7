import type { Table } from '../document.ts'
import { elementsOf, type HtmlElement } from '../html/html-tree.ts'
import { compact, own } from '../nodes.ts'
import {
  type Attribute,
  attributeValue,
  elementAttribute,
  isSet,
  type WantedAttributes,
} from '../read/attributes.ts'
import type {
  CardsView,
  Definition,
  GridView,
  SelectOption,
  TextAlignment,
  VerticalAlignment,
} from './document-table.ts'

// Columns and views of a table, to and from the attributes of its elements.

export type ColumnRead = { definition: Definition; attributes: Attribute[]; source?: string; select?: string }

export function selectElement(definition: Definition): string {
  if (definition.type !== 'select') return ''
  const options = definition.options.map(({ value, label, color }) => {
    const attributes = [elementAttribute('value', value), elementAttribute('label', label)]
    if (color !== '') attributes.push(elementAttribute('color', color))
    return `<option ${attributes.join(' ')}></option>`
  })
  return `<select${definition.multiple ? ' multiple' : ''}>${options.join('')}</select>`
}

export function tableAttributes(data: Table['data']): WantedAttributes {
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
export function tableAttributesWere(attributes: Attribute[]): WantedAttributes {
  const fullWidth = isSet(attributes, 'data-full-width')
  return tableAttributes(compact({ view: viewOf(attributes, []), records: {}, definition: {}, fullWidth }))
}

const shown = new WeakMap<readonly string[], Set<string>>()

/** Asked for each of what may be thousands of columns. */
export function isShown({ columns }: GridView | CardsView, id: string): boolean {
  const ids = shown.get(columns) ?? new Set(columns)
  shown.set(columns, ids)
  return ids.has(id)
}

export function columnAttributes(definition: Definition, data: Table['data']): WantedAttributes {
  const { view } = data
  const { id } = definition
  const isCards = view.type === 'cards'
  const flag = (is: boolean): true | undefined => is || undefined
  return [
    ['width', isCards ? undefined : own(view.columnWidths, id)?.toString()],
    ...cellAttributes(definition),
    // A column to select from is told by its options.
    ['data-type', definition.type === 'text' || definition.type === 'select' ? undefined : definition.type],
    ['data-max', definition.type === 'rating' ? String(definition.max) : undefined],
    ['data-multiple', flag(definition.type === 'users' && definition.multiple)],
    ['data-hidden', flag(!isShown(view, id))],
    ['data-card-target', flag(isCards && view.targetDefinition === id)],
    ['data-card-cover', flag(isCards && view.coverDefinition === id)],
    ['data-card-cover-dark', flag(isCards && view.coverDefinitionDark === id)],
  ]
}

export function columnAttributesWere(
  attributes: Attribute[],
  definition: Definition,
  isCards: boolean,
): WantedAttributes {
  const isSelect = definition.type === 'select'
  const read = isSelect ? definition : definitionOf('c', definition.title, attributes)
  const table = isCards ? [{ name: 'data-view', value: 'cards', raw: '' }] : []
  const column = { definition: { ...read, id: 'c' }, attributes }
  return columnAttributes(column.definition, { view: viewOf(table, [column]), records: {}, definition: {} })
}

export function cellAttributes(definition: Definition): WantedAttributes {
  if (definition.type !== 'text') return []
  return [
    ['align', definition.textAlignment === 'left' ? undefined : definition.textAlignment],
    ['valign', definition.verticalAlignment],
  ]
}

export function wantedOfCell(definition: Definition, objectFit: string | undefined): WantedAttributes {
  if (definition.type !== 'image') return cellAttributes(definition)
  const isKnown = objectFit === 'contain' || objectFit === 'fill' || objectFit === 'cover'
  return [['data-object-fit', isKnown ? objectFit : undefined]]
}

export function viewOf(table: readonly Attribute[], columns: readonly ColumnRead[]): GridView | CardsView {
  const shown = columns.filter(({ attributes }) => !isSet(attributes, 'data-hidden'))
  const ids = shown.map(({ definition }) => definition.id)
  const withAttribute = (name: string): string | undefined =>
    columns.find(({ attributes }) => isSet(attributes, name))?.definition.id
  const hideHeader = isSet(table, 'data-header-hidden') ?? false
  if (attributeValue(table, 'data-view') === 'cards') {
    return compact({
      type: 'cards' as const,
      cardSize:
        attributeValue(table, 'data-card-size') === 'large' ? ('large' as const) : ('medium' as const),
      columns: ids,
      targetDefinition: withAttribute('data-card-target'),
      coverDefinition: withAttribute('data-card-cover'),
      coverDefinitionDark: withAttribute('data-card-cover-dark'),
      hideColumnTitle: hideHeader || undefined,
    })
  }
  const columnWidths: Record<string, number> = {}
  for (const { definition, attributes } of columns) {
    const width = Number(attributeValue(attributes, 'width') || Number.NaN)
    if (width > 0 && Number.isFinite(width) && String(width) === attributeValue(attributes, 'width'))
      columnWidths[definition.id] = width
  }
  const hasWidths = Object.keys(columnWidths).length > 0
  return compact({
    type: 'grid' as const,
    columns: ids,
    columnWidths: hasWidths ? columnWidths : undefined,
    hideHeader,
  })
}

export function definitionOf(
  id: string,
  title: string,
  attributes: readonly Attribute[],
  select?: HtmlElement,
): Definition {
  const type = attributeValue(attributes, 'data-type')
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
      return { id, title, type, max: maxOf(attributeValue(attributes, 'data-max')) }
    default:
      return compact({
        id,
        title,
        type: 'text' as const,
        textAlignment: textAlignment(attributeValue(attributes, 'align')),
        verticalAlignment: verticalAlignment(attributeValue(attributes, 'valign')),
      })
  }
}

function maxOf(value: string | undefined): number {
  const max = Number(value ?? 5)
  return Number.isFinite(max) && max !== 0 ? max : 5
}

function optionOf(option: HtmlElement): SelectOption {
  const value = attributeValue(option.attributes, 'value') ?? ''
  const label = attributeValue(option.attributes, 'label') ?? ''
  return { value, label, color: attributeValue(option.attributes, 'color') ?? '' }
}

function textAlignment(value: string | undefined): TextAlignment {
  return value === 'center' || value === 'right' ? value : 'left'
}

function verticalAlignment(value: string | undefined): VerticalAlignment | undefined {
  return value === 'top' || value === 'middle' || value === 'bottom' ? value : undefined
}
