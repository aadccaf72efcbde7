import type { Block } from './document.ts'
import { pairLines } from './lines.ts'

/** A footnote's text, by the name it is called with. */
export type Note = { source: string; body: string }

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

  /** Another text with the same footnotes. */
  another(source: string): Reading {
    const reading = new Reading(source, this.isNote)
    for (const [label, note] of this.notes) reading.notes.set(label, note)
    return reading
  }

  place<T extends Block>(block: T, map: readonly [number, number] | null | undefined): T {
    if (map) this.places.set(block, map)
    return block
  }

  /** The lines of a block, without the blank ones behind it. */
  source([from, to]: readonly [number, number]): string {
    let last = to
    while (last > from + 1 && (this.lines[last - 1] ?? '').trim() === '') last--
    return last === from + 1 ? (this.lines[from] ?? '') : this.lines.slice(from, last).join('\n')
  }
}
