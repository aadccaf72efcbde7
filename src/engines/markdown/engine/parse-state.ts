import type { Token } from 'markdown-it'
import type { Block } from '../document.ts'
import { type SourceLine, textOf } from '../lines/source-line.ts'
import type { Tag } from '../read/tags.ts'
import { type LinePair, pairLines } from './paired-lines.ts'

/** A footnote's text, by the name it is called with. */
export type FootnoteSource = { source: string; body: string }

type ParseOptions = { isNote?: boolean; origins?: readonly SourceLine[] | undefined }

/** One text being parsed: its lines, which of them belong together, and which blocks came from where. */
export class ParseState {
  readonly text: string
  /** Where lines come from; undefined where all are those of the source. */
  readonly origins: readonly SourceLine[] | undefined
  /** What the engine keeps while it parses: the definitions of links. */
  readonly env = { parsing: this }
  readonly lines: string[]
  readonly pairs: Map<number, LinePair>
  readonly notes = new Map<string, FootnoteSource>()
  readonly tags = new Map<Token, Tag>()
  readonly definitions: { source: string; note?: string }[] = []
  readonly places = new Map<Block, readonly [from: number, to: number]>()
  /** Set while the text of a footnote is parsed, where a footnote would call itself. */
  readonly isNote: boolean
  /** No `$$` stands alone on a line from here on. */
  noMathFrom = Number.POSITIVE_INFINITY
  /** Lines of which it is known that they are in one container, by the depth of that. */
  readonly together = new Map<string, { from: number; to: number }>()

  constructor(source: string, { isNote = false, origins }: ParseOptions = {}) {
    this.origins = origins
    this.text = origins ? textOf(origins) : source
    this.lines = this.text.split('\n')
    this.pairs = pairLines(this.lines)
    this.isNote = isNote
  }

  /** Another text with those of the same footnotes that it calls. */
  another(source: string): ParseState {
    const parsing = new ParseState(source, { isNote: this.isNote })
    for (const [, label = ''] of source.matchAll(/\[\^([^\]\s[]+)\]/g)) {
      const note = this.notes.get(label)
      if (note) parsing.notes.set(label, note)
    }
    return parsing
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

  private counted: { bars: Uint32Array; blanks: Uint32Array } | undefined

  /** How many bars stand from one line to the next blank one, and how many lines these are. */
  rowsFrom(line: number): { bars: number; lines: number } {
    this.counted ??= countBars(this.lines)
    const { bars, blanks } = this.counted
    const end = blanks[line] ?? line
    return { bars: (bars[end] ?? 0) - (bars[line] ?? 0), lines: end - line }
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

/** For each line the bars above it, and the next blank line from it on. */
function countBars(lines: readonly string[]): { bars: Uint32Array; blanks: Uint32Array } {
  const bars = new Uint32Array(lines.length + 1)
  const blanks = new Uint32Array(lines.length + 1).fill(lines.length)
  lines.forEach((line, at) => {
    bars[at + 1] = (bars[at] ?? 0) + line.split('|').length
  })
  for (let at = lines.length - 1; at >= 0; at--)
    blanks[at] = /^[\s>]*$/.test(lines[at] ?? '') ? at : (blanks[at + 1] ?? at)
  return { bars, blanks }
}
