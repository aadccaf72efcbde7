import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { madeOnce } from '../content/made-once.ts'

const locate = createRequire(import.meta.url)

/** Turns SVG into dots. WebAssembly, which sees nothing of the machine and never gives memory back. */
export const openResvg = madeOnce(async () => {
  const module = await import('@resvg/resvg-wasm')
  await module.initWasm(readFileSync(locate.resolve('@resvg/resvg-wasm/index_bg.wasm')))
  return module
})
