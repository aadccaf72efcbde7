import { parseHtml } from '../html/html-tree.ts'

// A row of a table of pipes: where its cells are in its line.

type Range = { from: number; to: number }

/** What a cell holds, and all between its bars. */
type Cell = Range & { outer: Range }

/**
 * The cells of a row. Of a row with more cells than columns, bars inside of elements
 * are text; if there are still too many cells, the last one holds the rest of the row: nothing is dropped.
 */
export function cellsIn(line: string, columns: number): Cell[] {
  const cells = split(line, [])
  if (cells.length <= columns) return cells
  const fewer = line.includes('</') ? split(line, elementsIn(line)) : cells
  if (fewer.length <= columns) return fewer
  const [last, end] = [fewer[columns - 1], fewer.at(-1)]
  if (!last || !end) return fewer
  const outer = { from: last.outer.from, to: end.outer.to }
  return [...fewer.slice(0, columns - 1), cellOf(line, outer)]
}

/** How many cells bars make, asked of every row. */
export function countCells(line: string): number {
  const row = line.trim()
  let bars = 0
  for (let at = row.indexOf('|'); at >= 0; at = row.indexOf('|', at + 1)) if (row[at - 1] !== '\\') bars++
  const isClosed = row.endsWith('|') && row[row.length - 2] !== '\\' && row.length > 1
  return bars + 1 - Number(row.startsWith('|')) - Number(isClosed)
}

/** A bar in a cell is written with a backslash before it, whatever it is in. */
export function contentOf(line: string, { from, to }: Range): string {
  return line.slice(from, to).replaceAll('\\|', '|')
}

function cellOf(line: string, outer: Range): Cell {
  return { ...trimmed(line, outer), outer }
}

function split(line: string, whole: readonly Range[]): Cell[] {
  const edges = trimmed(line, { from: 0, to: line.length })
  const cells: Cell[] = []
  let from = edges.from
  let next = 0
  for (let at = line.indexOf('|', from); at >= 0 && at < edges.to; at = line.indexOf('|', at + 1)) {
    while (next < whole.length && (whole[next]?.to ?? 0) <= at) next++
    const isInside = (whole[next]?.from ?? at) < at
    if (line[at - 1] === '\\' || isInside) continue
    // The bar that a row begins with closes no cell.
    if (at > edges.from) cells.push(cellOf(line, { from, to: at }))
    from = at + 1
  }
  if (from < edges.to) cells.push(cellOf(line, { from, to: edges.to }))
  return cells
}

function elementsIn(line: string): Range[] {
  const found: Range[] = []
  let at = 0
  for (const node of parseHtml(line)) {
    if (node.kind === 'element') found.push({ from: at, to: at + node.source.length })
    at += node.source.length
  }
  return found
}

function trimmed(line: string, { from, to }: Range): Range {
  let [start, end] = [from, to]
  while (start < end && /\s/.test(line.charAt(start))) start++
  while (end > start && /\s/.test(line.charAt(end - 1))) end--
  return { from: start, to: end }
}

/** A row of which some cells say something else; undefined stands for those that stay. */
export function withCells(line: string, cells: readonly (string | undefined)[]): string {
  const found = cellsIn(line, cells.length)
  const wanted = cells.map((cell, index) => cell ?? sourceOf(line, found[index]))
  let out = ''
  let at = 0
  found.forEach((cell, index) => {
    const content = cells[index]
    if (content === undefined) return
    out += line.slice(at, cell.outer.from) + padded(line, cell, content)
    at = cell.outer.to
  })
  out += line.slice(at)
  const isSafe = cells[0] === undefined || line.trimStart().startsWith('|')
  const now = cellsIn(out, cells.length)
  const isRight = wanted.every((content, index) => sourceOf(out, now[index]) === content)
  return isSafe && isRight && now.length === found.length ? out : rowOf(wanted)
}

export function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

export function sourceOf(line: string, cell: Range | undefined): string {
  return cell ? line.slice(cell.from, cell.to) : ''
}

/** As wide as the cell was, where there is room, so that the bars stay below each other. */
function padded(line: string, { from, to, outer }: Cell, content: string): string {
  const [before, after] = [line.slice(outer.from, from), line.slice(to, outer.to)]
  const width = outer.to - outer.from
  if (from === to) return ` ${content} `.padEnd(width)
  return (before + content + after.slice(0, 1)).padEnd(after === '' ? 0 : width)
}
