// Tables from CSV.
import type { Block, InlineNode } from '../../markdown/document.ts'
import { text } from '../../markdown/nodes.ts'
import { writeMarkdown } from '../../markdown/write.ts'
import { LIMITS } from '../limits.ts'
import { fragment, paragraph } from './html/maker.ts'

type Options = {
  /** The page that a cell of the first column names. */
  linkOf: (cell: string) => string | undefined
  /** What a path in a cell leads to. */
  targetOf: (written: string) => string | undefined
}

const MOST_ROWS = 5_000

/** Cells that are empty are written too. */
function mostRows(columns: number) {
  return Math.min(MOST_ROWS, Math.floor(LIMITS.cells / columns))
}

/** The Markdown of a table, the first row as its head. */
export function csvTable(source: string, options: Options): string {
  const [head = [], ...rows] = readCsv(source)
  if (head.length === 0) return ''
  const definition = Object.fromEntries(
    head.map((title, at) => [
      `c${at + 1}`,
      { id: `c${at + 1}`, title, type: 'text' as const, textAlignment: 'left' as const },
    ]),
  )
  const table: Extract<Block, { type: 'table' }> = {
    object: 'block',
    type: 'table',
    data: {
      view: { type: 'grid', columns: Object.keys(definition), hideHeader: false },
      definition,
      records: {},
    },
    fragments: [],
    isVoid: true,
  }
  for (const [number, row] of rows.slice(0, mostRows(head.length)).entries()) {
    const values: Record<string, string> = {}
    for (const [at, cell] of row.slice(0, head.length).entries()) {
      if (cell === '') continue
      const name = `r${number + 1}c${at + 1}`
      values[`c${at + 1}`] = name
      table.fragments.push(fragment(name, [paragraph(inlinesOf(cell, at === 0, options))]))
    }
    table.data.records[`r${number + 1}`] = { orderIndex: String(number).padStart(8, '0'), values }
  }
  return writeMarkdown({ object: 'document', data: {}, nodes: [table] })
}

function inlinesOf(cell: string, isFirst: boolean, { linkOf, targetOf }: Options): InlineNode[] {
  const page = isFirst ? linkOf(cell) : undefined
  if (page) return [link(page, cell)]
  // Relations are written as `Name (path/to/page.md)`, files as their paths.
  const [, words, path] = /^(.+?) \(([^()]+\.(?:md|html|csv))\)$/.exec(cell) ?? []
  const target = targetOf(path ?? cell)
  if (target) return [link(target, words ?? cell)]
  return /^https?:\/\/\S+$/.test(cell) ? [link(cell, cell)] : [text(cell)]
}

function link(url: string, words: string): InlineNode {
  return { object: 'inline', type: 'link', data: { ref: { kind: 'url', url } }, nodes: [text(words)] }
}

/** Rows of cells; quoted cells may hold commas, quotes and line ends. */
function readCsv(source: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|\r|$)/y
  const textOfAll = source.replace(/^\ufeff/, '')
  while (cell.lastIndex < textOfAll.length) {
    const match = cell.exec(textOfAll)
    if (!match) break
    const [, written = '', end] = match
    row.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written)
    if (end === ',') {
      if (cell.lastIndex === textOfAll.length) row.push('')
      continue
    }
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return rows.filter((cells) => cells.some((one) => one !== ''))
}
