// npm run proof [-- --only trials,mutants,growth,load] [--short] [--most 10000]
// Tries what takes hours, and writes what it counted into docs/proof.md. With --short it prints instead, within a minute.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tableOf, writeFigures } from './document.js'
import { measureGrowth } from './growth/growth.js'
import { measureLoad } from './load/load.js'
import { measureMutants } from './mutants/mutants.js'

const PARTS = { trials: runTrials, mutants: measureMutants, growth: measureGrowth, load: measureLoad }
const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(PARTS).join(',') },
    short: { type: 'boolean', default: false },
    // Growth: up to so many pages; of spaces a tenth, and of spaces on a site a hundredth.
    most: { type: 'string', default: '100000' },
  },
})
const say = (what) => console.error(`… ${what}`)

for (const name of flags.only.split(',')) {
  const measure = PARTS[name]
  if (!measure) throw new Error(`There is no part ${name}: ${Object.keys(PARTS).join(', ')}`)
  const sections = await measure({ isShort: flags.short, most: Number(flags.most), say })
  for (const [section, rows] of Object.entries(sections)) {
    console.log(`\n${tableOf(rows)}`)
    if (!flags.short) writeFigures(section, rows)
  }
}

/** The trials of acceptance/proof, as long as they can be; in their short form they are part of `npm test`. */
async function runTrials({ isShort }) {
  if (isShort) throw new Error('The short form of the trials: npx vitest run acceptance/proof')
  const folder = mkdtempSync(join(tmpdir(), 'quire-figures-'))
  const file = join(folder, 'figures')
  const vitest = ['vitest', 'run', 'acceptance/proof', '--no-file-parallelism', '--testTimeout=14400000']
  const child = spawn('npx', vitest, { stdio: 'inherit', env: { ...process.env, QUIRE_PROOF: file } })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('A trial failed')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  rmSync(folder, { recursive: true })
  return Object.fromEntries(lines.map((line) => JSON.parse(line)))
}
