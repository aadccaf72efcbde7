// docs/proof.md: what is proven is said by hand, and what was counted stands between the marks of its section.
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('../docs/proof.md', import.meta.url)
const END = '<!-- end -->'

export function writeFigures(section, rows) {
  const begin = `<!-- figures: ${section} -->`
  const text = readFileSync(FILE, 'utf8')
  const from = text.indexOf(begin)
  if (from < 0) throw new Error(`docs/proof.md has no place for the figures of ${section}`)
  const after = text.slice(text.indexOf(END, from))
  writeFileSync(FILE, `${text.slice(0, from)}${begin}\n\n${tableOf(rows)}\n\n${after}`)
}

/** The columns are those of the first row. */
export function tableOf(rows) {
  const columns = Object.keys(rows[0] ?? {}).sort((one, other) => isNumber(one) - isNumber(other))
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [
    line(columns),
    line(columns.map((_, at) => (at === 0 ? '---' : '--:'))),
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n')
}

/** Names that are whole numbers come first in an object; what a row is about comes before them. */
function isNumber(name) {
  return /^\d+$/.test(name) ? 1 : 0
}
