import type { Block } from '../document.ts'
import type { Replacement } from '../edit/plain-lines.ts'
import { respelt, type Spelling } from '../edit/respell.ts'
import { own } from '../nodes.ts'
import type { MarkdownWriter } from '../write/markdown-writer.ts'
import type { TableChange } from './table-change.ts'
import { cellBlocks, type Grid } from './table-grid.ts'
import { cellsIn, rowOf, sourceOf, withCells } from './table-rows.ts'
import { fitsPipes, pipeCell, pipeRule, pipeTitle } from './write-pipes.ts'

/** What has to change in the lines of a table of pipes; undefined where it has to be written anew. */
export function pipeEdits(text: string, change: TableChange, spelling: Spelling): Replacement[] | undefined {
  const { before, after, wanted, steps, hasSameColumns } = change
  const lines = text.split('\n')
  if (!fitsPipes(wanted, after, true) || lines.length !== before.rows.length + 2) return undefined
  const replacements: Replacement[] = []
  let end = -1
  const ends = lines.map((line) => (end += line.length + 1))
  const replace = (line: number, text: string) => {
    const [was, to] = [lines[line] ?? '', ends[line] ?? 0]
    if (was !== text) replacements.push({ from: to - was.length, to, text })
  }
  replace(0, headLine(lines[0] ?? '', change))
  replace(1, ruleLine(lines[1] ?? '', change))
  let last = 1
  for (const { before: old, after: fresh, isSame } of steps) {
    if (isSame && hasSameColumns && old !== undefined) {
      last = old + 2
      continue
    }
    const line = old === undefined ? undefined : lines[old + 2]
    const now = fresh === undefined ? undefined : rowLine(line, { old, fresh }, change, spelling)
    if (old !== undefined) last = old + 2
    const to = ends[last] ?? 0
    if (line === undefined) replacements.push({ from: to, to, text: `\n${now}` })
    else if (now === undefined) replacements.push({ from: to - line.length - 1, to, text: '' })
    else replace(last, now)
  }
  return replacements
}

/** A line in which cells stay that have not changed, by the columns they were in and those they are in now. */
function lineWith(line: string, change: TableChange, cells: Cells): string {
  const { before, after, hasSameColumns, placeBefore } = change
  if (hasSameColumns) return withCells(line, cells)
  const found = cellsIn(line, before.columns.length)
  const sourceIn = (id: string) => sourceOf(line, found[placeBefore.get(id) ?? -1])
  return rowOf(after.columns.map(({ id }, index) => cells[index] ?? sourceIn(id)))
}

/** What to write in each column; undefined where the cell is as it was. */
type Cells = (string | undefined)[]

function headLine(line: string, change: TableChange): string {
  const { was, wanted, after } = change
  const cells = after.columns.map((definition) => {
    const before = own(was.data.definition, definition.id)
    return before?.title === definition.title ? undefined : pipeTitle(wanted, definition)
  })
  return lineWith(line, change, cells)
}

function ruleLine(line: string, change: TableChange): string {
  const { was, after } = change
  const cells = after.columns.map((definition) => {
    const before = own(was.data.definition, definition.id)
    return before && pipeRule(before) === pipeRule(definition) ? undefined : pipeRule(definition)
  })
  return lineWith(line, change, cells)
}

type Row = { old: number | undefined; fresh: number }

function rowLine(
  line: string | undefined,
  { old, fresh }: Row,
  change: TableChange,
  spelling: Spelling,
): string {
  const { before, after, placeBefore, isSame } = change
  const found = line === undefined ? [] : cellsIn(line, before.columns.length)
  const cells = after.columns.map(({ id }, column) => {
    const at = placeBefore.get(id) ?? -1
    if (old !== undefined && at >= 0 && isSame([old, at], [fresh, column])) return undefined
    const [blocks, were] = [blocksIn(after, fresh, id), old === undefined ? [] : blocksIn(before, old, id)]
    const write = (cell: readonly Block[], writing: MarkdownWriter) => pipeCell(cell, writing)
    return respelt({ source: sourceOf(line ?? '', found[at]), were, blocks, write }, spelling)
  })
  return line === undefined ? rowOf(cells.map((cell) => cell ?? '')) : lineWith(line, change, cells)
}

function blocksIn(grid: Grid, row: number, id: string): Block[] {
  const record = grid.rows[row]?.[1]
  return record ? cellBlocks(record, id, grid) : []
}
