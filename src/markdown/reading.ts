import type { Token } from 'markdown-it'
import type { Block } from './document.ts'
import { pairLines } from './lines.ts'
import type { Tag } from './tags.ts'

/** A footnote's text, by the name it is called with. */
export type Note = { source: string; body: string }

/** One text being parsed: its lines, which of them belong together, and which blocks came from where. */
export class Reading {
  readonly text: string
  readonly lines: string[]
  readonly pairs: Map<number, number>
  readonly notes = new Map<string, Note>()
  readonly tags = new Map<Token, Tag>()
  readonly definitions: { source: string; note?: string }[] = []
  readonly places = new Map<Block, readonly [from: number, to: number]>()
  /** Set while the text of a footnote is parsed, where a footnote would call itself. */
  readonly isNote: boolean
  /** With blocks that the public model has none of. */
  readonly hasOurs: boolean
  /** No `$$` stands alone on a line from here on. */
  noMathFrom = Number.POSITIVE_INFINITY

  constructor(source: string, { isNote = false, hasOurs = false } = {}) {
    this.text = source
    this.lines = source.split('\n')
    this.pairs = pairLines(this.lines)
    this.isNote = isNote
    this.hasOurs = hasOurs
  }

  /** Another text with the same footnotes. */
  another(source: string): Reading {
    const reading = new Reading(source, this)
    for (const [label, note] of this.notes) reading.notes.set(label, note)
    return reading
  }

  place<T extends Block>(block: T, map: readonly [number, number] | null | undefined): T {
    if (map) this.places.set(block, map)
    return block
  }

  source([from, to]: readonly [number, number]): string {
    return this.lines.slice(from, to).join('\n')
  }

  /** Where the lines of a block begin and end in the text, without the blank ones behind it. */
  range([from, to]: readonly [number, number]): [number, number] {
    let last = to
    while (last > from + 1 && /^[ \t]*$/.test(this.lines[last - 1] ?? '')) last--
    return [this.start(from), this.start(last) - 1]
  }

  private starts: number[] | undefined

  private start(line: number): number {
    if (!this.starts) {
      let at = 0
      this.starts = this.lines.map((each) => {
        const start = at
        at += each.length + 1
        return start
      })
    }
    return this.starts[line] ?? this.text.length + 1
  }
}
