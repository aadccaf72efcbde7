// Trials that run for hours with `npm run proof`, and in a short form with all other tests. The long form writes what it
// counted into docs/proof.md, between the marks of its section.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '../../docs/proof.md')

export const isLong = process.env.QUIRE_PROOF === 'long'

export function rounds(short: number, long: number) {
  return isLong ? long : short
}

/** A table of what was counted, in the order of the columns of its first row. */
export function recordFigures(section: string, rows: Record<string, string | number>[]) {
  const columns = Object.keys(rows[0] ?? {})
  const line = (cells: (string | number | undefined)[]) => `| ${cells.join(' | ')} |`
  const table = [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => row[column]))),
  ].join('\n')
  if (!isLong) return
  const [begin, end] = [`<!-- figures: ${section} -->`, '<!-- end -->']
  const text = readFileSync(FILE, 'utf8')
  const from = text.indexOf(begin)
  if (from < 0) throw new Error(`docs/proof.md has no place for figures of ${section}`)
  const after = text.indexOf(end, from)
  writeFileSync(FILE, `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(after)}`)
}
