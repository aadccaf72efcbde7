// Tables. What our model can say becomes a table of it; merged cells stay an HTML table, cleaned.
import type { Block, Fragment, InlineNode } from '../../../markdown/document.ts'
import { text, verbatim } from '../../../markdown/nodes.ts'
import type { Definition, TableRecord, TextAlignment } from '../../../markdown/tables/document-table.ts'
import { MarkdownWriter } from '../../../markdown/write/markdown-writer.ts'
import { writeHtmlBlocks } from '../../../markdown/write/write-html-blocks.ts'
import { inWords, LIMITS } from '../../limits.ts'
import { Refusal } from '../../refusal.ts'
import { codeBlock } from './code.ts'
import { bold, fragment, type Maker, paragraph } from './maker.ts'
import { attribute, type Element, elementsIn, findElement, hasClass, styleOf, wordsOf } from './tree.ts'

type Row = { cells: Element[]; isHead: boolean }

export function tableOf(maker: Maker, table: Element): Block[] {
  const code = highlighted(table)
  if (code) return [code]
  const caption = elementsIn(table.children).find(({ name }) => name === 'caption')
  const rows = rowsOf(table)
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const before = caption && wordsOf(caption) !== '' ? [bold(wordsOf(caption))] : []
  if (widest === 0) return before
  // One cell, or a table for the layout, is no table.
  if (widest === 1 && (rows.length === 1 || isLayout(table)))
    return [...before, ...rows.flatMap(({ cells }) => cells.flatMap((cell) => maker.blocks(cell.children)))]
  if (widest * rows.length > LIMITS.cells)
    throw new Refusal(
      'too_large',
      `a page of it has a table of ${inWords(widest)} columns and ${inWords(rows.length)} rows; at most ${inWords(LIMITS.cells)} cells are imported`,
      { columns: widest, rows: rows.length, most: LIMITS.cells },
    )
  const isMerged = rows.some(({ cells }) =>
    cells.some((cell) => spanOf(cell, 'colspan') > 1 || spanOf(cell, 'rowspan') > 1),
  )
  return [...before, isMerged ? mergedTable(maker, rows) : plainTable(maker, rows, widest)]
}

/** Highlighters put code beside its line numbers with a table. */
function highlighted(table: Element) {
  const pre = findElement(table, (node) => node.name === 'pre' && !hasClass(node, 'lineno', 'linenos'))
  const isCode = hasClass(table, 'highlighttable', 'rouge-table', 'hljs-ln', 'highlight')
  const cell = isCode
    ? findElement(table, (node) => node.name === 'td' && hasClass(node, 'code', 'rouge-code'))
    : undefined
  if (cell) return codeBlock(cell, [table])
  return isCode && pre ? codeBlock(pre, [table]) : undefined
}

function isLayout(table: Element) {
  return attribute(table, 'role') === 'presentation' || attribute(table, 'role') === 'none'
}

function rowsOf(table: Element): Row[] {
  const rows: Row[] = []
  const take = (row: Element, isInHead: boolean) => {
    const cells = elementsIn(row.children).filter(({ name }) => name === 'td' || name === 'th')
    if (cells.length === 0) return
    rows.push({ cells, isHead: isInHead || cells.every(({ name }) => name === 'th') })
  }
  for (const part of elementsIn(table.children)) {
    if (part.name === 'tr') take(part, false)
    else if (['thead', 'tbody', 'tfoot'].includes(part.name))
      for (const row of elementsIn(part.children)) if (row.name === 'tr') take(row, part.name === 'thead')
  }
  return rows
}

function spanOf(cell: Element, name: 'colspan' | 'rowspan') {
  const span = Number(attribute(cell, name) ?? 1)
  return Number.isInteger(span) && span > 1 && span <= 1000 ? span : 1
}

