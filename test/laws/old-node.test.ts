// What bin/quire.js loads before it knows the version of Node is read by versions that know less of the language.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'rolldown/experimental'
import { expect, it } from 'vitest'

const BIN = join(import.meta.dirname, '../..', 'bin')
const STATIC_IMPORT = /^import\s(?:.*?from )?'(?<from>[^']+)'/gm

/** What is loaded with a file, before a line of it runs. */
function loadedWith(file: string): string[] {
  const imports = [...readFileSync(join(BIN, file), 'utf8').matchAll(STATIC_IMPORT)]
  return [file, ...imports.flatMap(({ groups }) => loadedWith(groups?.from ?? ''))]
}

it('reads bin/quire.js with any Node, and says the version that it needs', async () => {
  const files = loadedWith('quire.js')
  expect(files).toEqual(['quire.js', './require-node.js'])
  for (const file of files) {
    const text = readFileSync(join(BIN, file), 'utf8')
    const [now, then] = await Promise.all(
      ['esnext', 'es2018'].map((target) => transform(file, text, { target })),
    )
    // Nothing had to be rewritten.
    expect([file, then?.errors, then?.code]).toEqual([file, [], now?.code])
    expect(text.replaceAll(/\/\/.*/g, '')).not.toMatch(/\bawait\b|import\.meta|'node:/)
  }
})

it('needs the version that package.json and quire doctor name', () => {
  const read = (...path: string[]) => readFileSync(join(BIN, '..', ...path), 'utf8')
  const [, major, minor] = /OLDEST = \[(\d+), (\d+)\]/.exec(read('bin', 'require-node.js')) ?? []
  expect(JSON.parse(read('package.json')).engines.node).toBe(`>=${major}.${minor}`)
  expect(read('src', 'command', 'checks', 'checks.ts')).toContain(`OLDEST_NODE = '${major}.${minor}'`)
})
