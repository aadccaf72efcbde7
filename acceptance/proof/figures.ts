// Trials that run for hours with `npm run proof`, and in a short form with all other tests. The long form hands what it
// counted to proof/run.js, in a file.
import { appendFileSync } from 'node:fs'

const FILE = process.env.QUIRE_PROOF

export function rounds(short: number, long: number) {
  return FILE ? long : short
}

export function recordFigures(section: string, rows: Record<string, string | number>[]) {
  if (FILE) appendFileSync(FILE, `${JSON.stringify([section, rows])}\n`)
}
