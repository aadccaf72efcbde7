import type { ContentRef } from '../../content/records.ts'

// What a table holds: columns, rows, and how they are shown.

export type VerticalAlignment = 'top' | 'middle' | 'bottom'
export type GridView = {
  type: 'grid'
  columns: string[]
  columnWidths?: Record<string, number>
  hideHeader: boolean
  useNewSizing?: boolean
}
export type CardsView = {
  type: 'cards'
  cardSize: 'medium' | 'large'
  columns: string[]
  targetDefinition?: string
  coverDefinition?: string
  coverDefinitionDark?: string
  hideColumnTitle?: boolean
}
export type SelectOption = { value: string; label: string; color: string }
export type TextAlignment = 'center' | 'right' | 'left'
export type Definition = { id: string; title: string } & (
  | { type: 'text'; textAlignment: TextAlignment; verticalAlignment?: VerticalAlignment }
  | { type: 'number' | 'checkbox' | 'files' | 'content-ref' | 'image' }
  | { type: 'users'; multiple: boolean }
  | { type: 'rating'; max: number }
  | { type: 'select'; multiple: boolean; options: SelectOption[] }
)
export type ImageRecord = { ref: ContentRef; objectFit?: 'contain' | 'fill' | 'cover' }
export type CellValue = number | string | null | boolean | string[] | ContentRef | ImageRecord
export type TableRecord = { orderIndex: string; values: Record<string, CellValue> }

/** Sorts as text the way the rows follow each other. */
export function orderIndex(index: number): string {
  return `a${index.toString(36).padStart(4, '0')}`
}
