// A table of the editor as a public document has it.
import type { Node } from 'prosemirror-model'
import type { Fragment, InlineNode, Meta, Paragraph, Table } from '../../../../engines/markdown/document.ts'
import {
  type CardsView,
  type CellValue,
  type Definition,
  type GridView,
  orderIndex,
  type TableRecord,
} from '../../../../engines/markdown/tables/document-table.ts'
import { rowsOf, type TableNames, titleOf, titlesOf } from './table-names.ts'

type Inlines = (nodes: readonly Node[]) => InlineNode[]

export function tableOf(table: Node, inlines: Inlines, names: TableNames): Table {
  const { id, rest } = table.attrs
  const { data = {}, meta, ...more } = rest ?? {}
  const titles = titlesOf(table)
  const { columns } = names
  const definition: Record<string, Definition> = {}
  for (const [at, title] of titles.entries()) {
    const name = columns[at] ?? ''
    definition[name] = {
      ...(title.attrs.rest ?? { type: 'text', textAlignment: 'left' }),
      id: name,
      title: titleOf(title),
    }
  }
  const fragments: Fragment[] = []
  const records: Record<string, TableRecord> = {}
  for (const [index, row] of rowsOf(table).entries()) {
    const name = names.rows[index] ?? ''
    const values: Record<string, CellValue> = {}
    for (const [at, cell] of row.children.entries()) {
      const column = columns[at]
      if (column === undefined) continue
      const { value, fragment } = cellOf(cell, name + column, inlines)
      if (fragment) fragments.push(fragment)
      if (value !== undefined) values[column] = value
    }
    records[name] = { ...row.attrs.rest, orderIndex: orderIndex(index), values }
  }
  const notes = meta && withNames(meta, nowCalled(table, names))
  return {
    object: 'block',
    type: 'table',
    ...(id !== null && { key: id }),
    ...more,
    ...(notes && { meta: notes }),
    data: { ...data, view: viewOf(data.view, titles, names), definition, records },
    fragments,
    isVoid: true,
  }
}

type Cell = { value?: CellValue; fragment?: Fragment }

function cellOf(cell: Node, name: string, inlines: Inlines): Cell {
  const { given, fragment, rest, paragraph, holdsNothing } = cell.attrs
  if (cell.type.name === 'table_kept')
    return fragment ? { value: name, fragment: { ...fragment, fragment: name } } : given
  if (cell.content.size === 0 && !holdsNothing) return rest ? {} : given
  const text: Paragraph = { object: 'block', type: 'paragraph', ...paragraph, nodes: inlines(cell.children) }
  const made = rest ?? { object: 'fragment', type: 'table-cell' }
  return { value: name, fragment: { ...made, fragment: name, nodes: [text] } }
}

export const isNewName = (name: unknown) => String(name).startsWith('new:')

function viewOf(view: GridView | CardsView | undefined, titles: readonly Node[], { columns }: TableNames) {
  const names = new Map(titles.map(({ attrs }, at) => [String(attrs.name), columns[at] ?? '']))
  const was = new Set(view?.columns)
  const isRole = (name: unknown) => view?.type === 'cards' && rolesOf(view).some(([, id]) => id === name)
  const isShown = ({ attrs: { name } }: Node) => !view || was.has(name) || (isNewName(name) && !isRole(name))
  const shown = columns.filter((_, at) => titles[at] && isShown(titles[at]))
  if (!view) return { type: 'grid' as const, columns: shown, hideHeader: false }
  if (view.type === 'grid') {
    const { columnWidths, ...grid } = view
    const widths = Object.entries(columnWidths ?? {}).flatMap(([id, width]): [string, number][] => {
      const name = names.get(id)
      return name === undefined ? [] : [[name, width]]
    })
    return { ...grid, columns: shown, ...(widths.length > 0 && { columnWidths: Object.fromEntries(widths) }) }
  }
  const { targetDefinition: _, coverDefinition: __, coverDefinitionDark: ___, ...cards } = view
  const roles = rolesOf(view).flatMap(([role, id]) => {
    const name = names.get(id ?? '')
    return name === undefined ? [] : [[role, name]]
  })
  return { ...cards, columns: shown, ...Object.fromEntries(roles) }
}

/** What columns are for that a card does not show as they are. */
const rolesOf = ({ targetDefinition, coverDefinition, coverDefinitionDark }: CardsView) =>
  Object.entries({ targetDefinition, coverDefinition, coverDefinitionDark })

/** What rows, columns and cells were called when they were read, with what they are called now. */
function nowCalled(table: Node, { rows, columns }: TableNames): Map<string, string> {
  const names = new Map<string, string>()
  const titles = titlesOf(table).map(({ attrs }) => String(attrs.name))
  for (const [at, title] of titles.entries()) names.set(title, columns[at] ?? '')
  for (const [index, { attrs }] of rowsOf(table).entries())
    for (const [at, title] of titles.entries())
      names.set(`${attrs.name}${title}`, `${rows[index]}${columns[at]}`)
  return names
}

function withNames({ parts, cells, ...rest }: Meta, names: ReadonlyMap<string, string>): Meta {
  const renamed = <V>(all: Record<string, V>) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([key, value]): [string, V][] => {
        const [name = '', ...tail] = key.split(' ')
        const now = names.get(name)
        // Notes of the whole table are called otherwise.
        if (now === undefined) return /^(r\d+)?c\d+$/.test(name) ? [] : [[key, value]]
        return [[[now, ...tail].join(' '), value]]
      }),
    )
  return { ...rest, ...(parts && { parts: renamed(parts) }), ...(cells && { cells: renamed(cells) }) }
}
