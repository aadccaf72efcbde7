import type { StateBlock } from 'markdown-it'
import { cellsIn, contentOf, countCells } from '../tables/table-rows.ts'
import type { ParseState } from './parse-state.ts'

type Rule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean

function lineOf({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string {
  return src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line])
}

/** The engine's rule for tables of pipes, without its placeholders and with all that is in their rows. */
export function withAllCells(table: Rule, readingOf: (state: StateBlock) => ParseState): Rule {
  return (state, startLine, endLine, silent) => {
    if (hasHoles(state, startLine, readingOf(state))) return false
    const first = state.tokens.length
    if (!table(state, startLine, endLine, silent)) return false
    if (!silent) keepExcess(state, first)
    return true
  }
}

/** Rows are filled up to the width of the header: a wide header over thousands of bare lines would cost seconds. */
function hasHoles(state: StateBlock, startLine: number, parsing: ParseState): boolean {
  const isLong = (state.eMarks[startLine] ?? 0) - (state.bMarks[startLine] ?? 0) > 80
  const width = isLong ? lineOf(state, startLine).split('|').length : 0
  if (width <= 40) return false
  const { bars, lines } = parsing.rowsFrom(startLine + 2)
  return width * lines > 4 * bars + 4000
}

/** What a row has more than the header, which the engine drops. */
function keepExcess(state: StateBlock, first: number): void {
  const { tokens } = state
  let columns = 0
  for (let at = first; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.type === 'th_open') columns++
    if (token?.type !== 'tr_open' || tokens[at + 1]?.type !== 'td_open') continue
    const line = lineOf(state, token.map?.[0] ?? 0)
    if (countCells(line) <= columns) continue
    cellsIn(line, columns).forEach((cell, index) => {
      // A cell is three tokens: its text between an opening and a closing one.
      const inline = tokens[at + 2 + 3 * index]
      if (inline) inline.content = contentOf(line, cell)
    })
  }
}
