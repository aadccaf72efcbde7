import type { Token } from 'markdown-it'
import type { Fragment, Meta, Table } from '../document.ts'
import { inlineTokens, type TokenNode } from '../engine/engine.ts'
import { inlineText, withMeta } from '../nodes.ts'
import type { BlockSource } from '../read/block-source.ts'
import { inlinesFromTokens } from '../read/inlines.ts'
import { type Definition, orderIndex, type TextAlignment } from './document-table.ts'
import { blocksOfCell } from './pipe-cells.ts'
import { isOneText } from './write-pipes.ts'

/** A table of pipes: every column holds text. */
export function tableFromTokens(node: TokenNode, source: BlockSource): Table {
  const { parsing, notes } = source
  const [head, body] = node.children
  const cells: NonNullable<Meta['cells']> = {}
  const definition: Record<string, Definition> = {}
  const ids: string[] = []
  for (const [index, th] of (head?.children[0]?.children ?? []).entries()) {
    const id = `c${index + 1}`
    const inline = th.children[0]?.token
    const tokens = inlineTokens(inline, parsing)
    const title = inlineText(inlinesFromTokens(tokens, notes).nodes)
    if (!tokens.every(({ type }) => type === 'text'))
      cells[id] = { value: title, source: inline?.content ?? '' }
    definition[id] = { id, title, type: 'text', textAlignment: alignmentOf(th.token) }
    ids.push(id)
  }
  const meta: Meta = Object.keys(cells).length > 0 ? { cells } : {}
  const fragments: Fragment[] = []
  const records: Table['data']['records'] = {}
  for (const [index, row] of (body?.children ?? []).entries()) {
    const values: Record<string, string> = {}
    for (const [at, td] of row.children.entries()) {
      const inline = td.children[0]?.token
      const id = ids[at]
      if (!inline || inline.content === '' || id === undefined) continue
      const name = `r${index + 1}${id}`
      const nodes = blocksOfCell(inline, source)
      if (!isOneText(nodes)) meta.form = 'markdown'
      values[id] = name
      fragments.push({ object: 'fragment', fragment: name, type: 'table-cell', nodes })
    }
    records[`r${index + 1}`] = { orderIndex: orderIndex(index), values }
  }
  const view = { type: 'grid' as const, columns: ids, hideHeader: false }
  return withMeta(
    { object: 'block', type: 'table', data: { view, records, definition }, fragments, isVoid: true },
    meta,
  )
}

function alignmentOf(token: Token): TextAlignment {
  const style = String(token.attrGet('style') ?? '')
  if (style.endsWith('center')) return 'center'
  return style.endsWith('right') ? 'right' : 'left'
}
