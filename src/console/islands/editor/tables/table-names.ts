// Rows and columns of a table by the names that the server gives them: by their places.
import type { Node } from 'prosemirror-model'

export type TableNames = { rows: readonly string[]; columns: readonly string[] }
export type NamesOf = (table: Node) => TableNames

export const rowsOf = (table: Node) => table.children.slice(1)
/** What is over a column. */
export const titleOf = ({ type, attrs, textContent }: Node): string =>
  type.name === 'table_title_kept' ? attrs.title : textContent
export const titlesOf = (table: Node) => table.child(0).children

/** As the server will name them once it has read the table. */
export function namesByPlace(table: Node): TableNames {
  return {
    rows: rowsOf(table).map((_, at) => `r${at + 1}`),
    columns: titlesOf(table).map((_, at) => `c${at + 1}`),
  }
}

/** As the server names them now: what it has goes by its place there, so that its spelling is found again. */
export function namesOnServer(saved: Node): NamesOf {
  const tables = new Map<string, Node>()
  const add = (node: Node) => {
    if (node.type.name === 'table' && node.attrs.id !== null) tables.set(node.attrs.id, node)
  }
  add(saved)
  saved.descendants(add)
  return (table) => {
    const before = tables.get(table.attrs.id)
    if (!before) return namesByPlace(table)
    return {
      rows: named(rowsOf(table), rowsOf(before), 'r'),
      columns: named(titlesOf(table), titlesOf(before), 'c'),
    }
  }
}

function named(nodes: readonly Node[], saved: readonly Node[], letter: string): string[] {
  const places = new Map(saved.map((node, at) => [String(node.attrs.name), `${letter}${at + 1}`]))
  return nodes.map(({ attrs }, at) => {
    const known = places.get(attrs.name)
    places.delete(attrs.name)
    // Nothing on the server is called that.
    return known ?? `${letter}${saved.length + at + 1}n`
  })
}
