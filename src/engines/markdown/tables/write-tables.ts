import type { Table } from '../document.ts'
import type { MarkdownWriter } from '../write/markdown-writer.ts'
import { gridOf } from './table-grid.ts'
import { htmlTable } from './write-html-tables.ts'
import { fitsPipes, pipeTable } from './write-pipes.ts'

export function writeTable(table: Table, writing: MarkdownWriter): string {
  const grid = gridOf(table)
  if (grid.columns.length === 0) return ''
  const { form } = table.meta ?? {}
  const isOfPipes = form !== 'html' && fitsPipes(table, grid, form === 'markdown')
  return isOfPipes ? pipeTable(table, grid, writing) : htmlTable(table, grid, writing)
}
