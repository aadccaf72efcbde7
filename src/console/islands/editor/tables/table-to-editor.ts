// A table as the editor holds it: a row of titles, and rows of cells. A cell is a line of text, or kept as it is.
import type { Node } from 'prosemirror-model'
import type { Block, Fragment, Paragraph, Table } from '../../../../engines/markdown/document.ts'
import { own } from '../../../../engines/markdown/nodes.ts'
import type { Definition, TableRecord } from '../../../../engines/markdown/tables/document-table.ts'
import { inlineNodes } from '../model/inline-nodes.ts'
import { schema } from '../model/schema.ts'

/** More than these nobody edits by hand; they are kept, and edited as Markdown. */
const MOST_CELLS = 5_000

export function tableNode(table: Table): Node | undefined {
  const { key, object: _, type: __, fragments, isVoid: ___, data, ...more } = table
  const { definition, records, ...said } = data
  const columns = columnsOf(table)
  const rows = Object.entries(records).sort(([, a], [, b]) => (a.orderIndex < b.orderIndex ? -1 : 1))
  if (columns.length === 0 || columns.length * (rows.length + 1) > MOST_CELLS) return
  const texts = new Map(fragments.map((fragment) => [fragment.fragment ?? fragment.key ?? '', fragment]))
  const head = columns.map(({ id, title, ...rest }) =>
    table.meta?.cells && id in table.meta.cells
      ? schema.node('table_title_kept', { name: id, rest, title })
      : schema.node('table_title', { name: id, rest }, title === '' ? [] : [schema.text(title)]),
  )
  const body = rows.map(([name, record]) => {
    const { values, orderIndex: _, ...rest } = record
    const cells = columns.map((column) => cellNode(column, record, texts))
    return schema.node('table_row', { name, rest }, cells)
  })
  const attrs = { id: key ?? null, rest: { ...more, data: said } }
  return schema.node('table', attrs, [schema.node('table_head', null, head), ...body])
}

/** As they are shown, those that are hidden among them where that can be told. */
function columnsOf({ data: { definition, view } }: Table): Definition[] {
  const all = Object.values(definition)
  const shown = new Set(view.columns)
  const isInOrder = all.filter(({ id }) => shown.has(id)).every(({ id }, at) => view.columns[at] === id)
  if (isInOrder) return all
  const visible = view.columns.flatMap((id) => own(definition, id) ?? [])
  return [...visible, ...all.filter(({ id }) => !shown.has(id))]
}

function cellNode(
  { id, type }: Definition,
  { values }: TableRecord,
  texts: ReadonlyMap<string, Fragment>,
): Node {
  const value = own(values, id)
  const fragment = typeof value === 'string' ? texts.get(value) : undefined
  const given = value === undefined ? {} : { value }
  if (!fragment) {
    const isText = type === 'text' && (value === undefined || value === null || value === '')
    return isText ? schema.node('table_cell', { given }) : schema.node('table_kept', { given })
  }
  const { nodes, ...rest } = fragment
  const [only, ...others] = nodes
  const text = only && others.length === 0 ? plainParagraph(only) : undefined
  if (!text) return schema.node('table_kept', { given, fragment })
  const { nodes: inlines, ...paragraph } = text
  const content = inlineNodes(inlines)
  return schema.node('table_cell', { given, rest, paragraph, holdsNothing: content.length === 0 }, content)
}

function plainParagraph(block: Block): Paragraph | undefined {
  return block.type === 'paragraph' && block.meta?.markdown === undefined ? block : undefined
}
