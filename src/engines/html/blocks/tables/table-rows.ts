import type { Block, Table } from '../../../markdown/document.ts'
import { own } from '../../../markdown/nodes.ts'
import { type Attribute, readElementAttributes } from '../../../markdown/read/attributes.ts'
import type { Definition, TableRecord } from '../../../markdown/tables/document-table.ts'
import { type Html, html } from '../../html.ts'
import { attribute } from '../../markup.ts'
import type { HtmlSpot } from '../write-state.ts'

export type Row = TableRecord & { key: string }
/** What cells need to know of their table. */
export type Cells = { table: Table; texts: ReadonlyMap<string, Block[]>; spot: HtmlSpot }

export function definitions(ids: readonly string[], { data }: Table): Definition[] {
  return ids.flatMap((id) => (Object.hasOwn(data.definition, id) ? (data.definition[id] ?? []) : []))
}

/** The attributes of a cell or a column that the model only keeps. */
export function keptAttributes({ meta }: Table, name: string): Attribute[] {
  return (own(meta?.parts, name) ?? []).flatMap((raw) => readElementAttributes(raw) ?? [])
}

export function spanAttributes(across: number, down: number): Html {
  return html`${attribute('colspan', across > 1 ? across : undefined)}${attribute('rowspan', down > 1 ? down : undefined)}`
}
