import type { Block } from '../document.ts'
import type { TokenNode } from '../engine/engine.ts'
import type { ParseState } from '../engine/parse-state.ts'
import type { NoteOfLabel } from '../html/html-inlines.ts'

/** Everything a block needs to know about the text it comes from, and how the blocks in it are read. */
export type BlockSource = {
  parsing: ParseState
  notes: NoteOfLabel
  blocksOf: (nodes: readonly TokenNode[]) => Block[]
}
