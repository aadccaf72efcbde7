// One process that tries mutants, one after the other, as its parent sends them. It is killed where one never ends.
import { readFileSync } from 'node:fs'
import { createVitest } from 'vitest/node'
import { mutate } from './mutations.js'

let mutant

const mutating = {
  name: 'mutant',
  enforce: 'pre',
  load(id) {
    if (id === mutant?.file) return mutate(readFileSync(id, 'utf8'), mutant)
  },
}

const [root, ...tests] = process.argv.slice(2)
const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    include: tests.map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['**/growth.test.ts', '**/enormous.test.ts', '**/node_modules/**'],
    setupFiles: ['test/drawn/draws.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    reporters: [{}],
    testTimeout: 60_000,
    // What a mutant prints is nobody's business.
    silent: true,
  },
  { plugins: [mutating] },
)
const files = await vitest.globTestSpecifications()

async function isKilled() {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files)
  if (testModules.length === 0) throw new Error('No test ran')
  return unhandledErrors.length > 0 || testModules.some((module) => module.state() === 'failed')
}

process.on('message', async (next) => {
  const before = mutant?.file
  mutant = next ?? undefined
  for (const file of [before, mutant?.file]) if (file) vitest.invalidateFile(file)
  process.send({ isKilled: await isKilled() })
})
process.on('disconnect', () => process.exit())
process.send('ready')
