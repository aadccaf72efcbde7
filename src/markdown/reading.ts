import type { Block } from './document.ts'
import { pairLines } from './lines.ts'

/** A footnote's text, by the name it is called with. */
export type Note = { source: string; body: string; isUsed: boolean }

/** One text being parsed: its lines, which of them belong together, and which blocks came from where. */
export class Reading {
  readonly lines: string[]
  readonly pairs: Map<number, number>
  readonly notes = new Map<string, Note>()
  readonly definitions: { source: string; note?: string }[] = []
  readonly places = new Map<Block, readonly [from: number, to: number]>()
  /** Set while the text of a footnote is parsed, where a footnote would call itself. */
  readonly isNote: boolean
  /** No `$$` stands alone on a line from here on. */
  noMathFrom = Number.POSITIVE_INFINITY

  constructor(source: string, isNote = false) {
    this.lines = source.split('\n')
    this.pairs = pairLines(this.lines)
    this.isNote = isNote
  }

  place<T extends Block>(block: T, map: readonly [number, number] | null | undefined): T {
    if (map) this.places.set(block, map)
    return block
  }

  source(map: readonly [number, number]): string {
    return this.lines.slice(map[0], map[1]).join('\n')
  }
}
