import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { madeOnce } from '../content/made-once.ts'
import { fontFiles } from './fonts.ts'

// The typesetter: typst as WebAssembly, so that every platform has the same one. It sees the source, the pictures and the
// fonts that it is handed, and nothing of the machine. There is one in a process.

export type Typeset = { pdf: Uint8Array; warnings: string[] } | { problem: string }

export type Typesetter = {
  /** Makes room for what is to come. Memory that grows step by step is a full collection of garbage with each step. */
  reserve(bytes: number): void
  addPicture(path: string, bytes: Uint8Array): void
  typeset(source: string): Typeset
  clear(): void
}

/** It fell over what it was given, and cannot be used again. */
export class TypesetterTrapped extends Error {
  override readonly name = 'TypesetterTrapped'
}

const MAIN = '/main.typ'
/** As its interface numbers them. */
const PAGED = 0
const PDF = 1
const WITH_WARNINGS = 3

const MEGABYTE = 1024 * 1024
/** It never forgets what it has set, and its memory never shrinks. */
const MOST_MEMORY = 768 * MEGABYTE
const LARGEST_BLOCK = 1024 * MEGABYTE
/** Most of its functions run a few times: to optimize them as early as Node 20 does takes longer than it saves. */
const TIERING = '--wasm-tiering-budget=20000000'

const locate = createRequire(import.meta.url)

let memory: { buffer: ArrayBuffer } | undefined
let hasTrapped = false

export const openTypesetter: () => Promise<Typesetter> = madeOnce(() => open())

/** Whether the process had better make place for another one. */
export function isUsedUp(): boolean {
  return hasTrapped || (memory?.buffer.byteLength ?? 0) > MOST_MEMORY
}

async function open(): Promise<Typesetter> {
  setFlagsFromString(TIERING)
  const { initSync, TypstCompilerBuilder } = await import('@myriaddreamin/typst-ts-web-compiler')
  const wasm = initSync({ module: readFileSync(locate.resolve('@myriaddreamin/typst-ts-web-compiler/wasm')) })
  memory = wasm.memory
  const builder = new TypstCompilerBuilder()
  for (const file of fontFiles()) await builder.add_raw_font(readFileSync(file))
  const compiler = await builder.build()

  function typeset(source: string): Typeset {
    compiler.add_source(MAIN, source)
    const world = compiler.snapshot(undefined, MAIN, undefined)
    const compiled: Answer = world.compile(PAGED, WITH_WARNINGS)
    const printed: Answer = compiled.hasError ? compiled : world.get_artifact(PDF, WITH_WARNINGS)
    world.free()
    if (!printed.result) return { problem: messagesOf(printed).join('; ') || 'no document' }
    return { pdf: printed.result, warnings: messagesOf(compiled) }
  }

  return {
    reserve(bytes) {
      // Allocated and freed; the names of the two functions are those of this version of the package.
      const blocks: [address: number, size: number][] = []
      for (let left = bytes; left > 0; left -= LARGEST_BLOCK) {
        const size = Math.min(left, LARGEST_BLOCK)
        blocks.push([wasm.__wbindgen_export(size, 1), size])
      }
      for (const [address, size] of blocks) wasm.__wbindgen_export4(address, size, 1)
    },
    addPicture: (path, bytes) => void compiler.map_shadow(path, bytes),
    typeset: (source) => guarded(() => typeset(source)),
    clear: () => {
      if (!hasTrapped) compiler.reset_shadow()
    },
  }
}

type Answer = { hasError?: boolean; result?: Uint8Array; diagnostics?: { message?: string }[] }

/** What nests too deep overflows one of its two stacks, and too much fills its memory: what it holds then is in no order. */
function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    hasTrapped = true
    throw new TypesetterTrapped(error instanceof Error ? error.message : String(error))
  }
}

function messagesOf({ diagnostics = [] }: Answer): string[] {
  const told = diagnostics.map(({ message }) => message ?? 'unknown')
  return [...new Set(told)].slice(0, 5)
}
