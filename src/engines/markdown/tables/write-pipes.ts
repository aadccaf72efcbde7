import type { Block, Table } from '../document.ts'
import { joinLines } from '../lines/blanks.ts'
import { childrenOf, own } from '../nodes.ts'
import { escapeText, spellBlank } from '../write/escape.ts'
import type { MarkdownWriter } from '../write/markdown-writer.ts'
import { hasElements, writeHtmlBlock, writeHtmlBlocks } from '../write/write-html-blocks.ts'
import { writeInlines } from '../write/write-inlines.ts'
import type { Definition } from './document-table.ts'
import { withoutMarkdown } from './pipe-cells.ts'
import { isShown } from './table-columns.ts'
import { cellBlocks, type Grid } from './table-grid.ts'
import { rowOf } from './table-rows.ts'

/** Whether a table can be written with pipes, in cells of one paragraph or also with elements in them. */
export function fitsPipes(table: Table, { columns, fragments }: Grid, withElements: boolean): boolean {
  const { view, fullWidth } = table.data
  if (view.type !== 'grid' || view.hideHeader || fullWidth !== undefined) return false
  if (view.columnWidths && Object.keys(view.columnWidths).length > 0) return false
  const isText = (definition: Definition): boolean =>
    definition.type === 'text' && !definition.verticalAlignment && isShown(view, definition.id)
  const fits = (blocks: Block[]) => isOneText(blocks) || (withElements && blocks.every(fitsLine))
  return columns.every(isText) && [...fragments.values()].every(fits)
}

/** A cell of one line of Markdown. */
export function isOneText([only, ...rest]: readonly Block[]): boolean {
  return rest.length === 0 && (!only || (isText(only) && only.meta?.form !== 'html'))
}

function isText(block: Block): boolean {
  return block.type === 'paragraph' && !block.data?.align && !block.meta?.markdown
}

/** Of what can be written with elements, only code has lines. */
function fitsLine(block: Block): boolean {
  const isLine = block.type !== 'code' || (block.nodes.length === 1 && !block.nodes[0]?.data.highlighted)
  return hasElements(block) && isLine && childrenOf(block).every(holdsLines)
}

function holdsLines(block: Block): boolean {
  return (
    block.type === 'code-line' || (block.type === 'list-item' ? block.nodes.every(fitsLine) : fitsLine(block))
  )
}

export function pipeTable(table: Table, grid: Grid, writing: MarkdownWriter): string {
  const titles = grid.columns.map((definition) => pipeTitle(table, definition))
  const rows = grid.rows.map(([, record]) =>
    grid.columns.map(({ id }) => pipeCell(cellBlocks(record, id, grid), writing)),
  )
  return [titles, grid.columns.map(pipeRule), ...rows].map(rowOf).join('\n')
}

export function pipeTitle({ meta }: Table, { id, title }: Definition): string {
  const kept = own(meta?.cells, id)
  return escapePipes(kept?.value === title ? kept.source : escapeText(title))
}

export function pipeRule(definition: Definition): string {
  const align = definition.type === 'text' ? definition.textAlignment : 'left'
  return align === 'center' ? ':---:' : align === 'right' ? '---:' : '---'
}

export function pipeCell(blocks: readonly Block[], writing: MarkdownWriter): string {
  const [only] = blocks
  if (!isOneText(blocks)) return escapePipes(inElements(blocks, writing))
  if (only?.type !== 'paragraph') return ''
  return escapePipes(writeInlines(only.nodes, writing, { lineBreak: '<br>', breaks: [] }))
}

function inElements(blocks: readonly Block[], writing: MarkdownWriter): string {
  const [only, ...rest] = blocks
  const html = only && rest.length === 0 ? writeHtmlBlock(only, writing) : writeHtmlBlocks(blocks, writing)
  return withoutMarkdown(html.replace(/\n(?=(?:<\/code>)?<\/pre>)/g, ''))
}

function escapePipes(cell: string): string {
  return joinLines(cell)
    .replace(/^\s|\s$/g, spellBlank)
    .replaceAll('|', '\\|')
}
