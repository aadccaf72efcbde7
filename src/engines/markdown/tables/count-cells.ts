/** Of all tables of a document together, with those that are empty: each is written. */
export const MOST_CELLS = 200_000

/** The cells that the tables of a checked document have: a few names of columns and rows make many. */
export function countCells(document: unknown): number {
  let cells = 0
  const left: unknown[] = [document]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value !== 'object' || value === null) continue
    const { type, data, nodes, fragments } = value as Record<string, unknown>
    if (type === 'table') cells += sizeOf(data, 'definition') * sizeOf(data, 'records')
    for (const list of [nodes, fragments]) if (Array.isArray(list)) for (const each of list) left.push(each)
  }
  return cells
}

function sizeOf(data: unknown, name: 'definition' | 'records'): number {
  const held = (data as Record<string, object | undefined> | undefined)?.[name]
  return held ? Object.keys(held).length : 0
}