function plainTable(maker: Maker, rows: Row[], columns: number): Block {
  const [first] = rows
  const head = first?.isHead ? first : undefined
  const body = head ? rows.slice(1) : rows
  const definition: Record<string, Definition> = {}
  for (let at = 0; at < columns; at++) {
    const id = `c${at + 1}`
    const title = head?.cells[at]
    const textAlignment = alignmentOf(title ?? first?.cells[at])
    definition[id] = { id, title: title ? wordsOf(title) : '', type: 'text', textAlignment }
  }
  const fragments: Fragment[] = []
  const records: Record<string, TableRecord> = {}
  for (const [number, { cells }] of body.entries()) {
    const values: TableRecord['values'] = {}
    for (const [at, cell] of cells.entries()) {
      const nodes = plainer(maker.below(cell.children))
      if (nodes.length === 0) continue
      const name = `r${number + 1}c${at + 1}`
      values[`c${at + 1}`] = name
      fragments.push(fragment(name, nodes))
    }
    records[`r${number + 1}`] = { orderIndex: String(number).padStart(8, '0'), values }
  }
  const view = { type: 'grid' as const, columns: Object.keys(definition), hideHeader: !head }
  return { object: 'block', type: 'table', data: { view, records, definition }, fragments, isVoid: true }
}

function alignmentOf(cell: Element | undefined): TextAlignment {
  const said = cell && (attribute(cell, 'align') ?? styleOf(cell, 'text-align'))
  return said === 'center' || said === 'right' ? said : 'left'
}

function mergedTable(maker: Maker, rows: Row[]): Block {
  const heads = rows.findIndex(({ isHead }) => !isHead)
  const split = heads < 0 ? rows.length : heads
  const written = rows.map((row) => `<tr>${row.cells.map((cell) => cellHtml(maker, cell)).join('')}</tr>`)
  const head = split > 0 ? `<thead>${written.slice(0, split).join('')}</thead>` : ''
  return verbatim(`<table>${head}<tbody>${written.slice(split).join('')}</tbody></table>`)
}

function cellHtml(maker: Maker, cell: Element) {
  const spans = (['colspan', 'rowspan'] as const).flatMap((name) => {
    const span = spanOf(cell, name)
    return span > 1 ? [` ${name}="${span}"`] : []
  })
  const content = writeHtmlBlocks(plainer(maker.below(cell.children)), new MarkdownWriter())
  // A blank line would end the table.
  return `<${cell.name}${spans.join('')}>${content.replaceAll(/\n\s*\n/g, '\n')}</${cell.name}>`
}

/** Cells hold paragraphs, lists, code and hints; all else leaves what can be said with those. */
function plainer(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    switch (block.type) {
      case 'images':
        return [paragraph(block.nodes.map(inlineImage))]
      case 'table':
        return tableTexts(block)
      case 'blockquote':
      case 'columns':
      case 'column':
        return plainer(block.nodes)
      case 'expandable':
        return block.fragments.flatMap(({ nodes }) => plainer(nodes))
      case 'math':
        return [paragraph([{ object: 'inline', type: 'inline-math', data: block.data, isVoid: true }])]
      case 'embed':
        return [paragraph([linkTo(block.data.url)])]
      case 'file':
        return [paragraph([linkTo(block.data.ref.kind === 'url' ? block.data.ref.url : '')])]
      case 'divider':
        return []
      default:
        return [block]
    }
  })
}

function linkTo(url: string): InlineNode {
  return { object: 'inline', type: 'link', data: { ref: { kind: 'url', url } }, nodes: [text(url)] }
}

function inlineImage(image: Extract<Block, { type: 'image' }>): InlineNode {
  const { ref, alt } = image.data
  return { object: 'inline', type: 'inline-image', data: { ref, ...(alt && { alt }) }, isVoid: true }
}

/** A table in a cell: its cells one after the other. */
function tableTexts({ data, fragments }: Extract<Block, { type: 'table' }>): Block[] {
  const titles = Object.values(data.definition)
    .map(({ title }) => title)
    .filter((title) => title !== '')
  const head = titles.length > 0 ? [bold(titles.join(', '))] : []
  return [...head, ...fragments.flatMap(({ nodes }) => nodes)]
}
