// Bundles the scripts of console pages on which hands stay: one file each, as browsers take it.
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export async function buildIslands(rolldown) {
  const bundle = await rolldown({
    input: { editor: `${root}src/console/islands/editor/main.tsx` },
    platform: 'browser',
    transform: { target: 'es2022', jsx: { runtime: 'automatic', importSource: 'preact' } },
    tsconfig: false,
  })
  await bundle.write({
    dir: `${root}dist/islands`,
    cleanDir: true,
    format: 'iife',
    minify: true,
    comments: { legal: false },
  })
}
