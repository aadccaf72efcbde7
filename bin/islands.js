// Bundles the scripts of console pages on which hands stay: one file each, as browsers take it.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const ISLANDS = {
  editor: 'editor/main.tsx',
  tree: 'tree/main.tsx',
  review: 'review/main.ts',
  structure: 'structure/main.ts',
  start: 'start/main.ts',
  palette: 'palette/main.tsx',
}

export async function buildIslands(rolldown) {
  const dir = `${root}dist/islands`
  rmSync(dir, { recursive: true, force: true })
  for (const [name, file] of Object.entries(ISLANDS)) {
    const bundle = await rolldown({
      input: { [name]: `${root}src/console/islands/${file}` },
      platform: 'browser',
      transform: { target: 'es2022', jsx: { runtime: 'automatic', importSource: 'preact' } },
      tsconfig: false,
    })
    await bundle.write({ dir, format: 'iife', minify: true, comments: { legal: false } })
  }
}
